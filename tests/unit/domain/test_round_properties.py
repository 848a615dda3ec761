"""Whatever a table is asked, in whatever order: the books balance and replay is exact."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any, TypeVar

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from domain.events import Event, encode, topic_of
from domain.games.pai_gow.round.state import Round, game_at, round_at
from domain.hosting import Table, decide, evolve
from domain.messages.commands import parse_command
from domain.messages.events import decode
from domain.refusals import Refused
from tests.support.domain.asked import (
    TILES,
    Asked,
    ask,
    close_table,
    count_drop,
    expose,
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
)
from tests.support.domain.at_the_dice import accept_bank, take_down
from tests.support.domain.evenings import (
    ANYTHING,
    BETS,
    BOOKS,
    CENTS,
    DICE,
    NOT_PERMITTED,
    SEATS,
    STYLES,
    SUBMISSIONS,
    TRAYS,
    WAGERS,
    Elections,
)
from tests.support.domain.given import account_totals, estimated_drop, new_table, stamp
from tests.support.domain.likely_moves import likely_move
from tests.support.domain.own_books import OwnBooks
from tests.support.share import examples

Case = TypeVar("Case", bound=Callable[..., Any])

SPLITS = st.sampled_from(list(combinations(range(4), 2)))


def outcome(table: Table, asked: Asked) -> tuple[Table, list[Event], str | None]:
    """The table after the command, its events, or the rule that refused it."""
    try:
        after, made, _ = decide(table, parse_command(asked), stamp(asked))
    except Refused as refusal:
        refused = refusal
    else:
        return after, made, None
    assert refused.rule
    assert refused.reason
    return table, [], refused.rule


def in_phase(*phases: str) -> Callable[[Case], Case]:
    """The rule is tried in these phases of a round only, so that rounds get somewhere."""

    def in_one_of_them(machine: "TableMachine") -> bool:
        return game_at(machine.table).round is not None and round_at(machine.table).phase in phases

    return precondition(in_one_of_them)


class TableMachine(RuleBasedStateMachine):
    """One table under a stream of lawful and unlawful commands."""

    def __init__(self) -> None:
        super().__init__()
        self.table: Table = new_table()
        self.folded: Table = new_table()
        self.events = 0
        self.accounts: Counter[str] = Counter()
        self.books = OwnBooks()

    @property
    def round(self) -> Round:
        return round_at(self.table)

    def attempt(self, asked: Asked) -> None:
        before, bytes_before = self.table, msgspec.json.encode(self.table)
        self.table, made, _ = outcome(before, asked)
        assert msgspec.json.encode(before) == bytes_before
        for event in made:
            stored = decode(topic_of(event), encode(event))
            self.folded = evolve(self.folded, stored)
            self.events += 1
            self.accounts.update(account_totals((stored,)))
            self.books.take(stored)

    def among(self, seat: int) -> int:
        """Mostly a seat that has something to say; now and then one that has not."""
        likely = [wager.seat for wager in self.round.wagers]
        return likely[seat % len(likely)] if likely and seat < 6 else seat

    @invariant()
    def the_books_balance(self) -> None:
        assert sum(self.accounts.values()) == 0
        drop = estimated_drop(self.table)
        assert (self.table.tray, drop) == (self.books.tray, self.books.drop)
        assert self.table.in_tray() == self.books.tray - self.books.out

    @invariant()
    def the_stored_bytes_fold_to_the_same_table(self) -> None:
        assert self.folded == self.table
        assert self.table.seq == self.events

    @initialize(inventory=TRAYS, elected=SUBMISSIONS, wrong=st.sampled_from(NOT_PERMITTED))
    def open_the_table(self, inventory: int, elected: Elections, wrong: Asked) -> None:
        self.attempt(wrong)
        assert self.table == new_table()
        self.attempt(open_table(inventory, **elected))
        assert self.table.is_open

    @precondition(lambda self: self.table.is_open and self.table.open_round() is None)
    @rule(
        wagers=st.dictionaries(SEATS, CENTS, max_size=6),
        bets=st.lists(BETS, max_size=6),
        bank=st.sampled_from([None, "bank", "co_bank"]),
        against=st.integers(0, 5000),
    )
    def open_a_round(
        self, wagers: dict[int, int], bets: list[Asked], bank: str | None, against: int
    ) -> None:
        self.attempt(open_round())
        if bank is not None and self.round.offered:
            first, *_ = self.round.offered
            chips = sum(wagers.values()) + 60_000
            terms = {"co_bank": True} if bank == "co_bank" else {"dealer_wager": against}
            self.attempt(accept_bank(first.seat, chips, player=first.player, **terms))
        for seat, cents in wagers.items():
            self.attempt(place(seat, cents))
        for asked in bets:
            self.attempt(asked)

    @rule(seed=st.integers(0, 10**6), moves=st.integers(1, 60))
    def play_for_a_while(self, seed: int, moves: int) -> None:
        chance = Random(seed)
        for _ in range(moves):
            self.attempt(likely_move(self.table, chance))

    @in_phase("betting")
    @rule(asked=BETS)
    def wager(self, asked: Asked) -> None:
        self.attempt(asked)

    @in_phase("betting")
    @rule(seat=SEATS, wager=WAGERS, bonus=st.booleans())
    def take_back(self, seat: int, wager: str, bonus: bool) -> None:
        self.attempt(take_down(self.among(seat), "dice_bonus" if bonus else wager))

    @in_phase("betting")
    @rule(seat=SEATS, chips=CENTS, passes=st.booleans(), co_bank=st.booleans())
    def offer_the_bank(self, seat: int, chips: int, passes: bool, co_bank: bool) -> None:
        offered = [offer.seat for offer in self.round.offered]
        turn = offered[0] if offered and seat < 4 else seat
        asked = accept_bank(turn, chips * 5, co_bank=co_bank)
        self.attempt(ask("pass_bank", seat=turn) if passes else asked)

    @in_phase("betting", "no_more_bets")
    @rule(stacks=st.integers(1, 7), style=st.sampled_from(STYLES), number=st.integers(1, 99))
    def prepare_the_deal(self, stacks: int, style: str, number: int) -> None:
        self.attempt(ask("cut", stacks=stacks))
        self.attempt(ask("choose_delivery", style=style))
        if stacks == 1:
            self.attempt(ask("announce_number", number=number))

    @precondition(lambda self: self.table.open_round() is not None)
    @rule(dice=DICE, tiles=st.permutations(TILES))
    def go_on(self, dice: list[int], tiles: list[str]) -> None:
        """What lawfully comes next, up to the deal, then to the house's hand, then to the end."""
        stacks = [tiles[at : at + 4] for at in range(0, 32, 4)]
        to_the_deal = [no_more_bets(), ask("roll", dice=dice), ask("deal", stacks=stacks)]
        choices = [play_on(seat) for seat in self.round.exposed]
        larger_first = sorted(self.round.playing(), key=lambda one: -one.amount - one.coupon)
        unset = self.round.unset()
        hands = [set_hand(one.seat) for one in larger_first if one.seat in unset]
        own = [set_hand("dealer")] if self.round.dealer_to_set else []
        next_steps = {
            "betting": to_the_deal,
            "no_more_bets": to_the_deal[1:],
            "rolled": to_the_deal[2:],
            "dealt": [*choices, *hands, *(own if dice[0] > 3 else []), set_house()],
            "house_set": [*own, settle()],
        }
        for asked in next_steps[self.round.phase]:
            self.attempt(asked)

    @in_phase("dealt")
    @rule(seat=SEATS, split=SPLITS, house=st.booleans())
    def set_freely(self, seat: int, split: tuple[int, int], house: bool) -> None:
        position = self.round.house_position if house else str(seat)
        hand = self.round.hands.get(position, ("6-6", "6-6", "1-1", "1-1"))
        high = " ".join(hand[at] for at in split)
        low = " ".join(tile for at, tile in enumerate(hand) if at not in split)
        self.attempt(set_house(high, low) if house else set_hand(seat, high, low))

    @in_phase("dealt")
    @rule(seat=SEATS, choice=st.sampled_from([void_hand, play_on, expose]))
    def expose_a_tile(self, seat: int, choice: Callable[[int], Asked]) -> None:
        exposed = self.among(seat)
        self.attempt(expose(exposed))
        self.attempt(choice(exposed))

    @in_phase("no_more_bets", "rolled", "dealt", "house_set")
    @rule(seat=SEATS, given_up=st.booleans(), misdealt=st.sampled_from([True, *[False] * 5]))
    def give_up(self, seat: int, given_up: bool, misdealt: bool) -> None:
        leaving = self.among(seat)
        self.attempt(surrender(leaving) if given_up else ask("abandon", seat=leaving))
        if misdealt:
            self.attempt(misdeal())

    @rule(asked=BOOKS)
    def keep_the_books(self, asked: Asked) -> None:
        self.attempt(asked)

    @precondition(
        lambda self: (
            not self.table.is_open or (self.table.open_round() is None and self.table.rounds > 2)
        )
    )
    @rule(counted=TRAYS, box=CENTS, opener=TRAYS, elected=SUBMISSIONS)
    def close_count_and_open_again(
        self, counted: int, box: int, opener: int, elected: Elections
    ) -> None:
        self.attempt(close_table(counted))
        self.attempt(count_drop(amount=box))
        self.attempt(open_table(opener, **elected))

    @rule(refused=st.sampled_from(ANYTHING), asked=st.sampled_from(ANYTHING))
    def ask_anything(self, refused: Asked, asked: Asked) -> None:
        """A refusal leaves no trace: what comes after it ends as if nobody had asked."""
        after, _, rule_broken = outcome(self.table, refused)
        if rule_broken is not None:
            assert after is self.table
            assert outcome(after, asked) == outcome(self.folded, asked)
        self.attempt(asked)


TableMachine.TestCase.settings = settings(
    max_examples=examples(120),
    stateful_step_count=50,
    deadline=None,
    database=None,
    print_blob=True,
)
TestATable = TableMachine.TestCase
