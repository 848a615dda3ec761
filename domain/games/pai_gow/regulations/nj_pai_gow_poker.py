"""New Jersey pai gow poker, N.J.A.C. 19:47-11, and its dragon's eye, 13:69F-11.

Sections 11.4 to 11.13 are known by their headings: they are cited whole, and the like paragraph of
the game with tiles is applied.
"""

from typing import Final, Literal

from domain.commands.elections import OfAnyTable, OfBooks
from domain.games.pai_gow.cards.game import CardsGame
from domain.games.pai_gow.elections.elections import (
    OfBanking,
    OfDragonsEye,
    OfGenerator,
    OfVigorish,
    OfWayOfCards,
    OfWheel,
)
from domain.games.pai_gow.regulations.citations import BankCitations, Citations, EyeCitations
from domain.games.pai_gow.regulations.regulation import Regulation
from domain.games.pai_gow.wagers.on_dice import ON_THE_EYE
from domain.games.pai_gow.wagers.on_hands import ON_THE_HANDS
from domain.shared_terms import OfProgressive

_SHAKER: Final = "19:47-11.4"
_OPENING: Final = "19:47-11.5"
_SHUFFLE: Final = "19:47-11.6"
_NAME: Final = "nj-pai-gow-poker"
_WAGERS: Final = ON_THE_HANDS.permitted[_NAME]
_DEAL: Final = "19:47-11.8"
_START: Final = "19:47-11.8C"
_COMPLETION: Final = ON_THE_HANDS.paid_by[_NAME]
_BANKING: Final = "19:47-11.10"
_IRREGULAR: Final = "19:47-11.11"
_TWO_AREAS: Final = "19:47-11.12"


class NjPaiGowPoker(
    OfBooks,
    OfWheel,
    OfProgressive,
    OfGenerator,
    OfDragonsEye,
    OfBanking,
    OfWayOfCards,
    OfVigorish,
    OfAnyTable,
):
    """A submission under New Jersey's pai gow poker."""

    regulation: Literal["nj-pai-gow-poker"]


_CITES: Final = Citations(
    wagers=_WAGERS,
    seated=_WAGERS,
    limits="19:47-8.2",
    coupon=_WAGERS,
    no_more_bets=_WAGERS,
    announce=_START,
    nobody_plays=_OPENING,
    dice=_SHAKER,
    dice_read=_START,
    dice_age=_SHAKER,
    shaker=_SHAKER,
    generator=_SHAKER,
    count=_START,
    count_beside_bonus=_START,
    deal=_DEAL,
    deal_beside_bonus=_DEAL,
    dead_hand=_DEAL,
    dead_hand_beside_bonus=_DEAL,
    tiles_age=_OPENING,
    set_hand=_COMPLETION,
    own_tiles=_COMPLETION,
    high_over_low="19:47-11.1",
    house_hand=_COMPLETION,
    house_way=_COMPLETION,
    house_way_exceptions=_COMPLETION,
    house_reset=_IRREGULAR,
    surrender=_COMPLETION,
    compare=_COMPLETION,
    lose=_COMPLETION,
    push_high=_COMPLETION,
    push_low=_COMPLETION,
    win=_COMPLETION,
    vigorish=_COMPLETION,
    no_roll=_IRREGULAR,
    not_flat=_IRREGULAR,
    fell_out=_IRREGULAR,
    misdeal=_IRREGULAR,
    reshuffle=_SHUFFLE,
    exposed_seat=_IRREGULAR,
    exposed_house=_IRREGULAR,
    delivery=_DEAL,
    abandoned=_WAGERS,
    two_areas=_TWO_AREAS,
    two_areas_order=_TWO_AREAS,
    tiles_out=_OPENING,
    tiles_change=_OPENING,
    tiles_aged=_OPENING,
    tiles_unsuitable=_OPENING,
)

_BANK: Final = BankCitations(
    offered=_BANKING,
    first_round=_BANKING,
    rotation=_BANKING,
    twice=_BANKING,
    wagered=_BANKING,
    cover=_BANKING,
    co_bank=_BANKING,
    co_bank_way=_BANKING,
    co_bank_reset=_IRREGULAR,
    one_area=_BANKING,
    cut=_SHUFFLE,
    dealer_wager=_BANKING,
    directed_wager=_BANKING,
    delivery=_DEAL,
    shaker=_BANKING,
    uncovered=_IRREGULAR,
    roll=_BANKING,
    start=_BANKING,
    deal=_BANKING,
    dead_hand=_BANKING,
    dealer_hand=_BANKING,
    dealer_paid=_BANKING,
    own_hand=_COMPLETION,
    own_hand_by_way=_COMPLETION,
    own_hand_bound=_COMPLETION,
    settle=_BANKING,
    co_settle=_BANKING,
    vigorish=_BANKING,
)

_EYE: Final = EyeCitations(
    wagers=ON_THE_EYE[0].permitted[_NAME],
    dice="13:69F-11.4(b)",
    roll="13:69F-11.8D(a)",
    settle="13:69F-11.8D(b)",
    shaker="13:69F-11.8D(e)",
    start="13:69F-11.8D(d)",
    counted="13:69F-11.8D(d)",
    vigorish="13:69F-11.9(k)1",
    no_vigorish="13:69F-11.9(k)2",
    streak="13:69F-11.19(f)",
)

NJ_PAI_GOW_POKER: Final = Regulation(
    name=_NAME,
    jurisdiction="nj",
    version=3,
    title="New Jersey pai gow poker, N.J.A.C. 19:47-11",
    label="New Jersey, poker",
    mark="NJ poker",
    cites=_CITES,
    bank=_BANK,
    eye=_EYE,
    game=CardsGame("second"),
    with_lowest_wheel=CardsGame("lowest"),
    house_ways=("basic",),
    default_way=None,
    dice_hours=24,
    tiles_hours=None,
    coupons=True,
    abandons=False,
    offer_rotates=True,
    dealer_keeps_a_round=True,
    side_wagers="19:47-11.13",
    elections=NjPaiGowPoker,
)
