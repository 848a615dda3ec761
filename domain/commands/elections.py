"""What may be elected, each election once, and which of them each regulation has.

A base class stands for elections that go together. They are recorded in the order of their bases
from the last to the first.
"""

from datetime import date
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from domain.commands.fields import (
    MOST_SEATS,
    Cents,
    Day,
    Name,
    RegulationName,
    Stake,
    Strict,
    WagerName,
)
from domain.commands.filed_way import AnyWay, WayOfCards, WayOfTiles

HoldBound: TypeAlias = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Limit: TypeAlias = Annotated[list[Cents], Field(min_length=2, max_length=2)]
Limits: TypeAlias = Annotated[dict[WagerName, Limit], Field(max_length=len(get_args(WagerName)))]
_MOST_ODDS = 10_000
Odds: TypeAlias = Annotated[
    list[Annotated[int, Field(ge=1, le=_MOST_ODDS)]],
    Field(min_length=2, max_length=2, description="so many to so many"),
]
OddsByWager: TypeAlias = Annotated[
    dict[WagerName, Odds], Field(max_length=len(get_args(WagerName)))
]
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


class DragonsEye(Strict):
    """How the dragon's eye variation is offered."""

    vigorish_method: Literal[1, 2] = 1
    standalone: bool = False
    start: Literal["eye", "count"] = "eye"


class Progressive(Strict):
    """The terms of the progressive meter that the table takes part in."""

    meter: Annotated[str, Field(pattern=r"^[A-Za-z0-9_]{1,32}$")]
    stake: Stake
    rate_bp: Annotated[int, Field(ge=0, le=10_000)]
    initial: Cents
    reset: Cents
    payouts: Annotated[dict[Name, Cents], Field(max_length=40)] | None = Field(
        default=None,
        description="rows that pay more than is listed: cents, or percent where a row is paid"
        " a part of the meter",
    )


class LaterElection:
    """Marks an election that was added later: it is recorded only where it is elected.

    So recorded submissions of tables that do not elect it, and their hashes, stay as they are. One
    that came with a regulation of its own is recorded there in any case, unless it is `of_all`.
    """

    def __init__(self, *, of_all: bool = False) -> None:
        self.of_all = of_all


def _written(day: object) -> object:
    """A file may have it as a date of its own."""
    return day.isoformat() if type(day) is date else day


class Filing(Strict):
    """That the regulator approved the submission: when, and under which reference."""

    date: Annotated[Day, BeforeValidator(_written)]
    reference: Name


class OfAnyTable(Strict):
    """The regulation, the limits of its wagers, and the submission's own approval."""

    regulation: RegulationName
    limits: Limits = {}
    filed: Annotated[Filing | None, LaterElection(of_all=True)] = Field(
        default=None, description="the approval: its date, and the regulator's reference"
    )

    @model_validator(mode="after")
    def _limits_in_order(self) -> "OfAnyTable":
        for wager, (low, high) in self.limits.items():
            if low > high:
                raise ValueError(f"limits of {wager}: minimum {low} is above maximum {high}")
        return self


class OfHands(Strict):
    """Of a game in which hands are set against the house's."""

    vigorish: Literal["quarter", "cent"] = "quarter"
    house_way: AnyWay | None = None
    banking: bool = False
    co_banking: bool = False
    two_areas: bool = False
    dealer_wager: Annotated[
        Literal["last"] | Cents,
        LaterElection(),
        Field(
            description="what the dealer wagers against a bank at most: the last wager of the"
            " bank's player against the dealer, or cents"
        ),
    ] = "last"


class OfTriples(Strict):
    triples_bonus: bool = False


class OfDragonsEye(Strict):
    dragons_eye: DragonsEye | None = None


class OfPairFortunes(Strict):
    pair_fortunes: Literal["A", "B", "C", "D"] | None = None


class OfGenerator(Strict):
    generator: bool = False


class OfDealerDelivery(Strict):
    dealer_delivery: bool = False


class OfBankHouseWay(Strict):
    bank_house_way: Annotated[
        bool,
        LaterElection(),
        Field(description="whether a bank's hand too is set by the house way (MD 10.F)"),
    ] = False


class OfDelivery(Strict):
    delivery_styles: DeliveryStyles | None = None


class OfProgressive(Strict):
    progressive: Progressive | None = None


class OfWheel(Strict):
    wheel: Literal["second", "lowest"] = "second"


class OfCraps(Strict):
    """Of a table at which the dice alone decide."""

    odds: Annotated[OddsByWager, LaterElection()] = Field(
        default={}, description="what each wager pays; one without odds is not offered"
    )
    seats: Annotated[int, Field(ge=1, le=MOST_SEATS), LaterElection()] = 16


class OfBooks(Strict):
    """How the table's books are kept."""

    controls: Literal["basic", "full"] = "basic"
    hold_limits: Annotated[list[HoldBound], Field(min_length=2, max_length=2)] | None = Field(
        default=None,
        description="least and most that a day's hold may be, in basis points of the drop",
    )

    @model_validator(mode="after")
    def _hold_in_order(self) -> "OfBooks":
        if self.hold_limits is not None and self.hold_limits[0] > self.hold_limits[1]:
            low, high = self.hold_limits
            raise ValueError(f"hold_limits: the least, {low}, is above the most, {high}")
        return self


class NjPaiGow(OfBooks, OfDelivery, OfDragonsEye, OfTriples, OfHands, OfAnyTable):
    """A submission under New Jersey's pai gow with tiles."""

    regulation: Literal["nj-pai-gow"]
    house_way: WayOfTiles | None = None


class MdPaiGow(
    OfBooks,
    OfBankHouseWay,
    OfDelivery,
    OfDealerDelivery,
    OfGenerator,
    OfPairFortunes,
    OfHands,
    OfAnyTable,
):
    """A submission under Maryland's pai gow with tiles."""

    regulation: Literal["md-pai-gow"]
    house_way: WayOfTiles | None = None


class NjPaiGowPoker(
    OfBooks, OfWheel, OfProgressive, OfGenerator, OfDragonsEye, OfHands, OfAnyTable
):
    """A submission under New Jersey's pai gow poker."""

    regulation: Literal["nj-pai-gow-poker"]
    house_way: WayOfCards | None = None


class NjCraps(OfBooks, OfCraps, OfAnyTable):
    """A submission under New Jersey's craps."""

    regulation: Literal["nj-craps"]


OwnElections: TypeAlias = Annotated[
    NjPaiGow | MdPaiGow | NjPaiGowPoker | NjCraps, Field(discriminator="regulation")
]
"""A submission that elects nothing but what its regulation has."""
