"""`python -m services.spark.group_figures`, as it is called."""

import csv
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("pyspark", reason="no pyspark here: `make spark` runs this")

import pyarrow as pa
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from tests.support.spark.properties import Property


def called(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "services.spark.group_figures", *words],
        capture_output=True,
        text=True,
        check=False,
    )


def test_topics_become_a_table_of_figures(group: "list[Property]", tmp_path: Path) -> None:
    settings = group[0].settings
    prefixes = ",".join(one.settings.topic_prefix for one in group)
    figures, books = tmp_path / "figures.csv", tmp_path / "books.parquet"
    done = called(
        *("--bootstrap", settings.kafka_bootstrap, "--prefixes", prefixes),
        *("--out", str(figures), "--reconciliations", str(books)),
    )
    assert done.returncode == 0, done.stderr
    assert "pitledger:" not in done.stderr
    assert [line.split(" ")[0] for line in done.stdout.splitlines()] == [
        "east-wing:", "north:", "south:",
    ]  # fmt: skip
    [file] = figures.glob("*.csv")
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert {row["property"] for row in rows} == {one.name for one in group}
    assert all(int(row["rounds"]) >= 0 for row in rows)
    assert "" in {row["win_count"] for row in rows}, "what is not counted is empty, never zero"
    for row in pq.read_table(books).to_pylist():
        [own] = [one for one in group if one.name == row["property"]]
        assert row["report"] == own.own_reconciliation(row["day"])


def test_what_is_broken_writes_nothing(group: "list[Property]", tmp_path: Path) -> None:
    lines = [line for line in group[1].lines() if (line["key"], line["seq"]) != ("PG03", 4)]
    events, out = tmp_path / "events.parquet", tmp_path / "figures.parquet"
    pq.write_table(pa.Table.from_pylist(lines), events)
    done = called("--parquet", str(events), "--out", str(out))
    assert done.returncode == 1
    assert "a gap: south: PG03/4 did not come before 5" in done.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "say what to read"),
        (("--parquet", "/nowhere", "--by", "shift"), "--by: any of property, game, day"),
        (("--parquet", "/nowhere", "--out", "figures.xls"), "named .parquet, .csv or .json"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(words: tuple[str, ...], told: str) -> None:
    done = called("--out", "figures.csv", *words)
    assert done.returncode == 2
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1
