"""Maryland pai gow with tiles, MLGCA standard rules version 1.1, by chapter and section."""

from typing import Final, Literal

from domain.commands.elections import OfAnyTable, OfBooks
from domain.controls import LIMITS
from domain.games.pai_gow.elections.elections import (
    OfBankHouseWay,
    OfBanking,
    OfDealerDelivery,
    OfDelivery,
    OfGenerator,
    OfPairFortunes,
    OfVigorish,
    OfWayOfTiles,
)
from domain.games.pai_gow.regulations.citations import BankCitations, Citations
from domain.games.pai_gow.regulations.regulation import Regulation
from domain.games.pai_gow.tiles.game import TilesGame
from domain.games.pai_gow.wagers.on_hands import ON_THE_HANDS

_NAME: Final = "md-pai-gow"


class MdPaiGow(
    OfBooks,
    OfBankHouseWay,
    OfDelivery,
    OfDealerDelivery,
    OfGenerator,
    OfPairFortunes,
    OfBanking,
    OfWayOfTiles,
    OfVigorish,
    OfAnyTable,
):
    """A submission under Maryland's pai gow with tiles."""

    regulation: Literal["md-pai-gow"]


_CITES: Final = Citations(
    wagers=ON_THE_HANDS.permitted[_NAME],
    seated="MD 5.C",
    limits=LIMITS,
    coupon="MD 5.A",
    no_more_bets="MD 5.D",
    announce="MD 6.A",
    nobody_plays="MD 4.H",
    dice="MD 2.D(1)",
    dice_read="MD 6.A(2)",
    dice_age="MD 2.E",
    shaker="MD 6.A(2)",
    generator="MD 6.A(1)",
    count="MD 6.B",
    count_beside_bonus="MD 6.B",
    deal="MD 6.C",
    deal_beside_bonus="MD 6.C",
    dead_hand="MD 6.D",
    dead_hand_beside_bonus="MD 6.D",
    tiles_age="MD 3.A(2)",
    set_hand="MD 8.A",
    own_tiles="MD 8.B",
    high_over_low="MD 1.B(5)",
    house_hand="MD 8.C",
    house_way="MD 8.D",
    house_way_exceptions="MD 8.D(3)",
    house_reset="MD 10.F",
    surrender="MD 8.E",
    compare="MD 8.F",
    lose="MD 8.G",
    push_high="MD 8.H(1)",
    push_low="MD 8.H(2)",
    win="MD 8.I",
    vigorish=ON_THE_HANDS.paid_by[_NAME],
    no_roll="MD 10",
    not_flat="MD 10.A",
    fell_out="MD 10.B",
    misdeal="MD 10.C",
    reshuffle="MD 4.F",
    exposed_seat="MD 10.D",
    exposed_house="MD 10.E",
    delivery="MD 7.A",
    abandoned="MD 5.C(2)",
    two_areas="MD 5.E",
    two_areas_order="MD 5.E",
    tiles_out="MD 4.H",
    tiles_change="MD 4.A",
    tiles_aged="MD 3.A(2)",
    tiles_unsuitable="MD 4.C(3)",
)

_BANK: Final = BankCitations(
    offered="MD 9.A",
    first_round="MD 9.B",
    rotation="MD 9.C(1)",
    twice="MD 9.C(3)",
    wagered="MD 9.D(1)",
    cover="MD 9.D(2)",
    co_bank="MD 9.E",
    co_bank_way="MD 9.E(4)",
    co_bank_reset="MD 10.F",
    one_area="MD 9.F",
    cut="MD 9.G",
    dealer_wager="MD 9.H(3)",
    directed_wager="MD 9.I",
    delivery="MD 9.J",
    shaker="MD 9.J(2)",
    uncovered="MD 9.J(5)",
    roll="MD 9.J(4)",
    start="MD 9.K",
    deal="MD 9.L",
    dead_hand="MD 9.M",
    dealer_hand="MD 9.O",
    dealer_paid="MD 9.Q",
    own_hand="MD 8.A",
    own_hand_by_way="MD 8.B(2)",
    own_hand_bound="MD 10.F",
    settle="MD 9.P",
    co_settle="MD 9.S",
    vigorish="MD 9.R",
)

_STYLES: Final = {
    "house_way_from_right": _CITES.deal,
    "house_way_from_left": "MD 7.B(1)",
    "cup_say_from_right": "MD 7.B(2)",
    "cup_say_from_left": "MD 7.B(3)",
    "jung_quat": "MD 7.B(4)",
    "chee_yee": "MD 7.B(5)",
    "pin_say_from_right": "MD 7.B(6)",
    "pin_say_from_left": "MD 7.B(7)",
    "dragon_head_from_right": "MD 7.B(8)",
    "dragon_head_from_left": "MD 7.B(9)",
}

MD_PAI_GOW: Final = Regulation(
    name=_NAME,
    jurisdiction="md",
    version=3,
    title="Maryland pai gow (tiles), MLGCA standard rules 1.1",
    label="Maryland",
    mark="MD",
    cites=_CITES,
    bank=_BANK,
    styles=_STYLES,
    game=TilesGame(zero_ties_to_house=True),
    house_ways=("basic",),
    default_way="basic",
    files_only_open_choices=True,
    dice_hours=24,
    tiles_hours=12,
    coupons=False,
    abandons=True,
    offer_rotates=False,
    dealer_keeps_a_round=False,
    side_wagers="MD 5.F",
    elections=MdPaiGow,
)
