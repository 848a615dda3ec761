"""What is known of the keys that seal the log."""

import msgspec

from domain.key_names import SEAL_KEYS


class SealKeys(msgspec.Struct, frozen=True, kw_only=True):
    """The keys' stream folded. It begins when the first key gives way: until then it is empty."""

    seq: int = 0
    in_force: dict[str, str] = {}
    """By the name of the log: a house that starts a new log under another name has two."""
    used: tuple[str, ...] = ()
    """Every key that was ever in force."""

    @property
    def key(self) -> str:
        """Its stream."""
        return SEAL_KEYS
