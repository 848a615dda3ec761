"""What of a submission the edges of its wagers depend on, as a session keeps it."""

from typing import Any, Final

import msgspec

from domain.shared_terms import Progressive


class Elected(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The few elections that make a wager worth more or less."""

    pair_fortunes: str | None = None
    """The paytable, where the wager is offered."""
    odds: dict[str, tuple[int, int]] = {}
    """By wager, where the submission files them: so many to so many."""
    vigorish_method: int = 1
    """Of the dragon's eye; by the second no vigorish is taken, and a triple loses."""
    wheel: str = "second"
    progressive: Progressive | None = None


NOTHING_ELECTED: Final = Elected()


def elected_by(submission: dict[str, Any]) -> Elected:
    """Of a submission as it was recorded when the table was opened."""
    eye = submission.get("dragons_eye") or {}
    return msgspec.convert(
        {
            "pair_fortunes": submission.get("pair_fortunes"),
            "odds": submission.get("odds") or {},
            "vigorish_method": eye.get("vigorish_method", 1),
            "wheel": submission.get("wheel", "second"),
            "progressive": submission.get("progressive"),
        },
        Elected,
    )
