"""Whatever a table is asked, in whatever order: the books balance and replay is exact."""

from collections.abc import Callable
from itertools import combinations
from typing import Any, TypeVar

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from domain.commands import parse_command
from domain.events import Event, decode, encode, topic_of
from domain.events.envelope import Posting
from domain.events.round import RoundClosed, RoundVoided, WagerPlaced, WagerWithdrawn
from domain.events.table import ChipsBought, TableOpened, TrayCounted
from domain.refusals import Refused
from domain.table.decide import decide
from domain.table.evolve import evolve
from domain.table.state import Table
from tests.domain.asked import (
    TILES,
    Asked,
    ask,
    buy_in,
    close_table,
    count_drop,
    credit,
    expose,
    fill,
    misdeal,
    no_more_bets,
    open_round,
    open_table,
    place,
    play_on,
    set_hand,
    set_house,
    settle,
    surrender,
    void_hand,
    withdraw,
)
from tests.domain.given import account_totals, new_table, stamp, tray_of

Case = TypeVar("Case", bound=Callable[..., Any])

SEATS = st.integers(1, 6)
CENTS = st.integers(1, 60_000)
TRAYS = st.integers(0, 2_000_000)
DICE = st.lists(st.integers(1, 6), min_size=3, max_size=3)
STEPS = st.sampled_from([None, "requested", "issued", "received", "voided"])
SLIPS = st.sampled_from(["S-1", "S-2", "S-3"])
BOOKS = st.one_of(
    st.builds(buy_in, SEATS, CENTS),
    st.builds(fill, SLIPS, CENTS, step=STEPS),
    st.builds(credit, SLIPS, st.just(5000), step=STEPS),
    st.builds(
        lambda cents, roll: ask("count_tray", inventory=cents, roll=roll), TRAYS, st.booleans()
    ),
)
ANYTHING = [
    *(settle(), set_house(), no_more_bets(), open_round(), open_table(), close_table()),
    *(set_hand(1), surrender(2), void_hand(1), play_on(1), withdraw(3), place(2), place(6)),
    *map(ask, ("set_out_tiles", "change_tiles", "change_dice")),
    ask("accept_bank", seat=1, chips=5),
    ask("roll", dice=[1, 2, 3], shaker=2),
    ask("no_roll", reason="a die on its edge"),
    ask("abandon", seat=1),
    *(count_drop(amount=5, session=1), expose("dealer"), expose("dead"), misdeal()),
]


def in_phase(*phases: str) -> Callable[[Case], Case]:
    """The rule is tried in these phases of a round only, so that rounds get somewhere."""

    def in_one_of_them(machine: "TableMachine") -> bool:
        return machine.table.round is not None and machine.table.round.phase in phases

    return precondition(in_one_of_them)


class TableMachine(RuleBasedStateMachine):
    """One table under a stream of lawful and unlawful commands."""

    def __init__(self) -> None:
        super().__init__()
        self.table: Table = new_table()
        self.folded: Table = new_table()
        self.events: tuple[Event, ...] = ()
        self.tray = 0
        self.drop = 0
        self.standing: dict[int, int] = {}

    def attempt(self, asked: Asked) -> None:
        before, bytes_before = self.table, msgspec.json.encode(self.table)
        try:
            self.table, made, _ = decide(before, parse_command(asked), stamp(asked))
        except Refused as refusal:
            made = []
            cited = bool(refusal.rule and refusal.reason)
            assert (cited, self.table) == (True, before)
        assert msgspec.json.encode(before) == bytes_before
        for event in made:
            self.take(event)

    def take(self, event: Event) -> None:
        """Keep books of our own, from the stored bytes."""
        stored = decode(topic_of(event), encode(event))
        self.folded = evolve(self.folded, stored)
        self.events += (stored,)
        if isinstance(stored, TableOpened):
            self.tray = self.drop = 0
        if isinstance(stored, Posting):
            assert sum(stored.entries.values()) == 0
            self.tray += stored.entries.get("tray", 0)
        if isinstance(stored, TrayCounted) and stored.roll:
            self.tray = stored.counted
        if isinstance(stored, ChipsBought):
            self.drop += stored.amount
        if isinstance(stored, WagerPlaced):
            self.standing[stored.seat] = self.standing.get(stored.seat, 0) + stored.amount
        if isinstance(stored, WagerWithdrawn):
            assert self.standing.pop(stored.seat) == stored.amount
        if isinstance(stored, RoundClosed | RoundVoided):
            self.check_summary(stored)

    def among(self, seat: int, likely: list[int]) -> int:
        """Mostly a seat that has something to say; now and then one that has not."""
        return likely[seat % len(likely)] if likely and seat < 6 else seat

    def check_summary(self, ended: RoundClosed | RoundVoided) -> None:
        in_round = tuple(event for event in self.events if event.round == ended.round)
        assert ended.tray_delta == tray_of(in_round)
        assert {line.seat: line.amount for line in ended.wagers} == self.standing
        won = sum(line.paid - line.vigorish for line in ended.wagers)
        taken = ("lose", "surrender")
        lost = sum(line.amount for line in ended.wagers if line.outcome in taken)
        assert ended.tray_delta == lost - won
        self.standing.clear()

    @invariant()
    def the_books_balance(self) -> None:
        assert sum(account_totals(self.events).values()) == 0
        assert self.table.tray == self.tray
        assert self.table.drop == self.drop

    @invariant()
    def the_stored_bytes_fold_to_the_same_table(self) -> None:
        assert self.folded == self.table
        assert self.table.seq == len(self.events)

    @initialize(
        inventory=TRAYS, vigorish=st.sampled_from(["quarter", "cent"]), limited=st.booleans()
    )
    def open_the_table(self, inventory: int, vigorish: str, limited: bool) -> None:
        limits = {"pai_gow": [500, 50_000]} if limited else {}
        self.attempt(open_table(inventory, vigorish=vigorish, limits=limits))

    @precondition(lambda self: self.table.round is None)
    @rule(wagers=st.dictionaries(SEATS, CENTS, max_size=6))
    def open_a_round(self, wagers: dict[int, int]) -> None:
        self.attempt(open_round())
        for seat, cents in wagers.items():
            self.attempt(place(seat, cents))

    @in_phase("betting")
    @rule(seat=SEATS, cents=CENTS, coupon=st.integers(0, 2500), named=st.booleans())
    def wager(self, seat: int, cents: int, coupon: int, named: bool) -> None:
        asked = place(seat, cents, coupon=coupon)
        self.attempt(asked | {"player": "wanderer"} if named else asked)

    @in_phase("betting")
    @rule(seat=SEATS)
    def take_back(self, seat: int) -> None:
        self.attempt(withdraw(seat))

    @precondition(lambda self: self.table.round is not None)
    @rule(dice=DICE, tiles=st.permutations(TILES))
    def go_on(self, dice: list[int], tiles: list[str]) -> None:
        """What lawfully comes next, up to the deal, then to the house's hand, then to the end."""
        assert self.table.round is not None
        stacks = [tiles[at : at + 4] for at in range(0, 32, 4)]
        to_the_deal = [no_more_bets(), ask("roll", dice=dice), ask("deal", stacks=stacks)]
        choices = [play_on(seat) for seat in self.table.round.exposed]
        settings = [set_hand(seat) for seat in self.table.round.unset()]
        next_steps = {
            "betting": to_the_deal,
            "no_more_bets": to_the_deal[1:],
            "rolled": to_the_deal[2:],
            "dealt": [*choices, *settings, set_house()],
            "house_set": [settle()],
        }
        for asked in next_steps[self.table.round.phase]:
            self.attempt(asked)

    @in_phase("dealt")
    @rule(seat=SEATS, split=st.sampled_from(list(combinations(range(4), 2))))
    def set_freely(self, seat: int, split: tuple[int, int]) -> None:
        assert self.table.round is not None
        hand = self.table.round.hands.get(str(seat), ("6-6", "6-6", "1-1", "1-1"))
        high = " ".join(hand[at] for at in split)
        low = " ".join(tile for at, tile in enumerate(hand) if at not in split)
        self.attempt(set_hand(seat, high, low))

    @in_phase("dealt")
    @rule(seat=SEATS, choice=st.sampled_from([void_hand, play_on, expose]))
    def expose_a_tile(self, seat: int, choice: Callable[[int], Asked]) -> None:
        exposed = self.among(seat, [*self.standing])
        self.attempt(expose(exposed))
        self.attempt(choice(exposed))

    @in_phase("house_set")
    @rule(seat=SEATS, misdealt=st.booleans())
    def give_up(self, seat: int, misdealt: bool) -> None:
        self.attempt(surrender(self.among(seat, [*self.standing])))
        if misdealt:
            self.attempt(misdeal())

    @rule(asked=BOOKS)
    def keep_the_books(self, asked: Asked) -> None:
        self.attempt(asked)

    @precondition(lambda self: self.table.round is None and self.table.rounds > 0)
    @rule(counted=TRAYS, box=CENTS, opener=TRAYS)
    def close_count_and_open_again(self, counted: int, box: int, opener: int) -> None:
        self.attempt(close_table(counted))
        self.attempt(count_drop(amount=box))
        self.attempt(open_table(opener))

    @rule(asked=st.sampled_from(ANYTHING))
    def ask_anything(self, asked: Asked) -> None:
        self.attempt(asked)


TableMachine.TestCase.settings = settings(
    max_examples=100, stateful_step_count=60, deadline=None, database=None
)
TestATable = TableMachine.TestCase
