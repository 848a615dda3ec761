"""What a licensee elects for craps alone: what the wagers pay, and how many may stand around."""

from fractions import Fraction
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from pydantic import Field

from domain.game_names import WAGER_NAMES, WagerName
from domain.written import MOST_SEATS, Strict, Written, as_struct

_MOST_ODDS = 10_000
_Odds: TypeAlias = Annotated[
    list[Annotated[int, Field(ge=1, le=_MOST_ODDS)]],
    Field(min_length=2, max_length=2, description="so many to so many"),
]
_OddsByWager: TypeAlias = Annotated[dict[WagerName, _Odds], Field(max_length=len(WAGER_NAMES))]


class Elections(Strict):
    """Of a table at which the dice alone decide."""

    odds: Annotated[
        dict[str, tuple[int, int]],
        Written(_OddsByWager),
        Field(description="what each wager pays; one without odds is not offered"),
    ] = {}
    seats: Annotated[int, Field(ge=1, le=MOST_SEATS)] = 16


@as_struct
class CrapsTerms(Elections):
    """The elections of a table beside those that every game shares."""

    def odds_of(self, wager: str) -> Fraction | None:
        """To one; None: the wager is not offered."""
        pays = self.odds.get(wager)
        return None if pays is None else Fraction(*pays)


DEFAULT_SEATS: Final = CrapsTerms().seats


def elected_in(submission: Strict) -> Elections:
    """The elections of this game, which any submission has among its own."""
    assert isinstance(submission, Elections)
    return submission


def craps_terms_of(submission: dict[str, Any]) -> CrapsTerms:
    """Of a submission as it was recorded when the table was opened."""
    return msgspec.convert(submission, CrapsTerms)
