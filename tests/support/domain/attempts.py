"""What a table takes now, found out by trying every command in every way that may be lawful."""

from collections.abc import Iterator
from typing import Final

import msgspec

from domain.commands import Command
from domain.events.envelope import Stamp
from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.round.state import game_at, round_at
from domain.games.pai_gow.wagers.catalogue import CATALOGUE
from domain.hosting import Table, decide, meter_of
from domain.messages.commands import parse_command
from domain.meter.state import Meter
from domain.refusals import Refused
from tests.support.domain.asked import (
    Asked,
    ask,
    buy_in,
    close_table,
    count_drop,
    credit,
    deal,
    expose,
    fill,
    misdeal,
    no_more_bets,
    open_round,
    open_table,
    place,
    play_on,
    reshuffle,
    return_wager,
    roll,
    set_hand,
    set_house,
    surrender,
    void_hand,
    void_round,
)
from tests.support.domain.banked import accept, choose, cut, pass_bank
from tests.support.domain.books_asked import books_attempts, correct_roll, correction_attempts
from tests.support.domain.given import stamp
from tests.support.domain.poker import validated

SEATS: Final = range(1, 7)
MOST: Final = 10**12

_PLAIN: Final = (
    *(open_table(), close_table(), buy_in(), fill("F-try"), credit("C-try"), open_round()),
    *(ask("count_tray", inventory=1), ask("set_out_tiles"), ask("change_tiles")),
    *(ask("change_dice"), no_more_bets(), cut(1), choose("jung_quat"), roll(1, 2, 3)),
    *(ask("no_roll", reason="cocked"), ask("announce_number", number=1)),
    *(
        deal("1-3 1-5 5-6 4-6"),
        set_hand("dealer"),
        set_house(),
        misdeal(),
        misdeal(announced=11),
        validated(),
    ),
    *(void_round(), reshuffle()),
    *(expose("dealer"), expose("dead")),
)


def attempts(table: Table) -> Iterator[Asked]:
    """Every command, for every seat it could be about."""
    yield from _PLAIN
    yield from books_attempts(table)
    for box in table.books.boxes:
        yield count_drop(amount=1, session=box.session, box=box.number)
    for seat in SEATS:
        yield from (pass_bank(seat), place(seat), set_hand(seat), surrender(seat))
        yield return_wager(seat)
        yield from (expose(seat), void_hand(seat), play_on(seat), ask("abandon", seat=seat))
    yield from (correct_roll(1, 1, 5), correct_roll(2, 3, 6))
    if game_at(table).round is None:
        return
    yield ask("deal", hands=_cards(table))
    yield from correction_attempts(table, [_cards(table), _cards(table, first=3)])
    for offer in round_at(table).offered:
        yield accept(offer.seat, MOST, player=offer.player)
    for one in round_at(table).wagers:
        yield ask("withdraw_wager", seat=one.seat, wager=one.wager)


def _cards(table: Table, first: int = 0) -> dict[str, list[str]]:
    """Seven cards for everybody who could have some, from near the top of the deck."""
    state = round_at(table)
    seats = {str(one.seat) for one in state.wagers if CATALOGUE[one.wager].decided_by != "dice"}
    bank = [] if state.bank is None else [str(state.bank.seat)]
    places = dict.fromkeys(["dealer", *bank, *sorted(seats)])
    return {place: list(DECK[first + 7 * at :][:7]) for at, place in enumerate(places)}


def accepted_now(table: Table, meter: Meter | None = None) -> set[str]:
    """The names of all commands that somebody could have accepted."""
    return {asked["command"] for asked in attempts(table) if _is_accepted(table, asked, meter)}


def _is_accepted(table: Table, asked: Asked, meter: Meter | None) -> bool:
    command, moment = _read(asked)
    try:
        decide(table, command, moment, meter if meter_of(table, command) else None)
    except Refused:
        return False
    return True


_READ: Final[dict[bytes, tuple[Command, Stamp]]] = {}


def _read(asked: Asked) -> tuple[Command, Stamp]:
    """Read once each: the same things are attempted at every step of a night."""
    text = msgspec.json.encode(asked)
    if text not in _READ:
        _READ[text] = parse_command(asked), stamp(asked)
    return _READ[text]
