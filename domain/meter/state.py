"""What a meter knows of itself."""

from typing import Final

import msgspec

from domain.shared_terms import Progressive

_KEY: Final = "meter:"


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """One meter's stream folded. Before it is opened it has no terms."""

    name: str
    seq: int = 0
    terms: Progressive | None = None
    amount: int = 0
    """What stands on it, in cents."""

    @property
    def key(self) -> str:
        """Its stream."""
        return meter_key(self.name)


def meter_key(name: str) -> str:
    return f"{_KEY}{name}"


def meter_name(key: str) -> str | None:
    """The meter whose stream this is; None for another kind of stream."""
    return key.removeprefix(_KEY) if key.startswith(_KEY) else None
