"""Every wager in every state it may be in, under all 36 rolls, against a table of its own.

The table is written from 19:47-1.2(a), paragraph by paragraph, and knows nothing of the code.
"""

from typing import Final

import pytest
from msgspec import UNSET

from domain.events.round import RoundClosed, WagerLine, WagerSettled
from domain.hosting import Table
from tests.support.domain.asked import Asked, no_more_bets, open_round
from tests.support.domain.craps import (
    ODDS,
    POINTS,
    ROLLS,
    STAKE,
    THROWN,
    a_round,
    bet,
    call_on,
    game_of,
    on_a_point,
    open_craps,
    throw,
)
from tests.support.domain.given import given, when

FIRST_ROLL: Final = {
    "right": {2: "lose", 3: "lose", 7: "win", 11: "win", 12: "lose"},
    "wrong": {2: "win", 3: "win", 7: "lose", 11: "lose", 12: "void"},
}
"""Of pass and come, of don't pass and don't come: 1.2(a)1 to 4; every other total leaves them."""
SIDES: Final = {"pass": "right", "come": "right", "dont_pass": "wrong", "dont_come": "wrong"}
ANY_TIME: Final = (*(f"place_{n}" for n in POINTS), *(f"place_lose_{n}" for n in POINTS), "hard_4")


def expected(
    wager: str, point: int | None, dice: tuple[int, int], *, come_out: bool, called: bool
) -> str:
    total = sum(dice)
    if wager in SIDES:
        if point is None:
            return FIRST_ROLL[SIDES[wager]].get(total, "retained")
        if total not in (point, 7):
            return "retained"
        return "win" if (total == point) == (SIDES[wager] == "right") else "lose"
    if wager == "hard_4":
        if dice == (2, 2):
            return "win"
        return "lose" if total in (4, 7) else "retained"
    number = int(wager.rpartition("_")[2])
    if (come_out and not called) or total not in (number, 7):
        return "retained"
    return "lose" if (total == 7) != wager.startswith("place_lose") else "win"


def stood_on(wager: str, line: WagerLine, point: int | None, dice: tuple[int, int]) -> None:
    """A come wager tells the number it stands on after the roll, or stood on when decided."""
    if wager not in ("come", "dont_come"):
        assert line.point is UNSET
    elif line.outcome == "retained":
        assert line.point == (sum(dice) if point is None else point)
    else:
        assert line.point == point


def checked(table: Table, *, called: bool = False) -> None:
    """All 36 rolls of the round that is open, on every wager that lies there."""
    before = game_of(table)
    come_out = before.point is None
    for dice in ROLLS:
        made = when(table, no_more_bets(), throw(*dice))
        closed = made.one(RoundClosed)
        spots = {(one.seat, one.wager, one.point): one for one in before.wagers}
        assert len(closed.wagers) == len(spots)
        tray = 0
        for (seat, wager, point), line in zip(
            sorted(spots, key=lambda spot: _order(*spot)), closed.wagers, strict=True
        ):
            assert (line.seat, line.wager, line.amount) == (seat, wager, STAKE)
            outcome = expected(wager, point, dice, come_out=come_out, called=called)
            assert line.outcome == outcome, (wager, point, dice)
            up, down = ODDS[wager]
            assert line.paid == (STAKE * up // down if outcome == "win" else 0)
            tray += {"win": -line.paid, "lose": STAKE}.get(outcome, 0)
            stood_on(wager, line, point, dice)
        decided = [line for line in closed.wagers if line.outcome != "retained"]
        assert len(made.all(WagerSettled)) == len(decided)
        assert closed.tray_delta == tray == made.table.tray - table.tray
        assert closed.craps is not UNSET
        assert (closed.craps.come_out, closed.craps.dice) == (come_out, dice)
        assert closed.craps.point == _point_after(before.point, sum(dice))
        assert game_of(made.table).point == closed.craps.point


def _order(seat: int, wager: str, point: int | None) -> tuple[int, int, int]:
    return seat, _LISTED.index(wager), point or 0


_LISTED: Final = ("pass", "dont_pass", "come", "dont_come", *ANY_TIME)


def _point_after(point: int | None, total: int) -> int | None:
    if point is None:
        return total if total in POINTS else None
    return None if total in (7, point) else point


EVERYTHING_ELSE: Final = [bet(1, wager) for wager in ANY_TIME]


def come_wagers_on(numbers: tuple[int, ...]) -> list[Asked]:
    """Rounds after which seat 1 has come and don't come wagers on each of these."""
    rounds = [a_round([bet(1, "come"), bet(1, "dont_come")], *THROWN[n]) for n in numbers]
    return [asked for one in rounds for asked in one]


@pytest.mark.parametrize("called", [False, True], ids=["off", "called on"])
def test_on_a_come_out_roll(called: bool) -> None:
    calls = [call_on(1, wager) for wager in ANY_TIME if wager != "hard_4"] if called else []
    lines = [bet(1, "pass"), bet(1, "dont_pass")]
    table = given(open_craps(), open_round(), *lines, *EVERYTHING_ELSE, *calls)
    checked(table, called=called)


@pytest.mark.parametrize("point", POINTS)
def test_while_a_point_stands(point: int) -> None:
    others = tuple(number for number in POINTS if number != point)
    fresh = [bet(1, "come"), bet(1, "dont_come")]
    table = given(
        *on_a_point(point, bet(1, "dont_pass")),
        *come_wagers_on(others),
        open_round(),
        *fresh,
        *EVERYTHING_ELSE,
    )
    assert len(game_of(table).wagers) == 2 + 2 * len(others) + 2 + len(ANY_TIME)
    checked(table)


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("called", [False, True], ids=["off", "called on"])
def test_come_wagers_live_through_a_come_out_roll(point: int, called: bool) -> None:
    """With the point made every number has its come wagers, that of the point the youngest."""
    others = tuple(number for number in POINTS if number != point)
    calls = [call_on(1, wager) for wager in ANY_TIME if wager != "hard_4"] if called else []
    table = given(
        *on_a_point(point), *come_wagers_on((*others, point)), open_round(),
        bet(1, "pass"), bet(1, "dont_pass"), *EVERYTHING_ELSE, *calls,
    )  # fmt: skip
    come = [one.point for one in game_of(table).wagers if one.wager == "come"]
    assert sorted(number for number in come if number) == list(POINTS)
    checked(table, called=called)
