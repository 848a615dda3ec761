"""What a table offers in detail is what its rules take: every option, and nothing beside them."""

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from domain.games.craps.wagers.catalogue import CATALOGUE as OF_CRAPS
from domain.games.pai_gow.wagers.catalogue import CATALOGUE as OF_PAI_GOW
from domain.hosting import Decided, Table, decide, last_place, meter_of, next_commands, options
from domain.messages.commands import parse_command
from domain.meter.state import Meter
from domain.options import Option
from domain.refusals import Refused
from tests.support.domain.asked import Asked, ask
from tests.support.domain.attempts import attempts
from tests.support.domain.banked import jersey, maryland
from tests.support.domain.craps import POINTS, bet, call_on, open_craps, return_wager
from tests.support.domain.given import given, new_table, stamp
from tests.support.domain.picked import SENSIBLE, covers, picked
from tests.support.domain.poker import TERMS, poker
from tests.support.share import examples

EYE: Final = {"vigorish_method": 2, "standalone": True}
LIMITS: Final = {"pai_gow": [500, 20_000]}
TABLES: Final[dict[str, Asked]] = {
    "NJ": jersey(two_areas=True, triples_bonus=True, limits=LIMITS),
    "NJ, dragon's eye": jersey(two_areas=True, dragons_eye=EYE),
    "NJ poker": poker(banking=True, co_banking=True, dragons_eye=EYE, progressive=TERMS),
    "MD": maryland(pair_fortunes="A", generator=True, dealer_delivery=True, limits=LIMITS),
    "craps": open_craps(seats=3, limits={"pass": [500, 50_000]}),
}
STEPS: Final = examples(120)
SELDOM: Final = frozenset(
    {
        *("close_table", "set_out_tiles", "change_tiles", "change_dice", "count_tray"),
        *("misdeal", "void_round", "reshuffle", "no_roll", "expose", "abandon"),
        *("fill", "credit", "buy_in", "pay_marker", "owe_vigorish", "withdraw_wager"),
        *("return_wager", "surrender"),
    }
)


class Evening:
    """A table played at random by what it offers."""

    def __init__(self, regime: str, seed: int) -> None:
        self.luck = Random(f"{regime}/{seed}")
        self.table = new_table()
        self.meter: Meter | None = None
        self.do(TABLES[regime])

    def decided(self, told: Asked) -> Decided | None:
        command = parse_command(told)
        named = meter_of(self.table, command)
        meter = None if named is None else self.meter or Meter(name=named)
        try:
            return decide(self.table, command, stamp(told), meter)
        except Refused:
            return None

    def do(self, told: Asked) -> None:
        decided = self.decided(told)
        assert decided is not None, told
        self.table, self.meter = decided.table, decided.meter or self.meter

    def step(self) -> None:
        """One of the ways that are offered, mostly one that gets on."""
        ways = list(self.offered())
        usual = [one for one in ways if one["command"] not in SELDOM]
        among = usual if usual and self.luck.random() < 0.9 else ways
        name = self.luck.choice(sorted({one["command"] for one in among}))
        self.do(self.luck.choice([one for one in ways if one["command"] == name]))

    def offered(self) -> Iterator[Asked]:
        for option in options(self.table):
            for told in picked(option, self.luck, f"S-{self.table.seq}"):
                if told.get("amount", 0) < 2 * SENSIBLE:
                    yield told


@pytest.mark.parametrize("regime", TABLES)
def test_every_option_is_taken_and_whatever_is_taken_was_offered(regime: str) -> None:
    evening = Evening(regime, seed=1)
    for at in range(STEPS):
        evening.step()
        shown = options(evening.table)
        assert tuple(one.command for one in shown) == next_commands(evening.table)
        for option in shown:
            for told in picked(option, evening.luck, f"T-{at}"):
                assert evening.decided(told), (at, told)
        by_name = {one.command: one for one in shown}
        for told in tried(evening.table):
            if evening.decided(told) is not None:
                assert covers(by_name[told["command"]], told), (at, told)


def tried(table: Table) -> Iterator[Asked]:
    """Every command for every seat, wager and player that it could be about."""
    of_craps = table.regulation.startswith("nj-craps")
    if not of_craps:
        yield from attempts(table)
    for seat in range(1, last_place(table) + 1):
        for wager in OF_CRAPS if of_craps else OF_PAI_GOW:
            for amount in (1, 100, 660, 5280):
                yield bet(seat, wager, amount)
            yield bet(seat, wager, 500, player="newcomer")
            yield ask("withdraw_wager", seat=seat, wager=wager)
            yield call_on(seat, wager)
            yield return_wager(seat, wager)
            if of_craps:
                yield from (return_wager(seat, wager, point=point) for point in POINTS)


def named(table: Table, command: str) -> Option:
    return next(one for one in options(table) if one.command == command)


def test_a_raise_is_offered_up_to_what_is_left_of_the_limit() -> None:
    table = given(TABLES["NJ"], ask("open_round"), bet(2, "pai_gow", 15_000))
    [spot] = [
        one for one in named(table, "place_wager").spots if (one.seat, one.wager) == (2, "pai_gow")
    ]
    assert spot.limits is not None
    assert (spot.down, spot.limits.least, spot.limits.most) == (15_000, 1, 5000)
    assert (spot.player, spot.label, spot.rule) == ("seat-2", "Pai gow", "19:47-10.5(a)")


def test_a_place_bet_is_offered_in_steps_that_pay_whole_cents() -> None:
    table = given(open_craps(limits={"place_6": [500, 10_000]}), ask("open_round"))
    spots = {(one.seat, one.wager): one for one in named(table, "place_wager").spots}
    limits = spots[16, "place_6"].limits
    assert limits is not None
    assert (limits.least, limits.most, limits.step) == (504, 9996, 6)
    assert (1, "come") not in spots, "no point stands"


def test_the_stacks_are_named_with_where_they_go() -> None:
    table = given(
        *(TABLES["NJ"], ask("open_round"), bet(1, "pai_gow", 2500), ask("no_more_bets")),
        ask("roll", dice=[1, 2, 6]),
    )
    pieces = named(table, "deal").pieces
    assert pieces is not None
    places = ["dealer", "1", *["dead"] * 6]
    assert [one.goes_to for one in pieces.groups] == [(place,) * 4 for place in places]
    assert (len(pieces.whole), pieces.field, pieces.groups[0].size) == (32, "stacks", 4)


def test_no_option_shows_a_hand() -> None:
    """Whoever may ask for it may not see what was dealt."""
    for regime in ("NJ", "NJ poker", "MD"):
        evening = Evening(regime, 7)
        for _ in range(STEPS):
            evening.step()
            for option in options(evening.table):
                pieces = option.pieces
                assert pieces is None or len(pieces.whole) in (32, 53)
