"""Commands that end what somebody else began, whatever is played."""

from datetime import UTC, datetime
from typing import Any, TypeAlias

from services.tools.simulator.staff import standing_by

Fields: TypeAlias = dict[str, Any]
Move: TypeAlias = tuple[str, Fields]
"""A command and its fields."""


def supervised(command: str, reason: str) -> Fields:
    """Why, and who stands by."""
    return {"reason": reason, "supervisor": standing_by(command, datetime.now(UTC))}
