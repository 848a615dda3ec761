"""What a submission elects on top of a regulation, and which elections each regulation has."""

from datetime import date
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import BeforeValidator, Field, model_validator

from domain import terms
from domain.commands.fields import MOST_SEATS, Day, RegulationName, WagerName
from domain.commands.filed_way import AnyWay, WayOfCards, WayOfTiles
from domain.terms import LaterElection
from domain.written import Name, Strict, Written

HoldBound: TypeAlias = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
_WAGERS = len(get_args(WagerName))
_Limits: TypeAlias = Annotated[dict[WagerName, terms.Limit], Field(max_length=_WAGERS)]
_MOST_ODDS = 10_000
_Odds: TypeAlias = Annotated[
    list[Annotated[int, Field(ge=1, le=_MOST_ODDS)]],
    Field(min_length=2, max_length=2, description="so many to so many"),
]
_OddsByWager: TypeAlias = Annotated[dict[WagerName, _Odds], Field(max_length=_WAGERS)]


def _written(day: object) -> object:
    """A file may have it as a date of its own."""
    return day.isoformat() if type(day) is date else day


class Filing(Strict):
    """That the regulator approved the submission: when, and under which reference."""

    date: Annotated[Day, BeforeValidator(_written)]
    reference: Name


class OfRegulation(Strict):
    regulation: RegulationName


class OfAnyTable(terms.OfLimits, OfRegulation):
    """The regulation, the limits of its wagers, and the submission's own approval."""

    limits: Annotated[dict[str, tuple[int, int]], Written(_Limits)] = {}
    filed: Annotated[Filing | None, LaterElection(of_all=True)] = Field(
        default=None, description="the approval: its date, and the regulator's reference"
    )

    @model_validator(mode="after")
    def _limits_in_order(self) -> "OfAnyTable":
        for wager, (low, high) in self.limits.items():
            if low > high:
                raise ValueError(f"limits of {wager}: minimum {low} is above maximum {high}")
        return self


class OfBooks(terms.OfControls):
    """How the table's books are kept."""

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


class OfAnyWay(Strict):
    house_way: AnyWay | None = None


class OfWayOfTiles(OfAnyWay):
    house_way: WayOfTiles | None = None


class OfWayOfCards(OfAnyWay):
    house_way: WayOfCards | None = None


class OfCraps(Strict):
    """Of a table at which the dice alone decide."""

    odds: Annotated[
        dict[str, tuple[int, int]],
        Written(_OddsByWager),
        LaterElection(),
        Field(description="what each wager pays; one without odds is not offered"),
    ] = {}
    seats: Annotated[int, Field(ge=1, le=MOST_SEATS), LaterElection()] = 16


class NjPaiGow(
    OfBooks,
    terms.OfDelivery,
    terms.OfDragonsEye,
    terms.OfTriples,
    terms.OfBanking,
    OfWayOfTiles,
    terms.OfVigorish,
    OfAnyTable,
):
    """A submission under New Jersey's pai gow with tiles."""

    regulation: Literal["nj-pai-gow"]


class MdPaiGow(
    OfBooks,
    terms.OfBankHouseWay,
    terms.OfDelivery,
    terms.OfDealerDelivery,
    terms.OfGenerator,
    terms.OfPairFortunes,
    terms.OfBanking,
    OfWayOfTiles,
    terms.OfVigorish,
    OfAnyTable,
):
    """A submission under Maryland's pai gow with tiles."""

    regulation: Literal["md-pai-gow"]


class NjPaiGowPoker(
    OfBooks,
    terms.OfWheel,
    terms.OfProgressive,
    terms.OfGenerator,
    terms.OfDragonsEye,
    terms.OfBanking,
    OfWayOfCards,
    terms.OfVigorish,
    OfAnyTable,
):
    """A submission under New Jersey's pai gow poker."""

    regulation: Literal["nj-pai-gow-poker"]


class NjCraps(OfBooks, OfCraps, OfAnyTable):
    """A submission under New Jersey's craps."""

    regulation: Literal["nj-craps"]
