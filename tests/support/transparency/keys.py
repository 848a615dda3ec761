"""Keys of a log, each known by a number, and how one gives way to the next."""

from typing import Any, Final

from domain.events.seal import SealKeyRotated
from services.transparency.notes import SigningKey
from services.transparency.rotation import endorse

ORIGIN: Final = "house.example/pit"


def key(number: int, origin: str = ORIGIN) -> SigningKey:
    return SigningKey(origin, bytes([number]) * 32)


def rotation(old: SigningKey, new: SigningKey, **more: Any) -> dict[str, Any]:
    """The command, signed by the old one."""
    return {
        "command": "rotate_key",
        "old": str(old.verifier),
        "new": str(new.verifier),
        "signature": endorse(old, new.verifier),
        "reason": "once a year",
        **more,
    }


def rotated(old: SigningKey, new: SigningKey, **more: Any) -> SealKeyRotated:
    told = rotation(old, new)
    told.pop("command")
    return SealKeyRotated(key="seal:keys", **told, **more)
