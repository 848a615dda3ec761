"""What a licensee elects for any table and rounds read, and how an election is marked."""

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from domain.written import Cents, Election, Name, Stake, Strict, Written

Limit: TypeAlias = Annotated[list[Cents], Field(min_length=2, max_length=2)]


class LaterElection:
    """Marks an election that was added later: it is recorded only where it is elected.

    So recorded submissions of tables that do not elect it, and their hashes, stay as they are.
    """


class ReadAs:
    """Marks an election that rounds read in another form than the opening records."""

    def __init__(self, form: Callable[[Any], object]) -> None:
        self.form = form


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


class OfLimits(Strict):
    limits: Annotated[dict[str, tuple[int, int]], Written(dict[str, Limit])] = {}


class OfProgressive(Strict):
    """Elected by the games that have a wager on a meter."""

    progressive: Progressive | None = None


class OfControls(Strict):
    controls: Annotated[str, Written(Literal["basic", "full"])] = "basic"


class TableTerms(OfControls, OfProgressive, OfLimits):
    """What the terms of every table say, whatever is played there."""
