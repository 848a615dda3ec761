"""What of a submission the edges of its wagers depend on, as a session keeps it."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec

from domain.games.library import from_each
from domain.parts import Parts, WithParts
from domain.shared_terms import Progressive

Submitted: TypeAlias = dict[str, Any]
_FIELDS: Final[dict[str, type[msgspec.Struct]]] = from_each("wagers.elected", "Fields")
_READ: Final[dict[str, Callable[[Submitted], Submitted]]] = from_each("wagers.elected", "read")


@Parts(_FIELDS.values()).added_to
class Elected(msgspec.Struct, WithParts, frozen=True, kw_only=True, omit_defaults=True):
    """The few elections that make a wager worth more or less."""

    odds: dict[str, tuple[int, int]] = {}
    """By wager, where the submission files them: so many to so many."""
    progressive: Progressive | None = None


NOTHING_ELECTED: Final = Elected()


def elected_by(submission: Submitted) -> Elected:
    """Of a submission as it was recorded when the table was opened."""
    told = {"odds": submission.get("odds") or {}, "progressive": submission.get("progressive")}
    for read in _READ.values():
        told |= read(submission)
    return msgspec.convert(told, Elected)
