"""What the rejections topic carries."""

import msgspec


class Rejected(msgspec.Struct, frozen=True):
    """Why a message led to nothing."""

    rule: str | None
    reason: str
    problem: str


class Rejection(msgspec.Struct, frozen=True, kw_only=True):
    """A message of the commands topic that led to nothing: why, where it stands, what it said."""

    rejected: Rejected
    topic: str
    partition: int
    offset: int
    command: str
