"""The witnesses that are asked to cosign, as a setting names them."""

from typing import NamedTuple
from urllib.parse import urlsplit

from services.transparency.notes import BadKey, VerifierKey, read_key


class Witness(NamedTuple):
    """Whose cosignature is asked for, and where."""

    key: VerifierKey
    url: str
    """What `/add-checkpoint` is put behind."""


def read_witnesses(text: str) -> list[Witness]:
    """`VKEY URL`, with commas between them; raises ValueError with the one that is wrong."""
    found = [_read(one) for one in filter(None, map(str.strip, text.split(",")))]
    names = [str(one.key) for one in found]
    if len(set(names)) < len(names):
        raise ValueError("a witness is named twice")
    return found


def _read(text: str) -> Witness:
    vkey, _, url = text.partition(" ")
    try:
        key = read_key(vkey)
    except BadKey as error:
        raise ValueError(f"{vkey[:80]!r} is no witness's key: {error}") from None
    if not key.cosigns():
        raise ValueError(f"the key of {key.name} is a log's, not a witness's (of kind 4)")
    parts = urlsplit(url.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(
            f"behind the key of {key.name} stands its address, such as https://witness.example/w1"
        )
    return Witness(key, url.strip().rstrip("/"))
