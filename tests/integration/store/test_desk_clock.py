"""The desk's clock on a real store: what is ahead of it is refused and kept out of the log."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from domain.gaming_day import parse_moment, write_moment
from services.desk import CommandRefused, Desk
from services.desk import clock as of_desk
from services.reports.as_of import position_at
from services.settings import Settings
from services.store.ledger import Ledger
from tests.support.store.playing import buy_in, do, open_table, running


class Machine(datetime):
    """A machine's clock that can be set."""

    shows: datetime = parse_moment("2026-03-01T12:00:00Z")

    @classmethod
    def now(cls, tz: Any = None) -> "Machine":
        return cls.fromisoformat(cls.shows.astimezone(tz).isoformat())


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> type[Machine]:
    monkeypatch.setattr(of_desk, "datetime", Machine)
    monkeypatch.setattr(Machine, "shows", parse_moment("2026-03-01T12:00:00Z"))
    return Machine


def ahead(seconds: float) -> str:
    return write_moment(datetime.now(UTC) + timedelta(seconds=seconds))


def rule_of(desk: Desk, command: dict[str, Any]) -> str:
    with pytest.raises(CommandRefused) as refused:
        do(desk, command)
    return refused.value.refusal.rule


def test_what_is_ahead_of_the_desk_is_refused_and_kept_beside_the_log(ledger: Ledger) -> None:
    with running(ledger) as desk:
        assert rule_of(desk, open_table("PG01", at="2199-01-01T00:00:00Z")) == "control:clock"
        do(desk, open_table("PG01"))
        assert rule_of(desk, buy_in("PG01", at=ahead(2 * 86_400))) == "control:clock"
        assert do(desk, buy_in("PG01"))[0]["seq"] == 2
    assert ledger.head() == 2
    with ledger.datastore.get_connection() as conn:
        kept = conn.execute("SELECT rule FROM pitledger_refusals").fetchall()
    assert [row["rule"] for row in kept] == ["control:clock"] * 2


def test_the_tolerance_is_the_houses(ledger: Ledger, machine: type[Machine]) -> None:
    told = open_table("PG01", at="2026-03-01T12:01:00Z")
    with running(ledger, tolerance=timedelta(seconds=59)) as desk:
        assert rule_of(desk, told) == "control:clock"
    with running(ledger, tolerance=timedelta(seconds=60)) as desk:
        assert do(desk, told)[0]["at"] == "2026-03-01T12:01:00Z"
    assert Settings().clock_tolerance == 300
    assert machine.shows == parse_moment("2026-03-01T12:00:00Z")


def test_a_day_that_has_not_begun_takes_nothing(ledger: Ledger, machine: type[Machine]) -> None:
    machine.shows = parse_moment("2026-03-01T05:59:00Z")
    early = open_table("PG01", at="2026-03-01T06:00:00Z")
    with running(ledger) as desk:
        assert rule_of(desk, early) == "control:day-begun"
        machine.shows = parse_moment("2026-03-01T06:00:00Z")
        assert do(desk, early)[0]["day"] == "2026-03-01"


def test_a_round_is_told_in_its_order_across_restarts(ledger: Ledger) -> None:
    opening = {"command": "open_round", "table": "PG01"}
    with running(ledger) as desk:
        do(desk, open_table("PG01", at="2026-03-01T20:00:00Z"))
        do(desk, {**opening, "at": "2026-03-01T20:10:00Z"})
    placed = {"command": "place_wager", "table": "PG01", "seat": 1, "wager": "pai_gow"}
    placed |= {"amount": 2500}
    with running(ledger) as desk:
        assert rule_of(desk, {**placed, "at": "2026-03-01T20:09:59Z"}) == "control:order"
        do(desk, buy_in("PG01", at="2026-03-01T20:09:59Z"))
        do(desk, {**placed, "at": "2026-03-01T20:10:00Z"})


def test_a_clock_that_is_put_back_stops_no_round(ledger: Ledger, machine: type[Machine]) -> None:
    """The desk's time stands still until the clock has caught up: nothing is told out of order."""
    with running(ledger) as desk:
        told = do(desk, open_table("PG01"), {"command": "open_round", "table": "PG01"})
        machine.shows -= timedelta(hours=1)
        placed = {"command": "place_wager", "table": "PG01", "seat": 1, "wager": "pai_gow"}
        told += do(desk, {**placed, "amount": 2500})
    assert [(event["at"], event["recorded"]) for event in told] == [
        ("2026-03-01T12:00:00Z", "2026-03-01T12:00:00Z")
    ] * 3
    assert position_at(ledger, "2026-03-01T12:00:00Z") == 3
