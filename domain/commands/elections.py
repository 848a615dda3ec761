"""What a submission elects for any table on top of a regulation."""

from datetime import date
from typing import Annotated, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from domain.commands.fields import Day
from domain.game_names import WAGER_NAMES, RegulationName, WagerName
from domain.shared_terms import LaterElection, Limit, OfControls, OfLimits
from domain.written import Name, Strict, Written

HoldBound: TypeAlias = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
_Limits: TypeAlias = Annotated[dict[WagerName, Limit], Field(max_length=len(WAGER_NAMES))]


def _written(day: object) -> object:
    """A file may have it as a date of its own."""
    return day.isoformat() if type(day) is date else day


class Filing(Strict):
    """That the regulator approved the submission: when, and under which reference."""

    date: Annotated[Day, BeforeValidator(_written)]
    reference: Name


class OfRegulation(Strict):
    regulation: RegulationName


class OfAnyTable(OfLimits, OfRegulation):
    """The regulation, the limits of its wagers, and the submission's own approval."""

    limits: Annotated[dict[str, tuple[int, int]], Written(_Limits)] = {}
    filed: Annotated[Filing | None, LaterElection()] = Field(
        default=None, description="the approval: its date, and the regulator's reference"
    )

    @model_validator(mode="after")
    def _limits_in_order(self) -> "OfAnyTable":
        for wager, (low, high) in self.limits.items():
            if low > high:
                raise ValueError(f"limits of {wager}: minimum {low} is above maximum {high}")
        return self


class OfBooks(OfControls):
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
