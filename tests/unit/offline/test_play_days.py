"""Days in `pitledger play`: closed in memory, by the same rules."""

import json
from typing import Any

from typer.testing import CliRunner

from services.offline.play import play_lines
from tests.unit.offline.test_play import APP, printed

EVENING = "2026-11-15T20:00:00Z"
MORNING = "2026-11-16T07:00:00Z"
OPEN = {
    "command": "open_table",
    "table": "PG01",
    "submission": {"regulation": "nj-pai-gow"},
    "inventory": 100_000,
    "at": EVENING,
}
CLOSE = {"command": "close_table", "inventory": 100_000}
COUNT = {"command": "count_drop", "amount": 0}


def close_day(status: str = "provisional", **more: Any) -> dict[str, Any]:
    return {"command": "close_day", "day": "2026-11-15", "status": status, "at": MORNING, **more}


def lines(*commands: dict[str, Any]) -> list[bytes]:
    return [json.dumps(command).encode() for command in commands]


def test_a_day_is_closed_and_what_comes_late_belongs_to_the_next() -> None:
    asked = [OPEN, CLOSE, COUNT, close_day(), close_day("counted"), close_day("audited"), OPEN]
    result = CliRunner().invoke(APP, ["-"], input=b"\n".join(lines(*asked)))
    assert result.exit_code == 0, result.output
    events = printed(result)
    closed = [event for event in events if event["event"] == "DayClosed"]
    assert [(one["key"], one["seq"]) for one in closed] == [
        ("day:2026-11-15", n) for n in (1, 2, 3)
    ]
    assert (events[0]["day"], events[-1]["day"]) == ("2026-11-15", "2026-11-16")


def test_a_day_with_an_open_table_is_refused_and_the_table_plays_on() -> None:
    told = list(play_lines(lines(OPEN, close_day(), CLOSE, close_day())))
    assert getattr(told[1], "rule", None) == "control:day-open-table"
    assert [type(one).__name__ for one in told[2:]] == ["TableClosed", "DayClosed"]


def test_a_repeated_close_makes_nothing() -> None:
    once = close_day(command_id="7a0b2c1e-0000-4000-8000-000000000001")
    assert len(list(play_lines(lines(once, once)))) == 1


def test_a_close_that_names_a_table_is_wrong_by_itself() -> None:
    result = CliRunner().invoke(APP, ["-"], input=lines(close_day(table="PG01"))[0])
    assert result.exit_code == 2
