"""Which key was in force from which size of the log on: pure, for everybody who checks."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

import msgspec

from domain.events.seal import SealKeyRotated
from domain.gaming_day import parse_moment
from domain.messages.events import decode
from services.transparency.notes import BadKey, VerifierKey
from services.transparency.rotation import NotEndorsed, check_endorsed, read_log_key


class BrokenHistory(Exception):
    """What is said of the keys cannot be: somebody has changed it."""


class KeyInForce(NamedTuple):
    """A key and the sizes of the checkpoints that it signs."""

    key: VerifierKey
    since: int
    """The smallest; of a key that came by a rotation, the rotation's place in the log."""
    until: int | None = None
    """The place of the rotation by which it gave way; None: it is in force.

    The first checkpoint that covers that is the last one it signs, beside the next key.
    """
    signature: str | None = None
    """By which the key before signed for it; None: it is the first of its name."""
    recorded: datetime | None = None
    """When it came into force, for people; None where nobody wrote that down."""

    def signs(self, size: int, after: int) -> bool:
        """A checkpoint of that size, the one before it having the size `after`."""
        return self.since <= size and (self.until is None or self.until > after)

    def is_in_force(self, size: int) -> bool:
        """Whether every checkpoint of that size is signed by this one."""
        return self.since <= size and (self.until is None or size < self.until)


class KeyHistory(NamedTuple):
    """All keys that were ever in force, oldest first."""

    keys: tuple[KeyInForce, ...]

    def of(self, origin: str) -> list[KeyInForce]:
        return [one for one in self.keys if one.key.name == origin]

    def newest(self, origin: str) -> KeyInForce | None:
        """In force by all that is known, also where no checkpoint covers it yet."""
        return next((one for one in self.of(origin) if one.until is None), None)

    def in_force(self, origin: str, size: int) -> VerifierKey | None:
        """That a checkpoint of that size is signed by."""
        return next((one.key for one in self.of(origin) if one.is_in_force(size)), None)

    def signing(self, origin: str, size: int, after: int) -> list[VerifierKey]:
        """All that sign it, where the checkpoint before has the size `after`; in force last."""
        return [one.key for one in self.of(origin) if one.signs(size, after)]


def chained(keys: Iterable[KeyInForce]) -> KeyHistory:
    """One chain for each name: every key after the first was signed for by the one before.

    Raises BrokenHistory.
    """
    chain: list[KeyInForce] = []
    last: dict[str, int] = {}
    for one in sorted(keys, key=lambda one: (one.since, one.signature is not None)):
        before = last.get(one.key.name)
        if before is not None:
            _require_endorsed(chain[before].key, one)
            chain[before] = chain[before]._replace(until=one.since)
        elif one.signature is not None:
            raise BrokenHistory(f"no key is known before {one.key}, which came by a rotation")
        last[one.key.name] = len(chain)
        chain.append(one)
    return KeyHistory(tuple(chain))


def _require_endorsed(old: VerifierKey, new: KeyInForce) -> None:
    try:
        check_endorsed(old, new.key, new.signature or "")
    except NotEndorsed as error:
        raise BrokenHistory(f"since size {new.since} {new.key} is in force, but {error}") from None


class Rotation(NamedTuple):
    """By which one key gave way to the next, and its place in the log."""

    position: int
    event: SealKeyRotated


def rotations_in(logged: Iterable[tuple[int, str, bytes]]) -> list[Rotation]:
    """Of events of the keys' stream: place, topic and stored bytes. Raises BrokenHistory."""
    found = []
    for position, topic, state in logged:
        try:
            event = decode(topic, state)
            parse_moment(event.recorded)
        except (msgspec.MsgspecError, ValueError) as error:
            raise BrokenHistory(f"event {position} cannot be read: {error}") from None
        if isinstance(event, SealKeyRotated):
            found.append(Rotation(position, event))
    return found


def history_of(rotations: Iterable[Rotation], kept: Iterable[KeyInForce] = ()) -> KeyHistory:
    """What the log says of the keys, and what is kept beside it. Raises BrokenHistory."""
    found = {one.key: one for one in kept}
    named = {one.key.name for one in found.values()}
    for position, event in rotations:
        old = read_known_key(event.old)
        if old.name not in named:
            # A restored database has only the log: it tells the first key of an earlier name, too.
            found[old] = KeyInForce(old, 0)
            named.add(old.name)
        told = KeyInForce(
            read_known_key(event.new),
            position,
            signature=event.signature,
            recorded=parse_moment(event.recorded),
        )
        known = found.setdefault(told.key, told)
        if (known.since, known.signature) != (told.since, told.signature):
            raise BrokenHistory(f"{told.key} is kept otherwise than event {position} tells of it")
    return chained(found.values())


def read_known_key(text: str) -> VerifierKey:
    """Of the log or of what is kept beside it. Raises BrokenHistory."""
    try:
        return read_log_key(text)
    except BadKey as error:
        raise BrokenHistory(f"{text} is kept as a key, but {error}") from None
