"""The history of three properties on Spark: every figure as each property has it, to the cent."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from projections.figures.group import TOTALS, game_days
from projections.figures.reconciliation import Reconciliation
from projections.figures.sums import total

pytest.importorskip("pyspark", reason="no pyspark here: `make spark` runs this")

import pyarrow as pa
import pyarrow.parquet as pq

from services.spark.job import BrokenHistory, History, summed
from services.spark.sources import WrongSource, from_parquet, from_topics

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from tests.support.spark.properties import Property


@pytest.fixture(scope="session")
def own(group: "list[Property]") -> dict[tuple[str, str], str]:
    """What each property prints of each of its days."""
    return {(one.name, day): one.own_reconciliation(day) for one in group for day in one.days()}


def topics_of(spark: "SparkSession", group: "list[Property]") -> "DataFrame":
    prefixes = [one.settings.topic_prefix for one in group]
    return from_topics(spark, group[0].settings.kafka_bootstrap, prefixes)


def reports_of(history: History) -> dict[tuple[str, str], str]:
    history.require_whole()
    return {(row.property, row.day): row.report for row in history.reconciliations().collect()}


def test_from_the_topics_every_day_of_every_property_is_as_it_prints_it(
    spark: "SparkSession", group: "list[Property]", own: dict[tuple[str, str], str]
) -> None:
    history = History([topics_of(spark, group)])
    assert reports_of(history) == own
    read = {row.property: row for row in history.properties().collect()}
    for one in group:
        assert read[one.name].events == read[one.name].position == one.ledger.head()
        assert read[one.name].streams == len(one.ledger.stream_keys())
        assert read[one.name].repeated == (one.ledger.head() if one is group[0] else 0)
        assert read[one.name].missing == 0


def test_the_properties_have_what_a_group_has(own: dict[tuple[str, str], str]) -> None:
    """Else the test above would show little."""
    reports = [msgspec.json.decode(text, type=Reconciliation) for text in own.values()]
    assert {report.balanced for report in reports} == {True, False, None}
    assert {"open", "audited"} <= {report.status for report in reports}
    assert {line.game for report in reports for line in report.tables} >= {
        "nj-pai-gow",
        "nj-pai-gow-poker",
        "nj-craps",
    }
    assert any("progressive_liability" in report.trial_balance for report in reports)
    assert len({day for _, day in own}) >= 3


def test_from_parquet_and_from_both_it_is_the_same(
    spark: "SparkSession",
    group: "list[Property]",
    files: str,
    own: dict[tuple[str, str], str],
) -> None:
    exported = from_parquet(spark, files)
    assert reports_of(History([exported])) == own
    assert reports_of(History([exported, topics_of(spark, group)])) == own


def test_figures_by_property_game_and_day_are_the_reconciliations_own(
    spark: "SparkSession", files: str, own: dict[tuple[str, str], str]
) -> None:
    history = History([from_parquet(spark, files)])
    lines = {
        (row.property, row.game, row.day): row.asDict()
        for row in summed(history.figures(), ["property", "game", "day"]).collect()
    }
    for (name, day), text in own.items():
        report = msgspec.json.decode(text, type=Reconciliation)
        for game in game_days(name, report):
            line = lines.pop((name, game.game, day))
            assert {one: line[one] for one in TOTALS} == game.totals
            assert (line["periods"], line["status"]) == (game.periods, report.status)
    assert lines == {}


def test_the_groups_totals_are_the_sums_and_unknown_as_soon_as_one_part_is(
    spark: "SparkSession", files: str, own: dict[tuple[str, str], str]
) -> None:
    figures = History([from_parquet(spark, files)]).figures()
    reports = [msgspec.json.decode(text, type=Reconciliation) for text in own.values()]
    days = {row.day: row for row in summed(figures, ["day"]).collect()}
    for day in days:
        totals = [report.totals for report in reports if report.day == day and report.tables]
        assert {name: days[day][name] for name in TOTALS} == {
            name: total(one[name] for one in totals) for name in TOTALS
        }
    [everything] = summed(figures, []).collect()
    assert everything.rounds == sum(report.totals["rounds"] or 0 for report in reports)
    assert everything.win_count is None
    assert {row.property for row in summed(figures, ["property"]).collect()} == {
        "north", "south", "east-wing",
    }  # fmt: skip


def write(folder: Path, lines: list[dict[str, Any]]) -> str:
    path = folder / "events.parquet"
    pq.write_table(pa.Table.from_pylist(lines), path)
    return str(path)


def test_a_gap_is_named_and_no_figure_is_given(
    spark: "SparkSession", group: "list[Property]", tmp_path: Path
) -> None:
    lost = {("PG01", 7), ("PG02", 9), ("PG02", 10)}
    lines = [one for one in group[0].lines() if (one["key"], one["seq"]) not in lost]
    with pytest.raises(BrokenHistory) as broken:
        History([from_parquet(spark, write(tmp_path, lines))]).require_whole()
    one, two = broken.value.faults
    assert one.startswith("a gap: north: PG01/7 did not come before 8 (")
    assert two.startswith("a gap: north: PG02/9 to 10 did not come before 11 (")
    assert "events.parquet" in two


def test_a_stream_that_is_missing_whole_is_seen_by_the_logs_positions(
    spark: "SparkSession", group: "list[Property]", tmp_path: Path
) -> None:
    lines = [one for one in group[0].lines() if one["key"] != "PG02"]
    history = History([from_parquet(spark, write(tmp_path, lines))])
    history.require_whole()
    [row] = history.properties().collect()
    assert row.missing == group[0].ledger.head() - len(lines) > 0


def test_two_properties_of_one_name_are_not_mixed(
    spark: "SparkSession", group: "list[Property]", tmp_path: Path
) -> None:
    lines = [{**line, "property": "house"} for one in group for line in one.lines()]
    with pytest.raises(BrokenHistory, match="PITLEDGER_PROPERTY"):
        History([from_parquet(spark, write(tmp_path, lines))]).require_whole()


def test_parquet_with_the_text_alone_in_folders_by_property(
    spark: "SparkSession",
    group: "list[Property]",
    own: dict[tuple[str, str], str],
    tmp_path: Path,
) -> None:
    """As bytes, and in a house whose name looks like a number."""
    south = group[1]
    folder = tmp_path / "property=007"
    folder.mkdir()
    write(folder, [{"json": line["json"].encode()} for line in south.lines()])
    found = reports_of(History([from_parquet(spark, str(tmp_path))]))
    assert found == {("007", day): text for (name, day), text in own.items() if name == south.name}


def test_files_that_are_no_history_are_refused(spark: "SparkSession", tmp_path: Path) -> None:
    with pytest.raises(WrongSource, match="columns json, but not property"):
        from_parquet(spark, write(tmp_path, [{"json": json.dumps({})}]))


def test_exports_that_are_not_written_alike_are_read_together(
    spark: "SparkSession",
    group: "list[Property]",
    own: dict[tuple[str, str], str],
    tmp_path: Path,
) -> None:
    """One by days with columns of its own, one as the text alone in bytes."""
    north, south, _ = group
    north.write_parquet(tmp_path)
    folder = tmp_path / "elsewhere" / "events" / "property=south"
    folder.mkdir(parents=True)
    write(folder, [{"json": line["json"].encode()} for line in south.lines()])
    found = reports_of(History([from_parquet(spark, f"{tmp_path}/*/events")]))
    assert found == {key: text for key, text in own.items() if key[0] in (north.name, south.name)}


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/nowhere/*/events", "is not there"),
        ("/nowhere/events", "is not there"),
        ("unknown://house/events", 'No FileSystem for scheme "unknown"'),
    ],
)
def test_what_cannot_be_found_is_told(spark: "SparkSession", path: str, told: str) -> None:
    with pytest.raises(WrongSource, match=told):
        from_parquet(spark, path)
