"""What a gaming day knows of itself."""

from typing import Final

import msgspec

from domain.commands.day import DayStatus

_KEY: Final = "day:"


class Day(msgspec.Struct, frozen=True, kw_only=True):
    """One day's stream folded. Before it is closed it has no status."""

    day: str
    seq: int = 0
    status: DayStatus | None = None
    """How far it was closed itself; a later day that is closed covers it too."""
    raised: tuple[str, ...] = ()
    """Every alert of the day."""
    open_alerts: tuple[str, ...] = ()
    """Those that nobody has answered for."""

    @property
    def key(self) -> str:
        """Its stream."""
        return day_key(self.day)


def day_key(day: str) -> str:
    return f"{_KEY}{day}"


def day_of_key(key: str) -> str | None:
    """The day whose stream this is; None for another kind of stream."""
    return key.removeprefix(_KEY) if key.startswith(_KEY) else None
