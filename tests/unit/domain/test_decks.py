"""Two decks in turn beside a shuffling device (19:47-11.2(b)): recorded, and held."""

from typing import Final

import pytest
from msgspec.structs import replace

from domain.commands.errors import CommandError
from domain.events import encode
from domain.games.pai_gow.messages.events import CardsDealt
from domain.games.pai_gow.round.state import game_at
from domain.hosting import Table
from domain.messages.commands import parse_command
from tests.support.domain.asked import (
    Asked,
    ask,
    deal,
    misdeal,
    no_more_bets,
    open_round,
    place,
    roll,
    set_hand,
    set_house,
    settle,
)
from tests.support.domain.bookkeeping import DEALER, FLOOR, SIGNED
from tests.support.domain.given import given, then_refused, when
from tests.support.domain.poker import EIGHT, LOSES, WINS, deal_cards, poker

PARAGRAPH: Final = "19:47-11.2(b)"
FULL: Final = {**poker(controls="full"), **SIGNED, "actor": FLOOR}


def dealt(deck: str | None, hand: str = LOSES) -> Asked:
    told = deal_cards({1: hand})
    return told if deck is None else {**told, "deck": deck}


def to_the_deal(table: Table) -> Table:
    steps = (open_round(), place(1), no_more_bets(), roll(*EIGHT))
    return when(table, *map(by_the_dealer, steps)).table


def by_the_dealer(asked: Asked) -> Asked:
    return {**asked, "actor": DEALER}


def a_round(table: Table, deck: str | None) -> Table:
    rest = (dealt(deck), set_hand(1), set_house(), settle())
    return when(to_the_deal(table), *map(by_the_dealer, rest)).table


def refuses(table: Table, deck: str | None) -> None:
    then_refused(to_the_deal(table), by_the_dealer(dealt(deck)), rule=PARAGRAPH)


def test_it_is_recorded_where_it_is_told() -> None:
    table = to_the_deal(given(poker()))
    assert when(table, dealt("red")).one(CardsDealt).deck == "red"
    assert b"deck" not in encode(when(table, dealt(None)).one(CardsDealt))


def test_each_is_used_for_every_other_round() -> None:
    table = a_round(given(FULL), "red")
    refuses(table, "red")
    refuses(table, None)
    table = a_round(table, "blue")
    refuses(table, "blue")
    refuses(table, "green")
    assert a_round(table, "red").rounds == 3


def test_one_deck_needs_no_name() -> None:
    table = a_round(a_round(given(FULL), None), None)
    assert table.rounds == 2


def test_under_basic_controls_decks_that_are_named_alternate_as_well() -> None:
    table = a_round(a_round(given(poker()), "red"), "blue")
    for deck in ("blue", "green"):
        then_refused(to_the_deal(table), dealt(deck), rule=PARAGRAPH)
    assert a_round(a_round(table, None), "blue").rounds == 4


def test_version_2_only_recorded_them_under_basic_controls() -> None:
    table = replace(given(poker()), regulation="nj-pai-gow-poker@2")
    for deck in ("red", "red", None, "green", "green"):
        table = a_round(table, deck)
    assert table.rounds == 5


def test_other_cards_may_have_other_names() -> None:
    table = a_round(a_round(given(FULL), "red"), "blue")
    changed = when(table, by_the_dealer(ask("change_tiles", reason="worn", **SIGNED))).table
    assert a_round(a_round(changed, "blue"), "green").rounds == 4


def test_a_void_round_used_its_deck_and_one_that_was_not_dealt_used_none() -> None:
    dealing = when(to_the_deal(a_round(given(FULL), "red")), by_the_dealer(dealt("blue"))).table
    void = when(dealing, by_the_dealer(misdeal())).table
    refuses(void, "blue")
    assert a_round(void, "red").rounds == 3


def test_a_corrected_deal_keeps_its_deck_unless_that_was_wrong_too() -> None:
    why = {"reason": "keyed in wrong", "supervisor": "Ann", "command": "correct_deal"}
    table = when(to_the_deal(a_round(given(FULL), "red")), by_the_dealer(dealt("blue"))).table
    kept = when(table, by_the_dealer({**dealt(None, WINS), **why}))
    assert kept.one(CardsDealt).deck == "blue"
    then_refused(table, by_the_dealer({**dealt("red", WINS), **why}), rule=PARAGRAPH)
    other = when(table, by_the_dealer({**dealt("green"), **why}))
    assert other.one(CardsDealt).deck == "green"
    then_refused(table, by_the_dealer({**dealt("blue"), **why}), rule="control:correction")
    ended = when(other.table, *map(by_the_dealer, (set_hand(1), set_house(), settle()))).table
    assert game_at(ended).decks.names == ("red", "green")


@pytest.mark.parametrize("deck", ["red", ""])
def test_tiles_have_no_deck(deck: str) -> None:
    with pytest.raises(CommandError):
        parse_command({**deal("1-3 1-5 5-6 4-6"), "deck": deck})
