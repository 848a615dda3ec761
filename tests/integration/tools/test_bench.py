"""The benchmarks: every figure is there, beside what it is held against."""

import json
import subprocess

import msgspec
import pytest

from projections import all_projections
from services.cli.bench import _line
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.queries import Queries
from services.store.ledger import Ledger
from services.tools.bench import following, footprint, http, reading, sealing
from services.tools.bench import sizes as bench_sizes
from services.tools.bench.figures import Figure
from services.tools.bench.material import grow
from services.tools.bench.sections import BENCHES, Plan, measure
from tests.support.processes import preloaded
from tests.support.store.playing import play_floor, running


def plan(server: str, *chosen: str, sizes: tuple[int, ...] = (200,), no_kafka: str = "") -> Plan:
    return Plan(
        server=server, rounds=2, sizes=list(sizes), chosen=frozenset(chosen), no_kafka=no_kafka
    )


def test_a_grown_log_is_one_that_could_have_been_played(ledger: Ledger) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=2, rounds=3, cards=False)
    played = ledger.head()
    grow(ledger, 4 * played)
    assert ledger.head() == 4 * played
    models = ReadModels(ledger.datastore)
    models.create(all_projections())
    runner = Runner(LogFeed(ledger), models, all_projections())
    runner.catch_up()
    assert not any(follower.stopped for follower in runner.followers)
    wins = [(row.win, row.rounds) for row in Queries(ledger.datastore).tables()]
    assert len(wins) == 8
    assert len(set(wins)) == 2
    with ledger.datastore.get_connection() as conn:
        claims = conn.execute("SELECT count(*) AS n FROM pitledger_commands").fetchone()
        assert claims is not None
        assert claims["n"] % 4 == 0


def test_a_repeated_log_verifies(server: str) -> None:
    *figures, _ = measure("verify", plan(server, "verify", sizes=(200, 4000)))
    speeds, times = figures[::2], figures[1::2]
    assert [figure.what.split(" (")[0] for figure in speeds] == [
        "all of a log", "tree", "streams", "money", "settlements",
    ]  # fmt: skip
    assert all(figure.ratio and figure.unit == "events/s" for figure in speeds)
    assert all(figure.value and figure.unit == "µs" for figure in times)
    assert [figure.note for figure in speeds] == [""] * 5  # nothing was found wrong


def test_the_desk_stands_beside_raw_inserts_and_the_stock_library(server: str) -> None:
    *figures, memory = measure("desk", plan(server, "desk"))
    assert [figure.bench for figure in figures] == ["desk"] * 4
    assert all(figure.ratio and figure.unit == "events/s" for figure in figures)
    assert memory.bench == "memory"
    assert memory.value is not None
    assert memory.value > 10


def test_logs_of_growing_length_are_held_against_the_shortest(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_sizes, "_PASSES", 1)
    told = plan(server, "replay", "cost", "rebuild", sizes=(200, 2000))
    assert told.sections() == ["replay"]
    figures = measure("replay", told)
    for bench in ("replay", "cost"):
        short, long = (figure for figure in figures if figure.bench == bench)
        assert short.ratio is None
        assert long.baseline == short.value
    rebuilt = [figure for figure in figures if figure.bench == "rebuild"]
    assert [figure.unit for figure in rebuilt] == ["events/s", "µs/event", "s"] * 2
    assert all(figure.ratio for figure in rebuilt)


def test_what_a_service_takes_is_measured_at_rest_and_under_load(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(footprint, "_REST_SECONDS", 2.0)
    monkeypatch.setattr(reading, "_TABLES", 4)
    monkeypatch.setattr(reading, "_RATE", 40.0)
    for those in ("_REPORTS", "_SEARCHES", "_VIEWERS"):
        monkeypatch.setattr(reading, those, 2)
    told = plan(server, "footprint", no_kafka="no broker here")
    told = msgspec.structs.replace(told, reading_seconds=1.0)
    ready, *figures, _ = measure("footprint", told)
    assert ready.what == "from start to ready"
    assert ready.value is not None
    assert 0 < ready.value < 60
    found = {figure.what: figure.value for figure in figures}
    rest = "at rest, without Kafka"
    assert (found[f"processes, {rest}"] or 0) >= 3
    parts = [found[f"{part}, {rest}"] or 0 for part in ("api", "follow")]
    assert all(part > 50 for part in parts)
    assert (found[f"all of them, {rest}"] or 0) > sum(parts)
    assert 3 < (found[f"connections, {rest}"] or 0) < 15
    assert (found["api, under mixed load"] or 0) > parts[0]


@pytest.mark.parametrize("section", ["relay", "desk_full"])
def test_without_a_broker_the_table_says_so(server: str, section: str) -> None:
    (figure, _) = measure(section, plan(server, section, no_kafka="no Java: none here"))
    assert figure.value is None
    assert _line(figure).endswith("no Java: none here")


def test_read_models_are_measured_without_a_broker(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "_EVENTS", 10_000)
    figures = measure("project", plan(server, "project", no_kafka="no Java: none here"))
    beside = [figure.baseline_name for figure in figures if figure.ratio]
    assert beside == ["raw read of the log", "raw write of the final rows"]
    assert [figure.note for figure in figures if figure.note] == ["no Java: none here"]


def test_sealing_is_held_against_the_desk_alone(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealing, "_EVENTS", 2000)
    monkeypatch.setattr(sealing, "_PASSES", 1)
    *figures, _ = measure("seal", plan(server, "seal"))
    assert [figure.unit for figure in figures] == ["events/s", "events/s", "percent", "s"]
    assert all(figure.value is not None and figure.baseline for figure in figures)


def test_sections_come_in_their_own_order_whatever_was_asked() -> None:
    assert plan("", *reversed(BENCHES)).sections() == [
        "decide", "desk", "http", "viewers", "reading", "replay", "seal", "project", "relay",
        "desk_full",
        "footprint",
    ]  # fmt: skip


def test_a_line_shows_the_figure_and_its_baseline() -> None:
    figure = Figure(
        bench="desk", what="x", value=50.0, unit="events/s", baseline=100.0, baseline_name="raw"
    )
    assert _line(figure).split() == ["desk", "x", "50.0", "events/s", "0.50", "x", "100.0", "raw"]


def call(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return preloaded.run(["bench", *arguments])


def test_the_command_line_prints_json_for_programs() -> None:
    done = call("--only", "decide", "--rounds", "2", "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)["figures"]
    assert {figure["bench"] for figure in figures} == {"decide", "memory"}
    assert "1 of 1: measuring decide" in done.stderr


@pytest.mark.parametrize("wrong", [("--only", "nonsense"), ("--sizes", "many")])
def test_what_cannot_be_measured_is_told(wrong: tuple[str, str]) -> None:
    done = call(*wrong)
    assert done.returncode == 2
    assert wrong[1] in done.stderr


def test_rounds_are_looked_for_by_everything_they_are_found_by(server: str) -> None:
    told = msgspec.structs.replace(plan(server, "search"), searched=2000)
    *figures, memory = measure("search", told)
    assert {"a dispute: seat, time, pair of sixes", "four tiles in one hand", "dice"} <= {
        figure.what for figure in figures
    }
    assert all(figure.bench == "search" and figure.value and figure.ratio for figure in figures)
    assert memory.bench == "memory"


def test_the_service_is_measured_process_by_process(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "RATES", (50.0,))
    monkeypatch.setattr(http, "_SECONDS", 1.0)
    monkeypatch.setattr(http, "_ONE_AFTER_THE_OTHER", 20)
    *figures, _ = measure("http", plan(server, "http"))
    beside = [figure.baseline_name for figure in figures if figure.ratio]
    assert beside == ["the desk alone", "the same server, a constant answer", "the desk alone"]
    assert "50 devices that stay" in {figure.what for figure in figures if figure.ratio}
    costs = {figure.what for figure in figures if figure.unit == "µs CPU"}
    parts = ("api", "follow", "postgresql", "the clients", "all processes")
    assert costs == {f"an event: {part}" for part in parts}
    told = {figure.what for figure in figures if figure.unit == "ms"}
    assert {"p99, 50 commands/s due", "p50, one table alone", "p99, 50 clients"} <= told
    assert all(figure.value is not None for figure in figures)


def test_commands_are_measured_beside_those_who_read(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_TABLES", 4)
    monkeypatch.setattr(reading, "_RATE", 40.0)
    for those in ("_REPORTS", "_SEARCHES", "_VIEWERS"):
        monkeypatch.setattr(reading, those, 2)
    told = msgspec.structs.replace(plan(server, "reading"), reading_seconds=1.0)
    *figures, _ = measure("reading", told)
    assert [figure.what for figure in figures] == [
        "p50, 40 commands/s due", "p99, 40 commands/s due",
        "2 at once read reports", "2 at once search rounds", "the desk's lease was lost",
    ]  # fmt: skip
    assert [figure.baseline_name for figure in figures if figure.ratio] == ["nobody reads"] * 2
    assert all(figure.holds and figure.value is not None for figure in figures)
    assert figures[-1].value == 0
