"""A bank's acts are cited by the paragraphs about a bank; version 1 cites as it always did.

19:47-10.7(b), (c), 10.8(i), (n), (q), (r); MD 8.A, 8.B(2), 9.J(4), 9.O, 9.Q, 9.R; 19:47-11.10.
"""

from typing import Any, Final, NamedTuple

import pytest

from domain.events.round import (
    BankSettled,
    DealerWagerSettled,
    DiceRolled,
    RoundClosed,
    VigorishTaken,
)
from domain.games.pai_gow.messages.events import HouseSet
from domain.hosting import Table, next_commands
from domain.refusals import NotThisPlayer
from tests.support.domain.asked import (
    Asked,
    ask,
    deal,
    no_more_bets,
    open_round,
    place,
    roll,
    set_hand,
    set_house,
    settle,
    surrender,
)
from tests.support.domain.banked import (
    DEALER_WINS,
    WIN,
    accept,
    accepted,
    after_round,
    dealt,
    jersey,
    maryland,
)
from tests.support.domain.given import Happened, given, then_refused, when
from tests.support.domain.poker import LOSES, WINS, deal_cards, poker
from tests.support.domain.versions import opened_under_the_first


class Cited(NamedTuple):
    """The paragraph of each act."""

    roll: str
    own_hand: str
    by_way: str
    dealer_won: str
    vigorish: str


NJ: Final = Cited(
    "19:47-10.8(i)", "19:47-10.7(c)", "19:47-10.7(b)", "19:47-10.8(q)", "19:47-10.8(r)"
)
NJ_1: Final = Cited(
    "19:47-10.6(b)", "19:47-10.7(a)", "19:47-10.7(d)", "19:47-10.8(n)", "19:47-10.7(k)"
)
MD: Final = Cited("MD 9.J(4)", "MD 8.A", "MD 8.B(2)", "MD 9.Q", "MD 9.R")
MD_1: Final = Cited("MD 6.A(2)", "MD 8.A", "MD 8.D", "MD 9.O", "MD 8.K")
VERSIONS: Final = pytest.mark.parametrize(
    ("opened", "cited"),
    [
        (given(jersey()), NJ),
        (opened_under_the_first(jersey()), NJ_1),
        (given(maryland()), MD),
        (opened_under_the_first(maryland()), MD_1),
    ],
    ids=["NJ", "NJ 1", "MD", "MD 1"],
)


def banked(opened: Table) -> Happened:
    """Seat 2 banks; seat 1 and the dealer both win against it."""
    table = when(accepted(after_round(opened, 1, 2), 2), place(1)).table
    ready = dealt(table, {1: WIN}, DEALER_WINS)
    own_way = set_house("5-6 1-5", "1-3 4-6")
    return when(ready, set_hand(1, *WIN.split("/")), set_hand("dealer"), own_way, settle())


@VERSIONS
def test_who_wins_against_a_bank_and_how_it_is_cited(opened: Table, cited: Cited) -> None:
    then = banked(opened)
    assert then.one(HouseSet).rule == cited.own_hand
    assert then.one(VigorishTaken).rule == cited.vigorish
    own = then.one(DealerWagerSettled)
    assert (own.outcome, own.rule) == ("win", cited.dealer_won)


@VERSIONS
def test_the_banks_dice_and_its_hand_by_the_house_way(opened: Table, cited: Cited) -> None:
    betting = when(accepted(after_round(opened, 1, 2), 2, dealer_wager=0), place(1)).table
    rolled = when(betting, no_more_bets(), roll(1, 2, 4))
    assert rolled.one(DiceRolled).rule == cited.roll
    set_so = when(rolled.table, deal("1-3 1-5 5-6 4-6"), set_hand(1), set_house())
    assert set_so.one(HouseSet).rule == cited.by_way


def test_a_round_without_a_bank_is_cited_as_ever() -> None:
    table = when(given(jersey()), open_round(), place(1), no_more_bets())
    assert when(table.table, roll()).one(DiceRolled).rule == "19:47-10.6(b)"


def test_10_8_q_md_9_q_what_the_dealer_wins_is_in_the_tray_at_once() -> None:
    then = banked(given(jersey()))
    own, bank = then.one(DealerWagerSettled), then.one(BankSettled)
    assert own.entries == {"tray": 2500, "win": -2500, "bank": -2500, "patrons": 2500}
    assert bank.surplus == -5000
    assert then.one(RoundClosed).tray_delta == 2500 + then.one(VigorishTaken).amount


def test_11_10_with_cards() -> None:
    wagers = [place(1), place(2)]
    eight = ask("roll", dice=[1, 1, 6])
    hands = [set_hand(1), set_hand(2), set_house(), surrender(1), surrender(2), settle()]
    dealt_first = [no_more_bets(), eight, deal_cards({1: WINS, 2: LOSES}), *hands]
    first = given(poker(banking=True), open_round(), *wagers, *dealt_first)
    betting = when(first, open_round(), accept(1, dealer_wager=0), place(2), no_more_bets())
    rolled = when(betting.table, eight)
    assert rolled.one(DiceRolled).rule == "19:47-11.10"
    cards = deal_cards({1: LOSES, 2: WINS}, dealer=None)
    ended = when(rolled.table, cards, set_hand(2), set_house(), settle())
    assert ended.one(HouseSet).rule == "19:47-11.9"
    assert ended.one(VigorishTaken).rule == "19:47-11.10"


def with_retained_bonus(table: Table) -> Table:
    """Ann's dice bonus lies on seat 2 since a triple; she is offered the bank at seat 1."""
    areas = [place(1, player="ann"), place(2, player="ann"), place(4, player="bob")]
    bonus = ask("place_wager", seat=2, wager="dice_bonus", amount=500)
    triple = [no_more_bets(), roll(3, 3, 3), deal("1-3 1-5 5-6 4-6")]
    hands = [*map(set_hand, (1, 2, 4)), set_house(), settle()]
    return when(table, open_round(), *areas, bonus, *triple, *hands, open_round()).table


OPENING: Final[Asked] = jersey(two_areas=True, dragons_eye={"start": "count"})


def test_10_8_f_a_retained_dice_bonus_on_the_other_area_does_not_keep_from_the_bank() -> None:
    betting = with_retained_bonus(given(OPENING))
    assert "accept_bank" in next_commands(betting)
    assert when(betting, accept(1)).events
    fresh: Any = place(2, player="ann")
    then_refused(when(betting, fresh).table, accept(1), rule="19:47-10.8(f)", kind=NotThisPlayer)
    then_refused(when(betting, accept(1)).table, fresh, rule="19:47-10.8(f)", kind=NotThisPlayer)


def test_10_8_f_in_version_1_it_does() -> None:
    betting = with_retained_bonus(opened_under_the_first(OPENING))
    assert "accept_bank" not in next_commands(betting)
    then_refused(betting, accept(1), rule="19:47-10.8(f)", kind=NotThisPlayer)
