"""Two tables on one meter, in any order: what is on it is what was put there, to the cent."""

from itertools import chain, pairwise
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events import Event
from domain.events.envelope import Posting
from domain.events.meter import (
    MeterContributed,
    MeterEvent,
    MeterFunded,
    MeterOpened,
    MeterPaid,
    MeterReset,
)
from domain.events.round import BetsClosed, ProgressivePaid, RoundClosed, RoundVoided
from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.round.state import game_at
from domain.hosting import Table, decide, evolve, meter_of
from domain.messages.commands import parse_command
from domain.meter.evolve import evolve_meter
from domain.meter.state import Meter
from domain.refusals import Refused
from tests.support.domain.asked import (
    Asked,
    expose,
    no_more_bets,
    open_round,
    place,
    roll,
    set_hand,
    set_house,
    settle,
    surrender,
    void_hand,
    void_round,
)
from tests.support.domain.given import account_totals, stamp
from tests.support.domain.poker import EIGHT, deal_cards, metered, progressive, validated
from tests.support.share import examples
from tests.unit.domain.test_progressive_rows import EXAMPLES

NAMES: Final = ("PG01", "PG02")
SEATS: Final = (1, 2, 3, 4, 5, 6)
RAISED: Final = {"royal_flush": 900_000, "royal_flush_and_pair": 2_500_000}
"""Payouts so high that the meter is often too small."""


@st.composite
def rounds(draw: st.DrawFn, stake: int) -> list[Asked]:
    """One round's commands; one seat's cards are often worth something."""
    seats = sorted(draw(st.sets(st.sampled_from(SEATS), min_size=1, max_size=3)))
    on_meter = draw(st.sets(st.sampled_from(seats)))
    cards = list(draw(st.permutations(DECK)))
    hands: dict[str, str] = {}
    for seat in seats:
        worth = draw(st.sampled_from([None, *EXAMPLES]))
        hand = [] if worth is None else EXAMPLES[worth].split()
        if not set(hand) <= set(cards) or not hand:
            hand = cards[:7]
        cards = [card for card in cards if card not in hand]
        hands[str(seat)] = " ".join(hand)
    begun = [
        open_round(),
        *(place(seat) for seat in seats),
        *(progressive(seat, stake) for seat in sorted(on_meter)),
        *(no_more_bets(), roll(*EIGHT), deal_cards(hands, " ".join(cards[:7]))),
    ]
    end = draw(st.sampled_from(["settle", "settle", "settle", "misdeal", "surrender", "void"]))
    if end == "misdeal":
        return [*begun[: draw(st.integers(2, len(begun)))], void_round()]
    if end == "void":
        begun += [expose(seats[0]), void_hand(seats[0])]
        seats = seats[1:]
    given_up = [surrender(seats[0])] if end == "surrender" else []
    set_all = [*(set_hand(seat) for seat in seats), set_house()]
    # Asked without a supervisor first: where one is needed, it must change nothing.
    return [*begun, *set_all, *given_up, settle(), validated()]


@st.composite
def evenings(draw: st.DrawFn) -> list[Asked]:
    """Both tables' commands in one order, each table's own order kept."""
    stake = draw(st.sampled_from([100, 500]))
    terms: dict[str, Any] = {
        "stake": stake,
        "rate_bp": draw(st.integers(2700, 9999)),
        "initial": draw(st.integers(1_000_000, 1_200_000)),
        "payouts": draw(st.sampled_from([None, RAISED])),
    }
    waiting = {
        name: [metered(**terms), *chain(*draw(st.lists(rounds(stake), max_size=3)))]
        for name in NAMES
    }
    told: list[Asked] = []
    while any(waiting.values()):
        name = draw(st.sampled_from([name for name in NAMES if waiting[name]]))
        told.append({**waiting[name].pop(0), "table": name})
    return told


class Floor:
    """Two tables and their meter, with every event in the order it was made."""

    def __init__(self) -> None:
        self.tables = {name: Table(name=name) for name in NAMES}
        self.meter = Meter(name="M1")
        self.events: list[Event] = []

    def do(self, asked: Asked) -> None:
        table = self.tables[asked["table"]]
        command = parse_command(asked)
        meter = self.meter if meter_of(table, command) else None
        try:
            decided = decide(table, command, stamp(asked), meter)
        except Refused:
            return
        self.tables[table.name] = decided.table
        self.meter = decided.meter or self.meter
        self.events += decided.events

    def of_meter(self) -> list[MeterEvent]:
        return [event for event in self.events if isinstance(event, MeterEvent)]


def play(evening: list[Asked]) -> Floor:
    floor = Floor()
    for asked in evening:
        floor.do(asked)
    return floor


def put(events: list[MeterEvent], *kinds: type[MeterEvent]) -> int:
    return sum(event.amount for event in events if isinstance(event, kinds))


@settings(max_examples=examples(120), deadline=None, database=None, derandomize=True)
@given(evenings())
def test_what_is_on_the_meter_is_what_was_put_there_less_what_was_paid(
    evening: list[Asked],
) -> None:
    moved = play(evening).of_meter()
    for at, event in enumerate(moved, start=1):
        so_far = moved[:at]
        on = put(so_far, MeterOpened, MeterContributed, MeterReset, MeterFunded)
        assert event.after == on - put(so_far, MeterPaid) >= 0
        assert account_totals(tuple(so_far))["progressive_liability"] == -event.after
        assert event.seq == at
        assert event.amount > 0


@settings(max_examples=examples(60), deadline=None, database=None, derandomize=True)
@given(evenings())
def test_replaying_the_streams_gives_the_same_states(evening: list[Asked]) -> None:
    floor = play(evening)
    meter = Meter(name="M1")
    for moved in floor.of_meter():
        meter = evolve_meter(meter, moved)
    assert meter == floor.meter
    for name, table in floor.tables.items():
        again = Table(name=name)
        for event in floor.events:
            if event.key == name:
                again = evolve(again, event)
        assert again == table


@settings(max_examples=examples(60), deadline=None, database=None, derandomize=True)
@given(evenings())
def test_every_account_and_every_round_agrees_with_the_meter(evening: list[Asked]) -> None:
    floor = play(evening)
    totals = account_totals(tuple(floor.events))
    assert sum(totals.values()) == 0
    assert totals.get("patrons", 0) == totals.get("bank", 0) == 0
    assert all(
        sum(event.entries.values()) == 0 for event in floor.events if isinstance(event, Posting)
    )
    paid = [event for event in floor.events if isinstance(event, ProgressivePaid)]
    moved = floor.of_meter()
    assert sum(one.from_meter + one.funded for one in paid) == put(moved, MeterPaid)
    assert sum(one.funded for one in paid) == put(moved, MeterFunded)
    ended = [event for event in floor.events if isinstance(event, RoundClosed | RoundVoided)]
    locked = [
        event.meter for event in floor.events if isinstance(event, BetsClosed) and event.meter
    ]
    assert sum(line.contributed for line in locked) == put(moved, MeterContributed)
    sums = [event.meter for event in ended if event.meter]
    assert sum(line.paid for line in sums) == put(moved, MeterPaid)
    for name, table in floor.tables.items():
        of_table = [event for event in ended if event.table == name]
        if game_at(table).round is None:
            assert table.tray == 10_000_000 + sum(event.tray_delta for event in of_table)


@settings(max_examples=examples(60), deadline=None, database=None, derandomize=True)
@given(evenings())
def test_a_meter_is_reset_exactly_when_it_was_paid_out_whole_by_percentage(
    evening: list[Asked],
) -> None:
    moved = play(evening).of_meter()
    whole = {"natural_royal_flush_and_pair", "five_aces_and_pair"}
    for before, event in pairwise(moved):
        emptied = isinstance(before, MeterPaid) and before.hand in whole
        assert isinstance(event, MeterReset) == emptied
        if emptied:
            assert before.after == 0
            assert event.after == 1_500_000
    for event in moved:
        if isinstance(event, MeterFunded):
            assert moved[moved.index(event) + 1].after == 0
