"""How one key signs for the next: what it signs, and how that is checked."""

from typing import Final

from services.transparency.encoding import encode64
from services.transparency.notes import (
    BadKey,
    BadNote,
    BadSignature,
    SigningKey,
    VerifierKey,
    read_key,
    read_signature,
)

_PURPOSE: Final = "pitledger key rotation v1"
"""With spaces, which no log's name has: it is never the text of a checkpoint."""
_LOG_KEY: Final = 1


class NotEndorsed(Exception):
    """The old key did not sign for the new one."""


def rotation_text(old: VerifierKey, new: VerifierKey) -> str:
    """What the old key signs: the log's name and both keys, a line each."""
    return f"{_PURPOSE}\n{old.name}\n{old}\n{new}\n"


def endorse(old: SigningKey, new: VerifierKey) -> str:
    """The signature as it stands on a line of a note, behind the name."""
    signature = old.sign(rotation_text(old.verifier, new))
    return encode64(signature.key_id + signature.signed)


def check_endorsed(old: VerifierKey, new: VerifierKey, signature: str) -> None:
    """Raises NotEndorsed."""
    try:
        made = read_signature(f"\N{EM DASH} {old.name} {signature}")
        if not old.made(made):
            raise NotEndorsed(f"it is signed by another key than {old}")
        old.check(rotation_text(old, new), made)
    except (BadNote, BadSignature):
        raise NotEndorsed(f"{old} did not sign for {new}") from None


def read_log_key(text: str) -> VerifierKey:
    """A key that signs checkpoints, not one of a witness. Raises BadKey."""
    key = read_key(text)
    if key.kind != _LOG_KEY:
        raise BadKey("it is a witness's key, which signs no checkpoints of its own")
    return key
