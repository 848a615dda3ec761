"""Rounds that a player banks, with as little said as a test needs."""

from collections.abc import Iterable
from typing import Any, Final

from domain.events.round import RoundClosed, RoundOpened
from domain.games.pai_gow.round.state import game_at, round_at
from domain.hosting import Table
from tests.support.domain.asked import (
    Asked,
    ask,
    deal,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    set_hand,
    set_house,
    settle,
    stacks,
)
from tests.support.domain.given import Happened, given, when

BANK_HAND: Final = "1-3 1-5 5-6 4-6"
"""By the house way seven high with foo (1-5 5-6), four low with gor (1-3 4-6)."""
WIN: Final = "6-6 1-6 / 5-5 2-3"
ALSO_WIN: Final = "1-1 4-5 / 4-4 1-6"
LOSE: Final = "5-5 1-5 / 3-3 3-4"
PUSH: Final = "5-6 2-6 / 2-2 3-6"
"""Of seats against that hand; all of them can be dealt in one round."""
DEALER_WINS: Final = "6-6 4-4 1-1 1-3"
DEALER_PUSHES: Final = "1-1 3-3 6-6 4-6"
DEALER_LOSES: Final = "1-1 1-3 6-6 4-6"
"""Of the dealer against it, set by the house way."""
TO_THE_DEALER: Final = {
    1: (1, 2, 5),
    2: (1, 2, 4),
    3: (1, 2, 3),
    4: (1, 1, 3),
    5: (1, 1, 2),
    6: (2, 4, 5),
}
"""Dice that give the first stack to the dealer, counted from each bank (19:47-10.8(j))."""


def jersey(**elections: Any) -> Asked:
    return open_table(**{"banking": True, "co_banking": True, **elections})


def maryland(**elections: Any) -> Asked:
    return jersey(regulation="md-pai-gow", **elections)


OPENINGS: Final = {"NJ": jersey, "MD": maryland}


def pass_bank(seat: int) -> Asked:
    return ask("pass_bank", seat=seat)


def accept(seat: int, chips: int = 1_000_000, **fields: Any) -> Asked:
    return ask("accept_bank", seat=seat, chips=chips, **fields)


def cut(stacks_moved: int | list[int]) -> Asked:
    return ask("cut", stacks=stacks_moved)


def choose(style: str) -> Asked:
    return ask("choose_delivery", style=style)


def played_out(table: Table) -> Happened:
    """The round from "no more bets" to its end, every hand by the house way."""
    dealt = when(table, no_more_bets(), roll(1, 2, 6), deal(BANK_HAND)).table
    state = game_at(dealt).round
    assert state is not None
    order = sorted(state.playing(), key=lambda one: (-one.amount, one.seat))
    own = [set_hand("dealer")] if state.dealer_plays else []
    return when(dealt, *(set_hand(one.seat) for one in order), *own, set_house(), settle())


def after_round(table: Table, *seats: int, bank: int | None = None, cents: int = 2500) -> Table:
    """The table after one more whole round; the seats before the bank pass."""
    table = when(table, open_round()).table
    state = game_at(table).round
    assert state is not None
    if bank is not None:
        offers = [one.seat for one in state.offered]
        before = offers[: offers.index(bank)]
        table = when(table, *map(pass_bank, before), accept(bank)).table
    wagers = [place(seat, cents) for seat in seats if seat != bank]
    return played_out(when(table, *wagers).table).table


def after_first(opening: Asked, *seats: int, cents: int = 2500) -> Table:
    """Opened, and one round played against the dealer, which nobody may bank."""
    return after_round(given(opening), *seats, cents=cents)


def offered(table: Table) -> list[int] | str:
    """Whom the bank is offered to in the next round, in order; or that the dealer keeps it."""
    opened = when(table, open_round()).one(RoundOpened)
    assert not (opened.offered and opened.dealer_keeps)
    return "dealer keeps" if opened.dealer_keeps else [one.seat for one in opened.offered]


def accepted(table: Table, seat: int, **fields: Any) -> Table:
    """The next round, banked by this seat; those before it pass."""
    seats = offered(table)
    assert isinstance(seats, list)
    before = map(pass_bank, seats[: seats.index(seat)])
    return when(table, open_round(), *before, accept(seat, **fields)).table


def dealt(table: Table, hands: dict[int, str], dealer: str, house: str = BANK_HAND) -> Table:
    """From "no more bets" to the deal of these hands in a banked round."""
    banker = round_at(table).bank
    assert banker is not None
    bank = banker.seat
    laid = {str(seat): hand.replace("/", "") for seat, hand in hands.items()}
    told = stacks({"dealer": dealer, str(bank): house, **laid})
    dice = roll(*TO_THE_DEALER[bank])
    return when(table, no_more_bets(), dice, ask("deal", stacks=told)).table


def up_to_settlement(
    table: Table, wagers: Iterable[Asked], hands: dict[int, str], dealer: str = DEALER_LOSES
) -> Table:
    """A banked round with these wagers, its hands set as written, the bank's by the house way."""
    table = dealt(when(table, *wagers).table, hands, dealer)
    own = [set_hand("dealer")] if round_at(table).dealer_plays else []
    settings = [set_hand(seat, *hand.split("/")) for seat, hand in hands.items()]
    return when(table, *settings, *own, set_house()).table


def settled(
    table: Table, wagers: dict[int, int], hands: dict[int, str], dealer: str = DEALER_LOSES
) -> Happened:
    """A banked round to its end."""
    placed = [place(seat, cents) for seat, cents in wagers.items()]
    return when(up_to_settlement(table, placed, hands, dealer), settle())


def closed(then: Happened) -> RoundClosed:
    return then.one(RoundClosed)
