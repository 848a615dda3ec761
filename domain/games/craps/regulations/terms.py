"""What a licensee elects for craps alone: what the wagers pay, and how many may stand around."""

from fractions import Fraction
from typing import Any, Final

import msgspec

from domain.commands.elections import OfCraps
from domain.written import as_struct


@as_struct
class CrapsTerms(OfCraps):
    """The elections of a table beside those that every game shares."""

    def odds_of(self, wager: str) -> Fraction | None:
        """To one; None: the wager is not offered."""
        pays = self.odds.get(wager)
        return None if pays is None else Fraction(*pays)


DEFAULT_SEATS: Final = CrapsTerms().seats


def craps_terms_of(submission: dict[str, Any]) -> CrapsTerms:
    """Of a submission as it was recorded when the table was opened."""
    return msgspec.convert(submission, CrapsTerms)
