"""What a licensee elects for craps alone: what the wagers pay, and how many may stand around."""

from fractions import Fraction
from typing import Any, Final

import msgspec

DEFAULT_SEATS: Final = 16


class CrapsTerms(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The elections of a table beside those that every game shares."""

    odds: dict[str, tuple[int, int]] = {}
    """By wager: so many to so many. The regulation's text names none; they are the licensee's."""
    seats: int = DEFAULT_SEATS

    def odds_of(self, wager: str) -> Fraction | None:
        """To one; None: the wager is not offered."""
        pays = self.odds.get(wager)
        return None if pays is None else Fraction(*pays)


def craps_terms_of(submission: dict[str, Any]) -> CrapsTerms:
    """Of a submission as it was recorded when the table was opened."""
    return msgspec.convert(submission, CrapsTerms)
