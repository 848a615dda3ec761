"""Shared structs with the fields that games add: their order, their defaults, what stays out."""

from typing import Annotated, ClassVar, Final

import msgspec
import pytest
from msgspec import UNSET, UnsetType

from domain.parts import FIRST, Parts, Stands, WithParts


class Base(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    key: str = ""


class OfOne(msgspec.Struct, frozen=True, kw_only=True):
    count: Annotated[int, Stands("first", elsewhere=0)]
    names: Annotated[dict[str, str], Stands(FIRST)] = {}
    note: Annotated[str, Stands("first")] = "none"


class OfAnother(msgspec.Struct, frozen=True, kw_only=True):
    point: int | UnsetType = UNSET


PARTS: Final = Parts((OfOne, None, OfAnother))


@PARTS.added_to
class Shared(Base, WithParts, frozen=True, kw_only=True, tag=True):
    """What all have."""

    ORDERED: ClassVar[bool] = True

    first: str
    last: int = 0

    def told(self) -> str:
        return f"{self.first} {self.count}"


def test_fields_stand_where_their_game_says_and_else_at_the_end() -> None:
    order = ("key", "names", "first", "count", "note", "last", "point")
    assert Shared.__struct_fields__ == order
    assert Shared.__doc__ == "What all have."
    assert (Shared.ORDERED, Shared.__module__) == (True, __name__)


def test_what_is_told_elsewhere_is_written_and_what_is_unset_is_not() -> None:
    written = msgspec.json.encode(Shared(first="a", **PARTS.told()))
    assert written == (
        b'{"type":"Shared","key":"","names":{},"first":"a","count":0,"note":"none","last":0}'
    )
    own = Shared(first="a", **PARTS.told(OfAnother(point=6)))
    assert msgspec.json.decode(msgspec.json.encode(own), type=Shared) == own
    assert (own.point, own.count, own.told()) == (6, 0, "a 0")


def test_who_tells_nothing_of_a_field_that_is_always_told_is_refused() -> None:
    with pytest.raises(TypeError, match="count"):
        Shared(first="a")


def test_two_games_do_not_add_one_field() -> None:
    with pytest.raises(AssertionError, match="`point`"):

        @Parts((OfAnother, OfAnother)).added_to
        class Twice(Base, WithParts, frozen=True, kw_only=True):
            first: str
