"""What the edges of pai gow's wagers depend on, of what is elected."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from domain.parts import FIRST, Stands


class Fields(msgspec.Struct, frozen=True, kw_only=True):
    """As a session keeps them."""

    pair_fortunes: Annotated[str | None, Stands(FIRST)] = None
    """The paytable, where the wager is offered."""
    vigorish_method: Annotated[int, Stands("odds")] = 1
    """Of the dragon's eye; by the second no vigorish is taken, and a triple loses."""
    wheel: Annotated[str, Stands("odds")] = "second"


def read(submission: Mapping[str, Any]) -> dict[str, Any]:
    """Of a submission as it was recorded."""
    eye = submission.get("dragons_eye") or {}
    return {
        "pair_fortunes": submission.get("pair_fortunes"),
        "vigorish_method": eye.get("vigorish_method", 1),
        "wheel": submission.get("wheel", "second"),
    }
