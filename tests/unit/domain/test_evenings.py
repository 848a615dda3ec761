"""Whole evenings of likely play under all elections: every cent is somewhere, every replay exact."""

from collections import Counter
from random import Random
from typing import Final

import msgspec
import pytest

from domain.events import Event, encode, topic_of
from domain.events.round import RoundClosed, RoundVoided
from domain.hosting import Table, decide, evolve
from domain.messages.commands import parse_command
from domain.messages.events import decode
from domain.refusals import Refused
from tests.support.domain.asked import Asked
from tests.support.domain.at_the_dice import ON_THE_EYE, ON_TRIPLES
from tests.support.domain.evenings import ANYTHING
from tests.support.domain.given import new_table, stamp
from tests.support.domain.likely_moves import likely_move
from tests.support.domain.own_books import OwnBooks
from tests.support.share import examples

SEEDS: Final = range(examples(64))
MOVES: Final = 400


def taken(table: Table, asked: Asked) -> tuple[Table, list[Event]] | None:
    """What the command makes of the table; None where it is refused."""
    try:
        return decide(table, parse_command(asked), stamp(asked))[:2]
    except Refused:
        return None


def an_evening(seed: int) -> list[Event]:
    """Every move is decided twice, the second time after something was refused."""
    chance, books, events = Random(seed), OwnBooks(), list[Event]()
    table = folded = new_table()
    for _ in range(MOVES):
        asked = likely_move(table, chance)
        before = msgspec.json.encode(table)
        made = taken(table, asked)
        if taken(table, chance.choice(ANYTHING)) is None:
            assert taken(table, asked) == made, (seed, asked)
        assert msgspec.json.encode(table) == before, (seed, asked)
        if made is None:
            continue
        table, new = made
        for event in new:
            stored = decode(topic_of(event), encode(event))
            folded = evolve(folded, stored)
            books.take(stored)
            events.append(stored)
        assert (folded, table.tray) == (table, books.tray), (seed, asked)
    return events


@pytest.fixture(scope="module")
def ended() -> list[RoundClosed | RoundVoided]:
    """The rounds of all evenings, by the seeds named above."""
    evenings = [an_evening(seed) for seed in SEEDS]
    return [
        event
        for events in evenings
        for event in events
        if isinstance(event, RoundClosed | RoundVoided)
    ]


def test_every_kind_of_ending_was_lived_through(ended: list[RoundClosed | RoundVoided]) -> None:
    seen = Counter((line.wager, line.outcome) for event in ended for line in event.wagers)
    hands = ("win", "lose", "push", "surrender", "void", "abandoned")
    fortunes = ("win", "lose", "void", "abandoned")
    on_the_dice = [(wager, "lose") for wager in (*ON_TRIPLES, *ON_THE_EYE)]
    expected = {
        *(("pai_gow", outcome) for outcome in hands),
        *(("pair_fortunes", outcome) for outcome in fortunes),
        *(("dice_bonus", outcome) for outcome in ("retained", "win", "void")),
        *on_the_dice,
        *((wager, "win") for wager in ("any_triple", "even", "odd", "match", "double", "triple")),
    }
    assert not expected - seen.keys()


def test_banks_and_co_banks_won_and_lost(ended: list[RoundClosed | RoundVoided]) -> None:
    banks = {
        (event.bank.co_bank, (event.bank.net > 0) - (event.bank.net < 0))
        for event in ended
        if event.bank is not None
    }
    assert banks == {(co_bank, side) for co_bank in (False, True) for side in (-1, 0, 1)}
    dealers = {event.dealer_wager.outcome for event in ended if event.dealer_wager is not None}
    assert dealers == {"win", "lose", "push", "void"}
