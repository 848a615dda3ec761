"""What every command is, and the types of its fields: what it alone shows to be wrong."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, TypeAlias, get_args
from uuid import UUID

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    StrictInt,
    field_validator,
)

from domain.commands.reading import MOST_INTEGER
from domain.gaming_day import parse_day, parse_moment, write_moment
from domain.money import MOST_CENTS
from domain.roles import PLAY
from domain.written import MOST_SEATS, Cents, Name, Strict

SeatNumber: TypeAlias = Annotated[
    int, Field(ge=1, le=MOST_SEATS, description="betting area, from 1 to the layout's last")
]
Die: TypeAlias = Annotated[int, Field(ge=1, le=6)]
Dice: TypeAlias = Annotated[
    list[Die], Field(min_length=2, max_length=3, description="as many as the game is played with")
]
TableName: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_]{1,32}$")]
Words: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
Player: TypeAlias = Name
SessionNumber: TypeAlias = Annotated[int, Field(ge=1, le=10**9)]
BoxNumber: TypeAlias = Annotated[int, Field(ge=1, le=10**9)]
RoundId: TypeAlias = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9_]{1,32}-[0-9]{1,9}-[0-9]{1,9}$", description="TABLE-SESSION-N")
]
BuyInKind: TypeAlias = Literal["cash", "counter_check", "voucher"]
SlipStep: TypeAlias = Literal["requested", "issued", "received", "voided"]


def _read_moment(value: object) -> object:
    if not isinstance(value, str):
        raise ValueError("a time is written as RFC 3339 text, such as 2026-11-15T20:00:00Z")
    return parse_moment(value)


def _read_slip(value: object) -> object:
    """A number that was written as one is meant as it is written."""
    is_number = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return str(value) if is_number else value


def _read_uuid(value: object) -> object:
    return UUID(value) if isinstance(value, str) else value


Moment: TypeAlias = Annotated[datetime, BeforeValidator(_read_moment)]
Day: TypeAlias = Annotated[
    str,
    AfterValidator(parse_day),
    Field(description="a gaming day", json_schema_extra={"format": "date"}),
]
_SlipText: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,32}$")]
_SlipNumber: TypeAlias = Annotated[int, Field(ge=0, le=MOST_INTEGER)]
Slip: TypeAlias = Annotated[
    _SlipText, BeforeValidator(_read_slip, json_schema_input_type=_SlipText | _SlipNumber)
]
CommandId: TypeAlias = Annotated[UUID, BeforeValidator(_read_uuid, json_schema_input_type=UUID)]

_DENOMINATIONS = 100
_Denomination: TypeAlias = Annotated[str, Field(pattern=r"^[1-9][0-9]{0,11}$")]
_Pieces: TypeAlias = Annotated[StrictInt, Field(ge=0, le=10**6)]


def inventory_cents(inventory: int | dict[str, int]) -> int:
    """What an inventory is worth: cents, or chips counted by denomination."""
    if isinstance(inventory, int):
        return inventory
    return sum(int(denomination) * pieces for denomination, pieces in inventory.items())


def _within_reach(inventory: int | dict[str, int]) -> int | dict[str, int]:
    if inventory_cents(inventory) > MOST_CENTS:
        raise ValueError(f"an inventory above {MOST_CENTS} cents is not believable")
    return inventory


Inventory: TypeAlias = Annotated[
    Cents | Annotated[dict[_Denomination, _Pieces], Field(max_length=_DENOMINATIONS)],
    AfterValidator(_within_reach),
    Field(description="cents, or chips by denomination in cents"),
]


class Actor(Strict):
    """Who did it, and in which role."""

    id: Player
    role: Name


def is_untold(value: object) -> bool:
    """For fields that a command got later: unless told, it is the same request as without them."""
    return value is None or value == []


Signers: TypeAlias = Annotated[list[Actor], Field(max_length=20)]
Proof: TypeAlias = Annotated[str, Field(max_length=2000, pattern=r"^[A-Za-z0-9_.-]+$")]
ProofsById: TypeAlias = Annotated[dict[Player, Proof], Field(max_length=10)]


class Command(Strict):
    """What every command may carry, and what the controls ask of whoever tells it."""

    TOLD_BY: ClassVar[frozenset[str]] = PLAY
    """The roles that may tell it under full controls."""
    DECIDED_BY_SUPERVISOR: ClassVar[bool] = False
    """It is more than a slip of the key put right."""
    SEALS: ClassVar[str] = ""
    """What goes from the table, where it is sealed with the `reason` and signed for."""
    PAYS_OFF_METER: ClassVar[bool] = False
    """Who validates a payout off a meter is held to the game's own paragraph."""

    if TYPE_CHECKING:
        command: str
        """Its name; each class has its own."""

    command_id: CommandId | None = None
    actor: Actor | None = None
    at: Moment | None = None
    table: TableName | None = None
    proofs: ProofsById | None = Field(
        default=None,
        exclude=True,  # never stored, and no part of what makes it the same request
        description="of those who sign, by their id; each made by POST /v1/proofs, used once",
    )

    @classmethod
    def command_name(cls) -> str:
        name: str = get_args(cls.model_fields["command"].annotation)[0]
        return name

    def at_text(self) -> str | None:
        return None if self.at is None else write_moment(self.at)


class OfProperty(Command):
    """A command about what belongs to no table."""

    @field_validator("table")
    @classmethod
    def _no_table(cls, table: str | None) -> None:
        if table is not None:
            raise ValueError("this is the whole property's: leave `table` out")
