"""Events of the key that seals the log, in a stream of their own; they name no table."""

from typing import ClassVar

from domain.events.envelope import Event, Stream


class SealEvent(Event, frozen=True, kw_only=True, tag=True):
    """A fact of the keys."""

    STREAM: ClassVar[Stream] = "seal"


class SealKeyRotated(SealEvent, frozen=True, kw_only=True, tag=True):
    """Another key seals the log from here on; the one before signed for it."""

    old: str
    """Verifier keys, as NAME+ID+KEY."""
    new: str
    signature: str
    """The old key's, of the text that names both, as on a line of a signed note."""
    reason: str
