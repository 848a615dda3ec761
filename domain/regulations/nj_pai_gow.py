"""New Jersey pai gow with tiles, N.J.A.C. 19:47-10."""

from typing import Final

from domain.regulations.citations import Citations
from domain.regulations.regulation import Regulation
from domain.tiles.game import TilesGame

_CITES: Final = Citations(
    wagers="19:47-10.5(a)",
    seated="19:47-10.5(b)",
    limits="19:47-8.3",
    no_more_bets="19:47-10.5(c)",
    announce="19:47-10.6(a)",
    nobody_plays="19:47-10.4(g)",
    dice_read="19:47-10.6(b)",
    dice_age="19:47-10.3(c)",
    shaker="19:47-10.6(a)",
    generator="19:47-10.3(a)",
    deal="19:47-10.6(d)",
    set_hand="19:47-10.7(a)",
    own_tiles="19:47-10.7(b)",
    high_over_low="19:47-10.1",
    house_hand="19:47-10.7(c)",
    house_way="19:47-10.7(d)",
    house_reset="19:47-10.9(f)",
    surrender="19:47-10.7(f)",
    compare="19:47-10.7(g)",
    lose="19:47-10.7(h)",
    push_high="19:47-10.7(i)1",
    push_low="19:47-10.7(i)2",
    win="19:47-10.7(j)",
    vigorish="19:47-10.7(k)",
    no_roll="19:47-10.9(a)",
    misdeal="19:47-10.9(c)",
    exposed_seat="19:47-10.9(d)",
    exposed_house="19:47-10.9(e)",
    bank="19:47-10.8(a)",
    cut="19:47-10.8(g)",
    delivery="19:47-10.8(i)",
    abandoned="19:47-10.5(b)",
    two_areas="19:47-10.10(a)",
    tiles_out="19:47-10.4(g)",
    tiles_change="19:47-10.4(a)",
)

_TRIPLES: Final = "19:47-10.11(a)"
_DRAGONS_EYE: Final = "13:69F-10.5(d)"

NJ_PAI_GOW: Final = Regulation(
    name="nj-pai-gow",
    version=1,
    title="New Jersey pai gow (tiles), N.J.A.C. 19:47-10",
    cites=_CITES,
    game=TilesGame(zero_ties_to_house=False),
    house_ways=("basic",),
    dice_hours=24,
    elective_wagers={
        **dict.fromkeys((f"all_{face}" for face in range(1, 7)), _TRIPLES),
        "any_triple": _TRIPLES,
        **dict.fromkeys(("even", "odd", "match", "double", "triple", "dice_bonus"), _DRAGONS_EYE),
    },
    forbidden={
        "pair_fortunes": _CITES.wagers,
        "generator": _CITES.generator,
        "dealer_delivery": _CITES.delivery,
        "progressive": _CITES.wagers,
        "wheel": _CITES.wagers,
    },
    not_carried=frozenset(
        {
            "banking",
            "co_banking",
            "two_areas",
            "triples_bonus",
            "dragons_eye",
            "delivery_styles",
            "controls",
        }
    ),
)
