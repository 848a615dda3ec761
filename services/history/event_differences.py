"""Events as they are stored, held against those that the rules make."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from msgspec import UNSET
from msgspec.json import encode as to_json
from msgspec.structs import fields

from domain.events import Event


class EventDifference(NamedTuple):
    """One place where the two differ; of events of the same kind, in which fields."""

    at: int
    """Which of the stored events it is; where one is missing, the last of them."""
    stored: Event | None
    made: Event | None
    fields: tuple[str, ...] = ()


def differences(
    stored: Sequence[Event], made: Sequence[Event], ignored: Collection[str]
) -> Iterator[EventDifference]:
    """In their order; those in these fields are none. Where kinds differ the rest is no matter."""
    for at, (one, other) in enumerate(zip(stored, made, strict=False)):
        if one == other:
            continue
        if type(one) is not type(other):
            yield EventDifference(at, one, other)
            return
        differing = tuple(
            field.name
            for field in fields(one)
            if field.name not in ignored and getattr(one, field.name) != getattr(other, field.name)
        )
        if differing:
            yield EventDifference(at, one, other, differing)
    if len(stored) > len(made):
        yield EventDifference(len(made), stored[len(made)], None)
    elif len(made) > len(stored):
        yield EventDifference(len(stored) - 1, None, made[len(stored)])


def written(value: object, unset: str) -> str:
    return unset if value is UNSET else to_json(value).decode()
