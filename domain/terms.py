"""What may be elected, each election once, and the terms that the rules read of it.

A class stands for elections that go together. They are recorded in the order of a class's bases
from the last to the first.
"""

import hashlib
import json
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import msgspec
from pydantic import AfterValidator, Field

from domain.written import Cents, Election, Name, Stake, Strict, Written, as_struct

_WITH: Final = "+"
"""Stands between a house way and the hash of its filed exceptions."""

Limit: TypeAlias = Annotated[list[Cents], Field(min_length=2, max_length=2)]
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


class LaterElection:
    """Marks an election that was added later: it is recorded only where it is elected.

    So recorded submissions of tables that do not elect it, and their hashes, stay as they are. One
    that came with a regulation of its own is recorded there in any case, unless it is `of_all`.
    """

    def __init__(self, *, of_all: bool = False) -> None:
        self.of_all = of_all


# Of any table.


class OfLimits(Strict):
    limits: Annotated[dict[str, tuple[int, int]], Written(dict[str, Limit])] = {}


class OfControls(Strict):
    controls: Annotated[str, Written(Literal["basic", "full"])] = "basic"


# Of pai gow, with tiles and with cards.


class DragonsEye(Election, frozen=True):
    """How the dragon's eye variation is offered."""

    vigorish_method: Annotated[int, Written(Literal[1, 2])] = 1
    standalone: bool = False
    """Its wagers may stand without one on the hands."""
    start: Annotated[str, Written(Literal["eye", "count"])] = "eye"
    """Who is dealt to first: the seat that the dragon's eye die names, or by `count`."""


class Progressive(Election, frozen=True):
    """The terms of the progressive meter that the table takes part in."""

    meter: Annotated[str, Field(pattern=r"^[A-Za-z0-9_]{1,32}$")]
    stake: Stake
    rate_bp: Annotated[int, Field(ge=0, le=10_000)]
    initial: Cents
    reset: Cents
    payouts: Annotated[
        Annotated[dict[Name, Cents], Field(max_length=40)] | None,
        Field(
            description="rows that pay more than is listed: cents, or percent where a row is paid"
            " a part of the meter"
        ),
    ] = None


class OfVigorish(Strict):
    vigorish: Annotated[str, Written(Literal["quarter", "cent"])] = "quarter"


class OfHouseWay(Strict):
    house_way: str | None = None
    """By its name; one with filed exceptions as `NAME+SHA256`: they stand in the opening alone."""


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


class OfProgressive(Strict):
    progressive: Progressive | None = None


class OfWheel(Strict):
    wheel: Annotated[str, Written(Literal["second", "lowest"])] = "second"


@as_struct
class Terms(
    OfControls,
    OfWheel,
    OfProgressive,
    OfDelivery,
    OfDealerDelivery,
    OfGenerator,
    OfPairFortunes,
    OfDragonsEye,
    OfTriples,
    OfBankHouseWay,
    OfBanking,
    OfHouseWay,
    OfVigorish,
    OfLimits,
):
    """One licensee's elections on top of a regulation."""


def terms_of(submission: dict[str, Any]) -> Terms:
    """The terms of a submission as it was recorded when the table was opened."""
    way = way_named(submission.get("house_way"))
    return msgspec.convert({**submission, "house_way": way}, Terms)


def way_named(recorded: str | dict[str, Any] | None) -> str | None:
    """A house way as rounds name it; exceptions are recorded in one order, and so hashed in it."""
    if recorded is None or isinstance(recorded, str):
        return recorded
    content = json.dumps(recorded["exceptions"], sort_keys=True)
    return f"{recorded['base']}{_WITH}{hashlib.sha256(content.encode()).hexdigest()}"


def base_way(way: str | None) -> str | None:
    """The named way that exceptions were filed to, if any were."""
    return None if way is None else way.partition(_WITH)[0]
