"""The floor beside the rules: what it offers next is what they accept, whatever was played."""

import random
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest

from domain.commands.shared import PROPERTY_COMMANDS
from domain.events import Event
from domain.events.round import DiceRolled
from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.round.state import game_at, round_at
from domain.games.pai_gow.wagers.catalogue import CATALOGUE
from domain.hosting import Table, decide, meter_of
from domain.messages.commands import command_names, parse_command
from domain.meter.state import Meter
from domain.refusals import Refused
from projections.floor import Floor, TableRow
from projections.floor.view import TableView, table_view
from tests.support.domain.asked import TILES, Asked, place
from tests.support.domain.attempts import SEATS, accepted_now, attempts
from tests.support.domain.banked import accept, jersey, maryland
from tests.support.domain.given import NAME, new_table, stamp
from tests.support.domain.poker import TERMS, poker
from tests.support.share import some

EYE: Final = {"vigorish_method": 2, "standalone": True}
TABLES: Final[dict[str, Asked]] = {
    "NJ": jersey(two_areas=True, triples_bonus=True),
    "NJ, dragon's eye": jersey(two_areas=True, dragons_eye=EYE),
    "NJ poker": poker(
        banking=True, co_banking=True, two_areas=True, dragons_eye=EYE, progressive=TERMS
    ),
    "NJ poker, generator": poker(generator=True, house_way="basic", progressive=TERMS),
    "MD": maryland(two_areas=True, pair_fortunes="A", generator=True, dealer_delivery=True),
}
SELDOM: Final = {
    *("close_table", "open_table", "set_out_tiles", "change_tiles", "count_drop", "misdeal"),
    *("void_round", "reshuffle", "correct_setting"),
    *("buy_in", "fill", "credit", "count_tray", "change_dice", "no_roll", "withdraw_wager"),
    *("expose", "abandon", "correct_wager", "correct_roll", "correct_deal"),
    *("pay_marker", "remove_box", "owe_vigorish", "recover_vigorish", "correct_entry"),
    *("complain", "hold_dispute", "rule_dispute", "acknowledge"),
}
OF_THE_PROPERTY: Final = set(PROPERTY_COMMANDS)
USUALLY: Final = 0.85
STEPS: Final = 200
MOST_NIGHTS: Final = 6
OF_OTHER_TABLES: Final = {"call_on"}


class Night:
    """One table played at random, every choice from one seed; the floor follows along."""

    def __init__(self, opening: Asked, seed: int) -> None:
        self.luck = random.Random(seed)
        self.opening = opening
        self.table = new_table()
        self.meter: Meter | None = None
        self.row = TableRow(key=NAME, state=self.table)
        self.seen: set[str] = set()
        self.slips = 0
        self.do(opening)

    @property
    def view(self) -> TableView:
        return table_view(self.row)

    def do(self, asked: Asked) -> bool:
        command = parse_command(asked)
        named = meter_of(self.table, command)
        meter = None if named is None else self.meter or Meter(name=named)
        try:
            decided = decide(self.table, command, stamp(asked), meter)
        except Refused:
            return False
        self.table, self.meter = decided.table, decided.meter or self.meter
        for event in decided.events:
            self.follow(event)
        self.seen.add(asked["command"])
        return True

    def follow(self, event: Event) -> None:
        if Floor().place(event) is None:
            return
        if isinstance(event, DiceRolled):
            assert event.shaker == self.view.triples.shaker
        self.row = Floor().fold(self.row, event)

    def step(self) -> None:
        """One of the commands offered next, in some way in which it is accepted."""
        view = self.view
        names = sorted(view.next)
        usual = [name for name in names if name not in SELDOM]
        if set(view.to_set) - set(view.exposed):
            usual.append("expose")
        name = self.luck.choice(usual if usual and self.luck.random() < USUALLY else names)
        ways = [asked for asked in self.choices() if asked["command"] == name]
        self.luck.shuffle(ways)
        # An exposed tile of a seat that plays does not end the round at once.
        ways.sort(key=lambda asked: asked.get("position", 0) not in (0, *view.to_set))
        any(self.do(asked) for asked in ways)

    def choices(self) -> Iterator[Asked]:
        for asked in attempts(self.table):
            yield self.varied(asked)
        if game_at(self.table).round is None or round_at(self.table).phase != "betting":
            return
        for seat in SEATS:
            yield self.some_wager(seat)
        yield from (
            accept(offer.seat, self.luck.choice([4000, 50_000]), player=offer.player, co_bank=True)
            for offer in round_at(self.table).offered
        )

    def varied(self, asked: Asked) -> Asked:
        told: dict[str, Any] = {}
        if asked["command"] == "open_table":
            told = self.opening
        elif asked["command"] in ("fill", "credit"):
            self.slips += 1
            told = {"slip": f"S-{self.slips}"}
        elif asked["command"] == "roll":
            triple = [self.luck.randint(1, 6)] * 3
            told = {"dice": triple if self.luck.random() < 0.4 else asked["dice"]}
        elif "hands" in asked:
            cards = self.luck.sample(DECK, len(DECK))
            told = {"hands": {place: [cards.pop() for _ in range(7)] for place in asked["hands"]}}
        elif asked["command"] == "deal":
            tiles = self.luck.sample(TILES, len(TILES))
            told = {"stacks": [tiles[at : at + 4] for at in range(0, 32, 4)]}
        return {**asked, **told}

    def some_wager(self, seat: int) -> Asked:
        """By the seat's own player, or by one of two who wander."""
        wager = self.luck.choice(CATALOGUE.offered(self.table.terms)).name
        stakes = [100] if wager == "progressive" else [1000, 2500, 5000]
        told = {"wager": wager, "amount": self.luck.choice(stakes)}
        who = self.luck.choice([None, None, "ann", "bob"])
        return {**place(seat), **told, **({"player": who} if who else {})}


def bank_and_seats(table: Table) -> tuple[int | None, tuple[int, ...]]:
    state = game_at(table).round
    if state is None:
        return None, ()
    bank = state.bank.seat if state.bank else None
    seats = {one.seat for one in state.wagers} | ({bank} if bank else set())
    return bank, tuple(sorted(seats))


def cover_is_used_up(table: Table) -> bool:
    """Then no wager on the hands is taken, and there may be no other to make."""
    state = game_at(table).round
    if state is None or state.bank is None:
        return False
    return state.bank.chips < 2500 + sum(one.amount for one in state.playing())


@pytest.mark.parametrize("seed", some(range(4)))
@pytest.mark.parametrize("regime", TABLES)
def test_next_is_what_the_rules_accept_at_every_step_of_a_night(regime: str, seed: int) -> None:
    night = Night(TABLES[regime], seed)
    for at in range(STEPS):
        night.step()
        view = night.view
        told = f"{regime}, seed {seed}, step {at}, {view.phase}"
        assert (view.bank, view.seats) == bank_and_seats(night.table), told
        accepted = accepted_now(night.table, night.meter)
        if cover_is_used_up(night.table) and view.phase == "betting":
            accepted.add("place_wager")
        assert set(view.next) == accepted, told
    assert night.row.state == night.table
    assert msgspec.json.decode(msgspec.json.encode(night.row), type=TableRow) == night.row


def test_the_nights_see_every_command_and_many_banked_rounds() -> None:
    """Sooner or later: what is seldom lawful may take another night."""
    every = command_names() - OF_THE_PROPERTY - OF_OTHER_TABLES
    seen: set[str] = set()
    banks = nights = 0
    while seen != every and nights < MOST_NIGHTS:
        nights += 1
        for opening in TABLES.values():
            night = Night(opening, seed=nights)
            for _ in range(3 * STEPS):
                before = night.view.bank
                night.step()
                banks += before is None and night.view.bank is not None
            seen |= night.seen
    assert seen == every
    assert banks > 30
