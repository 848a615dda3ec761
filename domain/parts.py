"""Structs that all games share, with the fields that each game adds to them.

A game declares its fields in a struct of its own. They are stored and shown among the shared ones:
where `Stands` says, or else at the end, in the order in which the games are registered.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeVar, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, structs

S = TypeVar("S", bound=msgspec.Struct)
FIRST: Final = "^"
"""Ahead of the shared fields."""


class Stands(NamedTuple):
    """Where a field stands in the shared struct, and what it says of another game."""

    behind: str = ""
    """A shared field, or `FIRST`; empty: the last one."""
    elsewhere: Any = NODEFAULT
    """Left out: its default."""


class WithParts:
    """A shared struct; only the games know which fields they add and of what types."""

    __slots__ = ()

    if TYPE_CHECKING:

        def __getattr__(self, name: str, /) -> Any: ...


class _Field(NamedTuple):
    name: str
    kind: Any
    default: Any
    stands: Stands = Stands()

    @property
    def spec(self) -> tuple[str, Any, Any]:
        """What is told of every game needs no default."""
        is_told = self.stands.elsewhere is not NODEFAULT
        return self.name, self.kind, NODEFAULT if is_told else self.default


class Parts:
    """What the games add to one shared struct."""

    def __init__(self, of_games: Iterable[type[msgspec.Struct] | None]) -> None:
        self._fields: Final = [
            field for kind in of_games if kind is not None for field in _fields_of(kind)
        ]
        self._elsewhere: Final = {
            one.name: one.stands.elsewhere
            for one in self._fields
            if one.stands.elsewhere is not NODEFAULT
        }

    def told(self, own: msgspec.Struct | None = None) -> dict[str, Any]:
        """The fields that a game adds, and what is said in place of those of other games."""
        return self._elsewhere if own is None else {**self._elsewhere, **structs.asdict(own)}

    def added_to(self, shared: type[S]) -> type[S]:
        """Make the shared struct anew, with the games' fields among its own."""
        fields = shared.__struct_fields__
        own = [one for one in _fields_of(shared) if one.name in shared.__annotations__]
        names = [one.name for one in own]
        added = set(fields)
        behind: dict[str, list[_Field]] = {FIRST: [], **{one.name: [one] for one in own}}
        for field in self._fields:
            assert field.name not in added, f"{shared.__name__} has a `{field.name}` already"
            added.add(field.name)
            behind[field.stands.behind or names[-1]].append(field)
        made: Any = msgspec.defstruct(
            shared.__name__,
            [field.spec for one in behind.values() for field in one],
            bases=shared.__bases__,
            module=shared.__module__,
            namespace={
                name: one
                for name, one in vars(shared).items()
                if name == "__doc__" or not (name.startswith("__") or name in fields)
            },
            frozen=True,
            kw_only=True,
            omit_defaults=shared.__struct_config__.omit_defaults,
        )
        kind: type[S] = made
        return kind


def _fields_of(kind: type[msgspec.Struct]) -> list[_Field]:
    return [_field(one) for one in structs.fields(kind)]


def _field(one: structs.FieldInfo) -> _Field:
    default = one.default
    if one.default_factory is not NODEFAULT:
        default = msgspec.field(default_factory=one.default_factory)
    if get_origin(one.type) is Annotated:
        kind, *said = get_args(one.type)
        if len(said) == 1 and isinstance(said[0], Stands):
            return _Field(one.name, kind, default, said[0])
    return _Field(one.name, one.type, default)
