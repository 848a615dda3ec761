"""Whatever is wagered and thrown: every wager is decided once, no cent is lost, replay agrees."""

from collections import Counter
from typing import Any, Final

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as some

from domain.events import Event, encode, topic_of
from domain.events.corrections import RollCorrected, WagerCorrected
from domain.events.round import RoundClosed, RoundVoided, WagerLine, WagerReturned
from domain.hosting import Table, decide, evolve, next_commands
from domain.messages.commands import parse_command
from domain.messages.events import decode
from domain.refusals import Refused
from tests.support.domain.asked import Asked, no_more_bets, open_round
from tests.support.domain.craps import (
    ODDS,
    POINTS,
    STAKE,
    bet,
    call_on,
    correct_roll,
    correct_wager,
    game_of,
    open_craps,
    return_wager,
    throw,
    void_round,
)
from tests.support.domain.given import account_totals, new_table, stamp
from tests.support.share import examples

OPENER: Final = 10_000_000_000
SEATS: Final = some.integers(1, 3)
WAGERS: Final = some.sampled_from(sorted(ODDS))
AMOUNTS: Final = some.sampled_from((STAKE, 2 * STAKE, 100))
DICE: Final = some.tuples(some.integers(1, 6), some.integers(1, 6))

MOVES: Final = some.one_of(
    some.just(open_round()),
    some.builds(bet, SEATS, WAGERS, AMOUNTS),
    some.builds(bet, SEATS, WAGERS, AMOUNTS),
    some.builds(call_on, SEATS, WAGERS),
    some.builds(lambda s, w: {"command": "withdraw_wager", "seat": s, "wager": w}, SEATS, WAGERS),
    some.builds(lambda s, w, a: correct_wager(s, w, amount=a), SEATS, WAGERS, AMOUNTS),
    some.just(void_round()),
    some.just(no_more_bets()),
    some.builds(
        lambda s, w, p: return_wager(s, w, point=p), SEATS, WAGERS, some.sampled_from(POINTS)
    ),
    some.builds(return_wager, SEATS, WAGERS),
)
ROUNDS: Final = some.lists(
    some.one_of(
        MOVES.map(lambda one: [one]),
        DICE.map(lambda dice: [open_round(), no_more_bets(), throw(*dice)]),
        DICE.map(lambda dice: [no_more_bets(), throw(*dice)]),
        DICE.map(lambda dice: [correct_roll(*dice)]),
    ),
    max_size=60,
)


def played(asked: list[list[Asked]]) -> tuple[Table, list[Event]]:
    """What is lawful of it; what is refused must not be called lawful without a reason."""
    table = new_table()
    events: list[Event] = []
    for one in [open_craps(OPENER), *(move for moves in asked for move in moves)]:
        lawful = next_commands(table)
        try:
            table, made, _ = decide(table, parse_command(one), stamp(one))
        except Refused:
            continue
        assert one["command"] in lawful, (one, lawful)
        events += made
    return table, events


def as_it_counts(events: list[Event]) -> list[Event]:
    """Without the rounds that a corrected roll took back."""
    counted: list[Event] = []
    for event in events:
        if isinstance(event, RollCorrected):
            counted = [
                one
                for one in counted
                if not (isinstance(one, RoundClosed) and one.round == event.round)
            ]
        counted.append(event)
    return counted


def on_the_layout(events: list[Event]) -> int:
    """Chips that went onto it and have not come off, by what the events say of them."""
    down = 0
    for event in events:
        match event:
            case RoundClosed(wagers=lines):
                down -= sum(line.amount for line in lines if line.outcome != "retained")
            case WagerReturned(amount=amount):
                down -= amount
            case WagerCorrected():
                down += event.amount - event.was.amount
            case _ if type(event).__name__ == "WagerPlaced":
                down += _amount(event)
            case _ if type(event).__name__ == "WagerWithdrawn":
                down -= _amount(event)
            case _ if getattr(event, "outcome", None) == "void" and _called_off(event):
                down -= _amount(event)
    return down


def _amount(event: Any) -> int:
    amount: int = event.amount
    return amount


def _called_off(event: Event) -> bool:
    return event.rule == "control:void-round"


@settings(max_examples=examples(300), deadline=None)
@given(ROUNDS)
def test_money_is_conserved_and_every_wager_decided_once(asked: list[list[Asked]]) -> None:
    table, events = played(asked)
    counted = as_it_counts(events)
    lines: list[WagerLine] = [
        line for event in counted if isinstance(event, RoundClosed) for line in event.wagers
    ]
    won = sum(line.amount for line in lines if line.outcome == "lose")
    paid = sum(line.paid for line in lines)
    assert table.tray == OPENER + won - paid == account_totals(tuple(events))["tray"]
    assert on_the_layout(counted) == sum(one.amount for one in game_of(table).wagers)
    ends = Counter(event.round for event in counted if isinstance(event, RoundClosed | RoundVoided))
    assert not ends or max(ends.values()) == 1
    assert table.rounds == len(ends)
    spots = [one.spot for one in game_of(table).wagers]
    assert len(set(spots)) == len(spots)


@settings(max_examples=examples(150), deadline=None)
@given(ROUNDS)
def test_the_stored_events_give_the_same_table(asked: list[list[Asked]]) -> None:
    table, events = played(asked)
    again = new_table()
    for event in events:
        again = evolve(again, decode(topic_of(event), encode(event)))
    assert again == table
    assert msgspec.json.decode(msgspec.json.encode(table), type=Table) == table
