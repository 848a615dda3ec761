"""Commands about the key that seals the log; they name no table."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, ValidationInfo, field_validator

from domain.commands.fields import OfProperty, Words
from domain.key_names import key_name

VerifierKey: TypeAlias = Annotated[
    str,
    Field(
        max_length=182,
        pattern=r"^[!-*,-~]{1,128}\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$",
        description="a public key as those hold it who check signed notes: NAME+ID+KEY",
    ),
]
KeySignature: TypeAlias = Annotated[
    str,
    Field(
        max_length=92,
        pattern=r"^[A-Za-z0-9+/]{91}=$",
        description="the old key's, of the text that names both, as on a line of a signed note",
    ),
]
SEAL_COMMANDS: Final = ("rotate_key",)


class RotateKey(OfProperty):
    """Another key seals the log from here on; the one before signs for it."""

    command: Literal["rotate_key"]
    old: VerifierKey
    new: VerifierKey
    signature: KeySignature
    reason: Words

    @field_validator("new")
    @classmethod
    def _another_of_the_same_name(cls, new: str, told: ValidationInfo) -> str:
        old = told.data.get("old")
        if old is not None and key_name(old) != key_name(new):
            raise ValueError(f"a key's name is the log's: it stays {key_name(old)}")
        if old == new:
            raise ValueError("it is the old key itself")
        return new
