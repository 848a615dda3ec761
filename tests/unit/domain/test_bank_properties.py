"""Banked rounds at random, beside a second computation of who gets what."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from domain.events.envelope import Posting
from domain.events.round import RoundClosed
from domain.games.pai_gow.round.state import Round, game_at
from domain.hosting import Table
from tests.support.domain.asked import (
    TILES,
    Asked,
    ask,
    no_more_bets,
    place,
    set_hand,
    set_house,
    settle,
    surrender,
)
from tests.support.domain.bank_by_the_book import BankedRound, Gains, Stake, gains_of
from tests.support.domain.banked import accepted, after_first, choose, jersey, maryland
from tests.support.domain.by_the_book import Split, house_way, splits
from tests.support.domain.given import Happened, account_totals, when
from tests.support.share import examples

LAST_STAKE: Final = 7777
"""What the bank's seat wagered against the dealer before: the most that the dealer wagers."""
STYLES: Final = ("house_way_from_right", "jung_quat", "pin_say_from_left", "dragon_head_from_right")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is done in one random round."""

    regulation: Callable[..., Asked]
    rounding: str
    bank: int
    wagers: dict[int, tuple[int, int]]
    fields: dict[str, Any]
    style: str
    dice: list[int]
    stacks: list[list[str]]
    ways: list[int]
    gives_up: frozenset[int]
    dealer_first: bool


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    regulation = draw(st.sampled_from([jersey, maryland]))
    bank = draw(st.integers(1, 6))
    coupons = st.integers(0, 3000) if regulation is jersey else st.just(0)
    stake = st.tuples(st.integers(1, 20_000), coupons)
    wagers = draw(st.dictionaries(st.integers(1, 6).filter(lambda seat: seat != bank), stake))
    alone = st.fixed_dictionaries({"dealer_wager": st.integers(0 if wagers else 1, LAST_STAKE)})
    sharing = st.just({"co_bank": True})
    tiles = draw(st.permutations(TILES))
    return Plan(
        regulation=regulation,
        rounding=draw(st.sampled_from(["quarter", "cent"])),
        bank=bank,
        wagers=wagers,
        fields=draw(st.one_of(alone, sharing) if wagers else alone),
        style=draw(st.sampled_from(STYLES)),
        dice=draw(st.lists(st.integers(1, 6), min_size=3, max_size=3)),
        stacks=[tiles[at : at + 4] for at in range(0, 32, 4)],
        ways=draw(st.lists(st.integers(0, 2), min_size=7, max_size=7)),
        gives_up=draw(st.frozensets(st.sampled_from(sorted(wagers)))) if wagers else frozenset(),
        dealer_first=draw(st.booleans()),
    )


def setting(asked: Callable[..., Asked], split: Split, *seat: int | str) -> Asked:
    return asked(*seat, " ".join(split.high), " ".join(split.low))


def play(plan: Plan) -> tuple[BankedRound, Happened]:
    """The round as it was played, and what came of it."""
    opening = plan.regulation(vigorish=plan.rounding)
    table = accepted(after_first(opening, plan.bank, cents=LAST_STAKE), plan.bank, **plan.fields)
    placed = [place(seat, chips, coupon=coupon) for seat, (chips, coupon) in plan.wagers.items()]
    table = when(
        table,
        *placed,
        no_more_bets(),
        choose(plan.style),
        ask("roll", dice=plan.dice),
        ask("deal", stacks=plan.stacks),
    ).table
    told = as_planned(plan, table)
    hands = [setting(set_hand, stake.hand, seat) for seat, stake in told.stakes.items()]
    own = [set_hand("dealer")] if told.dealer_hand else []
    house = [setting(set_house, told.house)]
    order = [*own, *house] if plan.dealer_first else [*house, *own]
    given_up = map(surrender, sorted(plan.gives_up))
    return told, when(table, *hands, *order, *given_up, settle())


def as_planned(plan: Plan, table: Table) -> BankedRound:
    state = game_at(table).round
    assert state is not None
    assert state.bank is not None
    four = state.hands[str(plan.bank)]
    free = splits(four)[plan.ways[0]]
    return BankedRound(
        maryland=plan.regulation is maryland,
        rounding=plan.rounding,
        house=house_way(four)[0] if state.bank.co_bank else free,
        stakes={
            seat: Stake(chips, coupon, hand_of(plan, state, seat), seat in plan.gives_up)
            for seat, (chips, coupon) in plan.wagers.items()
        },
        co_bank=state.bank.co_bank,
        dealer_chips=state.bank.dealer_wager,
        dealer_hand=house_way(state.hands["dealer"])[0] if "dealer" in state.hands else None,
    )


def hand_of(plan: Plan, state: Round, seat: int) -> Split:
    return splits(state.hands[str(seat)])[plan.ways[seat]]


def told_by(closed: RoundClosed) -> Gains:
    assert closed.bank is not None
    return Gains(
        bank=closed.bank.net,
        bank_vigorish=closed.bank.vigorish,
        dealer_outcome=closed.dealer_wager.outcome if closed.dealer_wager else None,
        tray=closed.tray_delta,
        seats={line.seat: (line.outcome, line.paid, line.vigorish) for line in closed.wagers},
    )


@settings(max_examples=examples(400), deadline=None, database=None, derandomize=True)
@for_all(plans())
def test_10_8_n_to_r_md_9_o_to_s_everybody_gets_what_the_book_says(plan: Plan) -> None:
    played, then = play(plan)
    expected = gains_of(played)
    told = told_by(then.one(RoundClosed))
    assert told == expected
    assert dict(sorted(told.seats.items())) == told.seats


@settings(max_examples=examples(200), deadline=None, database=None, derandomize=True)
@for_all(plans())
def test_the_centre_never_owes_and_is_even_at_the_end(plan: Plan) -> None:
    _, then = play(plan)
    centre = 0
    for event in then.events:
        if isinstance(event, Posting):
            assert sum(event.entries.values()) == 0
            centre += event.entries.get("bank", 0)
            assert centre >= 0, event
    totals = account_totals(then.events)
    assert (centre, totals.get("patrons", 0)) == (0, 0)
    assert then.one(RoundClosed).tray_delta == totals.get("tray", 0)
    assert totals.get("tray", 0) == -sum(
        totals.get(account, 0) for account in ("win", "vigorish", "promotional")
    )
