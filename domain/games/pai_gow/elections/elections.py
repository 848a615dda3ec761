"""What may be elected for a table of pai gow, with tiles or with cards; each election once.

A class stands for elections that go together. They are recorded in the order of a class's bases
from the last to the first.
"""

from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import AfterValidator, Field

from domain.games.pai_gow.elections.filed_way import AnyWay, WayOfCards, WayOfTiles
from domain.shared_terms import LaterElection, OfProgressive
from domain.written import Cents, Election, Strict, Written

DeliveryStyle: TypeAlias = Literal[
    "house_way_from_right",
    "house_way_from_left",
    "cup_say_from_right",
    "cup_say_from_left",
    "jung_quat",
    "chee_yee",
    "pin_say_from_right",
    "pin_say_from_left",
    "dragon_head_from_right",
    "dragon_head_from_left",
]


def _each_once(styles: list[DeliveryStyle]) -> list[DeliveryStyle]:
    for style in styles:
        if styles.count(style) > 1:
            raise ValueError(f"`{style}` is named more than once")
    return styles


DeliveryStyles: TypeAlias = Annotated[
    list[DeliveryStyle],
    AfterValidator(_each_once),
    Field(max_length=len(get_args(DeliveryStyle))),
]


class DragonsEye(Election, frozen=True):
    """How the dragon's eye variation is offered."""

    vigorish_method: Annotated[int, Written(Literal[1, 2])] = 1
    standalone: bool = False
    """Its wagers may stand without one on the hands."""
    start: Annotated[str, Written(Literal["eye", "count"])] = "eye"
    """Who is dealt to first: the seat that the dragon's eye die names, or by `count`."""


class OfVigorish(Strict):
    vigorish: Annotated[str, Written(Literal["quarter", "cent"])] = "quarter"


class OfAnyWay(Strict):
    house_way: AnyWay | None = None


class OfWayOfTiles(OfAnyWay):
    house_way: WayOfTiles | None = None


class OfWayOfCards(OfAnyWay):
    house_way: WayOfCards | None = None


class OfBanking(Strict):
    banking: bool = False
    co_banking: bool = False
    two_areas: bool = False
    dealer_wager: Annotated[
        Literal["last"] | int,
        Written(Literal["last"] | Cents),
        LaterElection(),
        Field(
            description="what the dealer wagers against a bank at most: the last wager of the"
            " bank's player against the dealer, or cents"
        ),
    ] = "last"


class OfBankHouseWay(Strict):
    bank_house_way: Annotated[
        bool,
        LaterElection(),
        Field(description="whether a bank's hand too is set by the house way (MD 10.F)"),
    ] = False


class OfTriples(Strict):
    triples_bonus: bool = False


class OfDragonsEye(Strict):
    dragons_eye: DragonsEye | None = None


class OfPairFortunes(Strict):
    pair_fortunes: Annotated[str | None, Written(Literal["A", "B", "C", "D"] | None)] = None


class OfGenerator(Strict):
    generator: bool = False


class OfDealerDelivery(Strict):
    dealer_delivery: bool = False


class OfDelivery(Strict):
    delivery_styles: Annotated[tuple[str, ...] | None, Written(DeliveryStyles | None)] = None


class OfWheel(Strict):
    wheel: Annotated[str, Written(Literal["second", "lowest"])] = "second"


class Elections(
    OfWheel,
    OfProgressive,
    OfBankHouseWay,
    OfDelivery,
    OfDealerDelivery,
    OfGenerator,
    OfPairFortunes,
    OfDragonsEye,
    OfTriples,
    OfBanking,
    OfAnyWay,
    OfVigorish,
):
    """All that may be elected under one of its regulations or another."""


def elected_in(submission: Strict) -> Elections:
    """The elections of this game, which any submission has among its own."""
    assert isinstance(submission, Elections)
    return submission
