"""What the keys that seal the log are called."""

from typing import Final

SEAL_KEYS: Final = "seal:keys"
"""Their stream."""


def key_name(verifier_key: str) -> str:
    """The log that the key seals: a name has no plus."""
    return verifier_key.partition("+")[0]
