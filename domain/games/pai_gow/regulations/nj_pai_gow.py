"""New Jersey pai gow with tiles, N.J.A.C. 19:47-10, and its dragon's eye, 13:69F-10."""

from typing import Final, Literal

from domain.commands.elections import OfAnyTable, OfBooks
from domain.games.pai_gow.elections.elections import (
    OfBanking,
    OfDelivery,
    OfDragonsEye,
    OfTriples,
    OfVigorish,
    OfWayOfTiles,
)
from domain.games.pai_gow.regulations.citations import (
    BankCitations,
    BonusCitations,
    Citations,
    EyeCitations,
)
from domain.games.pai_gow.regulations.regulation import Regulation
from domain.games.pai_gow.tiles.game import TilesGame
from domain.games.pai_gow.wagers.on_dice import ON_THE_EYE
from domain.games.pai_gow.wagers.on_hands import ON_THE_HANDS

_NAME: Final = "nj-pai-gow"


class NjPaiGow(
    OfBooks,
    OfDelivery,
    OfDragonsEye,
    OfTriples,
    OfBanking,
    OfWayOfTiles,
    OfVigorish,
    OfAnyTable,
):
    """A submission under New Jersey's pai gow with tiles."""

    regulation: Literal["nj-pai-gow"]


_CITES: Final = Citations(
    wagers=ON_THE_HANDS.permitted[_NAME],
    seated="19:47-10.5(b)",
    limits="19:47-8.2",
    coupon="19:47-10.5(a)",
    no_more_bets="19:47-10.5(c)",
    announce="19:47-10.6(a)",
    nobody_plays="19:47-10.4(g)",
    dice="19:47-10.3(a)",
    dice_read="19:47-10.6(b)",
    dice_age="19:47-10.3(c)",
    shaker="19:47-10.6(a)",
    generator="19:47-10.3(a)",
    count="19:47-10.6(c)",
    count_beside_bonus="19:47-10.6(d)",
    deal="19:47-10.6(d)",
    deal_beside_bonus="19:47-10.6(e)",
    dead_hand="19:47-10.6(e)",
    dead_hand_beside_bonus="19:47-10.6(f)",
    tiles_age="19:47-10.4(a)",
    set_hand="19:47-10.7(a)",
    own_tiles="19:47-10.7(b)",
    high_over_low="19:47-10.1",
    house_hand="19:47-10.7(c)",
    house_way="19:47-10.7(d)",
    house_way_exceptions="19:47-10.7(e)",
    house_reset="19:47-10.9(f)",
    surrender="19:47-10.7(f)",
    compare="19:47-10.7(g)",
    lose="19:47-10.7(h)",
    push_high="19:47-10.7(i)1",
    push_low="19:47-10.7(i)2",
    win="19:47-10.7(j)",
    vigorish=ON_THE_HANDS.paid_by[_NAME],
    no_roll="19:47-10.9",
    not_flat="19:47-10.9(a)",
    fell_out="19:47-10.9(b)",
    misdeal="19:47-10.9(c)",
    reshuffle="19:47-10.4(e)",
    exposed_seat="19:47-10.9(d)",
    exposed_house="19:47-10.9(e)",
    delivery="19:47-10.8(i)",
    abandoned="19:47-10.5(b)",
    two_areas="19:47-10.10(a)",
    two_areas_order="19:47-10.10(b)",
    tiles_out="19:47-10.4(g)",
    tiles_change="19:47-10.4(a)",
    tiles_aged="19:47-10.4(a)",
    tiles_unsuitable="19:47-10.4(a)3",
)

_BANK: Final = BankCitations(
    offered="19:47-10.8(a)",
    first_round="19:47-10.8(b)",
    rotation="19:47-10.8(c)",
    twice="19:47-10.8(c)",
    wagered="19:47-10.8(d)1",
    cover="19:47-10.8(d)2",
    co_bank="19:47-10.8(e)",
    co_bank_way="19:47-10.8(e)",
    co_bank_reset="19:47-10.9(f)",
    one_area="19:47-10.8(f)",
    cut="19:47-10.8(g)",
    dealer_wager="19:47-10.8(h)",
    directed_wager="19:47-10.8(h)",
    delivery="19:47-10.8(i)",
    shaker="19:47-10.8(i)",
    uncovered="19:47-10.8(i)",
    roll="19:47-10.8(i)",
    start="19:47-10.8(j)",
    deal="19:47-10.8(k)",
    dead_hand="19:47-10.8(l)",
    dealer_hand="19:47-10.8(n)",
    dealer_paid="19:47-10.8(q)",
    own_hand="19:47-10.7(c)",
    own_hand_by_way="19:47-10.7(b)",
    own_hand_bound="19:47-10.7(c)",
    settle="19:47-10.8(o)",
    co_settle="19:47-10.8(p)",
    vigorish="19:47-10.8(r)",
)

_BONUS: Final = BonusCitations(limits="19:47-8.3", lose="19:47-10.11(d)")

_EYE: Final = EyeCitations(
    wagers=ON_THE_EYE[0].permitted[_NAME],
    dice="13:69F-10.3(d)",
    roll="13:69F-10.6A(a)",
    settle="13:69F-10.6A(b)",
    shaker="13:69F-10.6A(e)",
    start="13:69F-10.6A(d)",
    counted=None,
    vigorish="13:69F-10.7(l)1",
    no_vigorish="13:69F-10.7(l)2",
    streak="13:69F-10.11(f)",
)

NJ_PAI_GOW: Final = Regulation(
    name=_NAME,
    jurisdiction="nj",
    version=3,
    title="New Jersey pai gow (tiles), N.J.A.C. 19:47-10",
    label="New Jersey",
    mark="NJ",
    cites=_CITES,
    bank=_BANK,
    bonus=_BONUS,
    eye=_EYE,
    game=TilesGame(zero_ties_to_house=False),
    house_ways=("basic",),
    default_way="basic",
    dice_hours=24,
    tiles_hours=None,
    coupons=True,
    abandons=False,
    offer_rotates=True,
    dealer_keeps_a_round=True,
    side_wagers=_CITES.wagers,
    elections=NjPaiGow,
)
