"""From which difference on who must be told, by jurisdiction."""

from typing import Final

REPORT: Final = "report"
WRITTEN: Final = "written"
REGULATOR: Final = "regulator"

LEVELS: Final = {
    REPORT: "reported to the pit manager and the cage",
    WRITTEN: "reported in writing",
    REGULATOR: "reported to the regulator",
}

_ANY: Final = ((1, REPORT),)
_FROM: Final[dict[tuple[str, str], tuple[tuple[int, str], ...]]] = {
    # New Jersey: any difference of an opener; above $25 in writing; from $100 to the regulator.
    ("nj", "opener"): ((1, REPORT), (2501, WRITTEN), (10_000, REGULATOR)),
}
"""By jurisdiction and kind of difference: from so many cents on, this. Others: any is reported."""


def level_of(jurisdiction: str, kind: str, amount: int) -> str | None:
    """Who must be told of a difference; nobody of none."""
    steps = _FROM.get((jurisdiction, kind), _ANY)
    reached = [level for cents, level in steps if abs(amount) >= cents]
    return reached[-1] if reached else None
