"""A submission: one licensee's elections on top of a regulation."""

import hashlib
import json
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import AfterValidator, Field, model_validator

from domain.commands.fields import Cents, Name, Stake, Strict, WagerName

RegulationName: TypeAlias = Literal["nj-pai-gow", "md-pai-gow", "nj-pai-gow-poker"]
HoldBound: TypeAlias = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Limit: TypeAlias = Annotated[list[Cents], Field(min_length=2, max_length=2)]
Limits: TypeAlias = Annotated[dict[WagerName, Limit], Field(max_length=len(get_args(WagerName)))]
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
    payouts: Annotated[dict[Name, Cents], Field(max_length=40)] | None = None


class Submission(Strict):
    """What the licensee elected; the regulation decides whether it may."""

    regulation: RegulationName
    limits: Limits = {}
    vigorish: Literal["quarter", "cent"] = "quarter"
    house_way: Name | None = None
    banking: bool = False
    co_banking: bool = False
    two_areas: bool = False
    triples_bonus: bool = False
    dragons_eye: DragonsEye | None = None
    pair_fortunes: Literal["A", "B", "C", "D"] | None = None
    generator: bool = False
    dealer_delivery: bool = False
    delivery_styles: DeliveryStyles | None = None
    progressive: Progressive | None = None
    wheel: Literal["second", "lowest"] = "second"
    controls: Literal["basic", "full"] = "basic"
    hold_limits: Annotated[list[HoldBound], Field(min_length=2, max_length=2)] | None = Field(
        default=None,
        description="least and most that a day's hold may be, in basis points of the drop",
    )

    @model_validator(mode="after")
    def _limits_in_order(self) -> "Submission":
        for wager, (low, high) in self.limits.items():
            if low > high:
                raise ValueError(f"limits of {wager}: minimum {low} is above maximum {high}")
        if self.hold_limits is not None and self.hold_limits[0] > self.hold_limits[1]:
            low, high = self.hold_limits
            raise ValueError(f"hold_limits: the least, {low}, is above the most, {high}")
        return self

    def content_hash(self) -> str:
        """The same elections give the same hash, however they were written down."""
        content = json.dumps(self.model_dump(mode="json"), sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()
