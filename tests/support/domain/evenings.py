"""What a table may be asked in an evening, lawful or not, under all elections."""

from typing import Any, Final, TypeAlias, get_args

from hypothesis import strategies as st

from domain.game_names import WagerName
from domain.games.pai_gow.elections.elections import DeliveryStyle
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
    set_hand,
    set_house,
    settle,
    surrender,
    void_hand,
    void_round,
    withdraw,
)
from tests.support.domain.at_the_dice import accept_bank, bet, take_down
from tests.support.domain.mistaken import correct_deal, correct_roll, correct_wager

Elections: TypeAlias = dict[str, Any]

SEATS: Final = st.integers(1, 6)
CENTS: Final = st.integers(1, 60_000)
TRAYS: Final = st.integers(0, 2_000_000)
FACES: Final = st.integers(1, 6)
DICE: Final = st.one_of(
    st.lists(FACES, min_size=3, max_size=3), st.builds(lambda face: [face] * 3, FACES)
)
"""Triples come as often as other rolls, so that streaks are lived through."""
WAGERS: Final = st.sampled_from(get_args(WagerName))
STYLES: Final = get_args(DeliveryStyle)
BETS: Final = st.builds(
    bet,
    SEATS,
    WAGERS,
    CENTS,
    coupon=st.sampled_from([0, 0, 0, 700]),
    player=st.sampled_from([None, None, None, "wanderer"]),
)

_STEPS: Final = st.sampled_from([None, "requested", "issued", "received", "voided"])
_SLIPS: Final = st.sampled_from(["S-1", "S-2", "S-3"])
BOOKS: Final = st.one_of(
    st.builds(buy_in, SEATS, CENTS),
    st.builds(fill, _SLIPS, CENTS, step=_STEPS),
    st.builds(credit, _SLIPS, st.just(5000), step=_STEPS),
    st.builds(
        lambda cents, roll: ask("count_tray", inventory=cents, roll=roll), TRAYS, st.booleans()
    ),
)


def _either(*choices: object) -> st.SearchStrategy[Any]:
    return st.sampled_from(choices)


_COMMON: Final = {
    "vigorish": _either("quarter", "cent"),
    "limits": _either({}, {"pai_gow": [500, 50_000]}),
    "banking": _either(True, True, False),
    "co_banking": st.booleans(),
    "two_areas": st.booleans(),
    "delivery_styles": _either(None, ["chee_yee", "dragon_head_from_left"]),
}
_EYE: Final = st.fixed_dictionaries(
    {
        "vigorish_method": _either(1, 2),
        "standalone": st.booleans(),
        "start": _either("eye", "count"),
    }
)
_NEW_JERSEY: Final = st.fixed_dictionaries(
    {
        "regulation": st.just("nj-pai-gow"),
        **_COMMON,
        "triples_bonus": st.booleans(),
        "dragons_eye": st.one_of(_EYE, _EYE, st.none()),
    }
)
_MARYLAND: Final = st.fixed_dictionaries(
    {
        "regulation": st.just("md-pai-gow"),
        **_COMMON,
        "pair_fortunes": _either(None, *"ABCD"),
        "generator": st.booleans(),
        "dealer_delivery": st.booleans(),
    }
)


def _as_permitted(elections: Elections) -> Elections:
    """A co-bank and the deliveries of a bank go with the bank."""
    if elections["banking"]:
        return elections
    return {**elections, "co_banking": False, "delivery_styles": None}


SUBMISSIONS: Final = st.one_of(_NEW_JERSEY, _NEW_JERSEY, _MARYLAND).map(_as_permitted)

_LACKING: Final[dict[str, list[Elections]]] = {
    "nj-pai-gow": [{"pair_fortunes": "A"}, {"generator": True}, {"dealer_delivery": True}],
    "md-pai-gow": [{"triples_bonus": True}, {"dragons_eye": {}}, {"limits": {"even": [1, 2]}}],
}
NOT_PERMITTED: Final = [
    open_table(regulation=regulation, **election)
    for regulation, elections in _LACKING.items()
    for election in (*elections, {"co_banking": True}, {"wheel": "lowest"}, {"house_way": "mine"})
]

ANYTHING: Final[list[Asked]] = [
    *(settle(), set_house(), no_more_bets(), open_round(), open_table(), close_table()),
    *(set_hand(1), set_hand("dealer"), set_house("6-6 6-6", "1-1 1-1"), surrender(2)),
    *(void_hand(1), play_on(1), withdraw(3), place(2), place(6), bet(2), take_down(2)),
    *map(ask, ("set_out_tiles", "change_tiles", "change_dice")),
    *(accept_bank(1), accept_bank(2, 5), accept_bank(3, co_bank=True, dealer_wager=9)),
    *(ask("pass_bank", seat=1), ask("cut", stacks=3), ask("cut", stacks=[2, 5])),
    *(ask("choose_delivery", style=style) for style in ("jung_quat", "chee_yee")),
    *(ask("roll", dice=[1, 2, 3], shaker=2), ask("roll", dice=[4, 4, 4], shaker="dealer")),
    {**ask("roll", dice=[1, 2, 3]), "at": "2027-01-01T00:00:00Z"},
    *(ask("no_roll", reason="a die on its edge"), ask("announce_number", number=77)),
    *(ask("abandon", seat=seat) for seat in (1, 4)),
    *(correct_wager(seat, amount=700) for seat in (1, 2, 3)),
    *(correct_wager(1, to_seat=6), correct_wager(2, player="wanderer"), correct_wager(4, amount=0)),
    *(correct_wager(1, "dice_bonus", amount=5), correct_wager(1, "even", coupon=70)),
    *(correct_roll(4, 4, 4), correct_roll(1, 2, 3), correct_deal(deal("1-3 1-5 5-6 4-6"))),
    *(count_drop(amount=5, session=1), expose("dealer"), expose("dead"), expose(1), misdeal()),
    *(
        reshuffle(),
        void_round(),
        return_wager(2),
        return_wager(3),
        ask("call_on", seat=1, wager="match"),
    ),
]
