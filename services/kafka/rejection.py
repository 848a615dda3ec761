"""What the rejections topic carries: never larger than a broker takes, whatever was rejected."""

import codecs
import hashlib
from typing import Any, Final, Literal, TypeAlias

import msgspec

from services.refusal_masking import mask_command, mask_text

MOST_BYTES: Final = 64 * 1024
"""Of a rejection as it is sent."""
BRIEF_BYTES: Final = 2 * 1024
"""The same where a topic takes less than usual."""
_MOST_KEY_BYTES: Final = 1024
_SHARE_OF_THE_REASON: Final = 16


Problem: TypeAlias = Literal[
    "refused", "invalid-command", "other-body", "unauthorized", "forbidden", "failed", "repeated"
]
KIND: Final = "pitledger.Rejection.v1"


class Rejected(msgspec.Struct, frozen=True):
    """Why a message led to nothing."""

    rule: str | None
    reason: str
    problem: Problem


class Rejection(msgspec.Struct, frozen=True, kw_only=True):
    """A message of the commands topic that led to nothing: why, where it stands, what it said.

    `command` is the message's value as text, bytes that are not UTF-8 as `\\xNN`; where it is
    long only its beginning, and `cut` is true. Tiles and cards in it are `??`. `bytes` and `sha256`
    are those of the whole value, or where pieces were masked, of the masked one: the hash of a
    short message would tell them.
    """

    rejected: Rejected
    command_id: str | None
    """As the sender named it, or as it was given one; null where none could be read."""
    topic: str
    partition: int
    offset: int
    key: str | None
    command: str
    cut: bool
    bytes: int
    sha256: str


def encode_rejection(
    rejected: Rejected, record: Any, most: int = MOST_BYTES, command_id: str | None = None
) -> bytes:
    """A rejected message as it goes to the topic, in at most so many bytes."""
    value = _shown(record.value)
    digest = hashlib.sha256(value).hexdigest()
    why = Rejected(
        None if rejected.rule is None else _beginning(rejected.rule.encode(**_SAFE), most // 64),
        _beginning(mask_text(rejected.reason).encode(**_SAFE), most // _SHARE_OF_THE_REASON),
        rejected.problem,
    )
    shown = min(len(value), most)
    while True:
        rejection = Rejection(
            rejected=why,
            command_id=command_id,
            topic=record.topic,
            partition=record.partition,
            offset=record.offset,
            key=None if record.key is None else _beginning(record.key, most // 64),
            command=_beginning(value, shown),
            cut=shown < len(value),
            bytes=len(value),
            sha256=digest,
        )
        encoded = msgspec.json.encode(rejection)
        if len(encoded) <= most or not shown:
            return encoded
        # JSON makes six bytes of some: what matters is what they come to when they are written.
        shown //= 2


def _shown(value: Any) -> bytes:
    return mask_command(value) if isinstance(value, bytes) else value or b""


def rejection_key(record: Any) -> bytes | None:
    """The rejected message's own key, so that a reader finds both alike; none where it is huge."""
    key: bytes | None = record.key
    return None if key is None or len(key) > _MOST_KEY_BYTES else key


_SAFE: Final = {"encoding": "utf-8", "errors": "backslashreplace"}


def _beginning(content: bytes, most: int) -> str:
    """As text; a character that the cut would halve is left out."""
    decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
    return decoder.decode(content[:most], final=len(content) <= most)
