"""Four evenings at a table in which everything happens that can happen."""

from typing import Final

from tests.support.domain.asked import (
    Asked,
    ask,
    buy_in,
    close_table,
    count_drop,
    credit,
    deal,
    expose,
    fill,
    misdeal,
    no_more_bets,
    open_round,
    open_table,
    place,
    play_on,
    reshuffle,
    return_wager,
    roll,
    set_hand,
    set_house,
    settle,
    stacks,
    surrender,
    up_to_the_deal,
    void_hand,
    withdraw,
)
from tests.support.domain.banked import accept, choose, cut, pass_bank
from tests.support.domain.bookkeeping import (
    acknowledge,
    correct,
    owe,
    pay_marker,
    recover,
    remove_box,
    roll_over,
)
from tests.support.domain.books_asked import correct_bank
from tests.support.domain.poker import FIVE_ACES_AND_PAIR, LOSES, metered, to_the_house, validated

_HOUSE: Final = "1-3 1-5 5-6 4-6"
_HANDS: Final = {
    1: "6-6 1-6 / 5-5 2-3",
    2: "5-5 1-5 / 3-3 3-4",
    4: "1-1 4-5 / 4-4 1-6",
    5: "5-6 2-6 / 2-2 3-6",
}

_PLAYED: Final[tuple[Asked, ...]] = (
    open_round(),
    place(6, 5000),
    ask("withdraw_wager", seat=6, wager="pai_gow"),
    *(place(seat, 2500, coupon=100 * seat, player=f"p{seat}") for seat in _HANDS),
    no_more_bets(),
    ask("no_roll", reason="a die fell out"),
    *up_to_the_deal(_HOUSE, _HANDS)[-2:],
    *(expose(1), play_on(1), expose(5), void_hand(5)),
    *(set_hand(1, *_HANDS[1].split("/")), set_hand(2), set_hand(4)),
    *(set_house(), surrender(4), settle()),
)

_BANKED: Final[tuple[Asked, ...]] = (
    *(open_round(), accept(1), correct_bank(None)),
    *(pass_bank(1), accept(2), place(4, 5000, player="p4")),
    *(cut([7, 8]), no_more_bets(), choose("jung_quat"), roll(1, 2, 4)),
    ask("deal", stacks=stacks({})),
    *(set_hand(4), set_hand("dealer"), set_house(), settle()),
)
_VOID: Final = (
    *(open_round(), place(3), withdraw(3), place(3), reshuffle(), no_more_bets()),
    *(roll(2, 2, 2), ask("deal", stacks=stacks({}))),
)

_BOUGHT_BY, _OWED_BY, _COUNTED_BY = 5, 34, 67
"""Events of that evening which the books come back to."""

NEW_JERSEY: Final[tuple[Asked, ...]] = (
    open_table({"2500": 400}, limits={"pai_gow": [1000, 50_000]}, banking=True),
    *(ask("set_out_tiles"), ask("change_tiles"), ask("change_dice")),
    *(buy_in(1), fill("F-1"), credit("C-1", step="requested")),
    *(*_PLAYED, owe(1, 25), recover(_OWED_BY)),
    *_BANKED,
    *(*_VOID, misdeal()),
    ask("count_tray", inventory=1_040_000),
    *(acknowledge(_COUNTED_BY), correct(_BOUGHT_BY, 9000), pay_marker("M-1")),
    *(remove_box(carrier="s5"), roll_over(1_060_000)),
    close_table(1_059_900),
    count_drop(cash=9000, vouchers=900, coupons=500),
)

MARYLAND: Final[tuple[Asked, ...]] = (
    open_table(regulation="md-pai-gow", generator=True, pair_fortunes="A"),
    *(open_round(), place(1), place(3)),
    ask("place_wager", seat=1, wager="pair_fortunes", amount=500),
    *(no_more_bets(), ask("announce_number", number=9), deal(_HOUSE)),
    *(ask("abandon", seat=3), set_hand(1), set_house(), settle()),
    close_table(),
)

_DEALER: Final = "2S 4H 7D 9C JD QH KD"

CARDS: Final[tuple[Asked, ...]] = (
    metered(payouts={"royal_flush": 2_000_000}),
    *to_the_house({1: FIVE_ACES_AND_PAIR, 2: LOSES.replace("JD", "JH")}, (1, 2), dealer=_DEALER),
    validated(),
    *to_the_house({4: "JK KS QS JS TS 4D 5C"}, (4,), dealer=_DEALER),
    validated(),
    close_table(),
)

DICE: Final[tuple[Asked, ...]] = (
    open_table(dragons_eye={"standalone": True}),
    *(open_round(), ask("place_wager", seat=2, wager="dice_bonus", amount=100)),
    *(no_more_bets(), roll(4, 4, 4), return_wager(2), close_table()),
)

EVENINGS: Final = (*NEW_JERSEY, *MARYLAND, *CARDS, *DICE)
