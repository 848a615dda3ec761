"""Cash of an earlier gaming day, and what is told from before a table's opening."""

from datetime import datetime
from typing import Any, Final

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.clock import Clock
from domain.controls import BEFORE_OPENING, DUTIES_APART, LATE_CASH
from domain.day.calendar import Calendar
from domain.events import Event, encode, topic_of
from domain.events.books import MarkerPaid
from domain.events.corrections import EntryCorrected
from domain.events.envelope import Stamp
from domain.events.table import ChipsBought, TableOpened
from domain.gaming_day import GamingDay, parse_moment
from domain.hosting import Table, decide, decide_again
from domain.messages.commands import parse_command
from domain.messages.events import decode
from domain.proofs import Person, Proofs
from domain.refusals import Refused
from projections.currency import Currency, cash_by_player, late_cash
from projections.projection import folded
from tests.support.domain.asked import Asked, ask, buy_in, fill, open_table
from tests.support.domain.bookkeeping import acknowledge
from tests.support.domain.books_asked import correct_entry
from tests.support.domain.given import new_table

MONDAY, TUESDAY, THURSDAY = "2026-03-02", "2026-03-03", "2026-03-05"
DEALER: Final = {"id": "dana", "role": "dealer"}
FLOOR: Final = {"id": "frank", "role": "floorperson"}
SIGNED: Final = [DEALER, FLOOR]
ON_MONDAY: Final = f"{MONDAY}T21:00:00Z"
LATE: Final = {"reason": "the terminal was down", "supervisor": "paula"}
PAULA: Final = Proofs((Person("paula", "pit_manager"), Person("frank", "floorperson")))


def cash(at: str | None = None, **more: Any) -> Asked:
    told = buy_in(1, 900_000, player="mr-kim")
    return {**told, "actor": DEALER, **({} if at is None else {"at": at}), **more}


def marker(tender: str, **more: Any) -> Asked:
    told = ask("pay_marker", seat=1, amount=500, marker="M-1", tender=tender, **more)
    return {**told, "at": ON_MONDAY, "actor": FLOOR}


class Desk:
    """A desk with a clock, where people sign in."""

    def __init__(self, controls: Any = "full", proofs: Proofs | None = PAULA) -> None:
        self.table, self.events = new_table(), list[Event]()
        self._controls, self._proofs = controls, proofs
        self.show(f"{MONDAY}T20:00:00Z")
        opening = {**open_table(10_000_000), "signatures": SIGNED, "actor": FLOOR}
        self._proofs = Proofs((Person("dana", "dealer"),)) if proofs else None
        self.do(opening)
        self._proofs = proofs

    def show(self, moment: str) -> None:
        self.now: datetime = parse_moment(moment)

    def stamp(self, asked: Asked) -> Stamp:
        made = Clock(GamingDay(), self.now).stamp(parse_command(asked), None, Calendar())
        return replace(made, controls=self._controls, proofs=self._proofs)

    def do(self, asked: Asked) -> Any:
        decided = decide(self.table, parse_command(asked), self.stamp(asked))
        self.table = decided.table
        self.events += decided.events
        return decided.events[0]

    def refused(self, asked: Asked) -> tuple[str, str]:
        with pytest.raises(Refused) as caught:
            decide(self.table, parse_command(asked), self.stamp(asked))
        return caught.value.rule or "", caught.value.reason


@pytest.fixture
def desk() -> Desk:
    """It is Thursday; the table has been open since Monday."""
    made = Desk()
    made.show(f"{THURSDAY}T20:00:00Z")
    return made


def test_late_cash_says_of_which_day_it_is_and_when_it_was_told(desk: Desk) -> None:
    bought = desk.do(cash(ON_MONDAY, **LATE))
    assert isinstance(bought, ChipsBought)
    assert (bought.day, bought.happened_on, bought.told_on) == (MONDAY, MONDAY, THURSDAY)
    assert (bought.reason, bought.supervisor) == (LATE["reason"], "paula")
    found = desk.table.books.exceptions[bought.seq]
    assert (found.kind, found.amount, found.day) == ("cash_told_late", 900_000, MONDAY)
    assert found.people == ("dana", "paula")
    assert decode(topic_of(bought), encode(bought)) == bought


@pytest.mark.parametrize("lacks", ["reason", "supervisor"])
def test_it_needs_a_reason_and_a_supervisor(desk: Desk, lacks: str) -> None:
    told = {name: value for name, value in LATE.items() if name != lacks}
    rule, reason = desk.refused(cash(ON_MONDAY, **told))
    assert rule == LATE_CASH
    assert f"add `{lacks}`" in reason


def test_nobody_stands_by_to_themselves(desk: Desk) -> None:
    own = cash(ON_MONDAY, **{**LATE, "supervisor": "dana"})
    assert desk.refused(own)[0] == DUTIES_APART


def test_a_marker_is_late_if_it_is_paid_in_cash(desk: Desk) -> None:
    assert desk.refused(marker("cash"))[0] == LATE_CASH
    paid = desk.do(marker("cash", **LATE))
    assert isinstance(paid, MarkerPaid)
    assert paid.told_on == THURSDAY
    in_chips = desk.do({**marker("chips"), "marker": "M-2"})
    assert in_chips.told_on is UNSET


def test_what_is_no_cash_is_not_late(desk: Desk) -> None:
    checks = cash(ON_MONDAY, kind="counter_check")
    assert desk.do(checks).told_on is UNSET


def test_cash_of_the_day_itself_has_the_bytes_it_always_had(desk: Desk) -> None:
    on_time = desk.do(cash(f"{THURSDAY}T07:00:00Z"))
    assert isinstance(on_time, ChipsBought)
    for name in (b"happened_on", b"told_on", b"reason", b"supervisor"):
        assert name not in encode(on_time)
    assert not desk.table.books.exceptions


def test_a_correction_of_an_earlier_days_cash_is_late_whenever_it_is_told() -> None:
    desk = Desk()
    bought = desk.do(cash())
    desk.show(f"{TUESDAY}T20:00:00Z")
    told = {**correct_entry(bought.seq, 2_000_000), "supervisor": "paula", "actor": FLOOR}
    right = desk.do(told)
    assert isinstance(right, EntryCorrected)
    assert (right.happened_on, right.told_on) == (MONDAY, TUESDAY)
    assert desk.table.books.exceptions[right.seq].amount == 2_000_000 - 900_000


@pytest.mark.parametrize("told", [cash(), {**fill("F-1"), "actor": FLOOR, "step": "requested"}])
def test_nothing_happens_before_the_table_was_opened(desk: Desk, told: Asked) -> None:
    rule, reason = desk.refused({**told, "at": f"{MONDAY}T19:48:00Z"})
    assert rule == BEFORE_OPENING
    assert f"before PG01 was opened, {MONDAY}T20:00:00Z" in reason
    assert "leave `at` out" in reason


def test_an_exception_may_be_answered_for_as_of_any_moment(desk: Desk) -> None:
    bought = desk.do(cash(ON_MONDAY, **LATE))
    answer = {**acknowledge(bought.seq), "actor": {"id": "ada", "role": "auditor"}}
    assert desk.do({**answer, "at": f"{MONDAY}T19:00:00Z"})


def test_where_nobody_signs_in_an_evening_is_told_afterwards() -> None:
    desk = Desk("basic", None)
    desk.show(f"{THURSDAY}T20:00:00Z")
    assert desk.do(cash(ON_MONDAY)).told_on is UNSET
    assert desk.refused(cash(f"{MONDAY}T19:48:00Z"))[0] == BEFORE_OPENING


def test_late_cash_is_decided_again_to_the_same_event(desk: Desk) -> None:
    before, asked = desk.table, cash(ON_MONDAY, **LATE)
    bought = desk.do(asked)
    marks = {"happened_on": bought.happened_on, "today": bought.told_on}
    stamp = Stamp(bought.at, bought.recorded, bought.day, bought.actor, **marks)
    assert decide_again(before, parse_command(asked), stamp).events == [bought]


def test_three_days_of_one_player_are_together_on_the_day_they_were_told(desk: Desk) -> None:
    days = (MONDAY, TUESDAY, "2026-03-04")
    for day in days:
        desk.do(cash(f"{day}T21:00:00Z", **LATE))
    rows = list(folded(Currency(), tuple(desk.events)).values())
    assert {row.day: row.found_by for row in rows} == dict.fromkeys(days, (THURSDAY,))
    (player,) = cash_by_player(THURSDAY, rows, above=1_000_000)
    assert (player.player, player.amount) == ("mr-kim", 2_700_000)
    for day in days:
        assert [one.amount for one in cash_by_player(day, rows)] == [900_000]
        assert [one.late.told_on for one in late_cash(day, rows)] == [THURSDAY]


def test_the_opening_is_known_to_the_table() -> None:
    desk = Desk()
    (opened,) = desk.events
    assert isinstance(opened, TableOpened)
    assert isinstance(desk.table, Table)
    assert desk.table.opened == opened.at
