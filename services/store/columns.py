"""Columns of a batch in PostgreSQL's own form: packed here, because the driver's general way of
sending a list costs more than the rest of the statement."""

from collections.abc import Iterable
from struct import Struct
from typing import Any, ClassVar, Final, TypeVar
from uuid import UUID

from psycopg import adapters, postgres
from psycopg.abc import AdaptContext
from psycopg.adapt import Dumper
from psycopg.pq import Format

T = TypeVar("T")

_ONE_DIMENSION: Final = Struct(">iiIii").pack
"""Dimensions, whether nulls are in it, type of an element, length, first subscript."""
_NO_DIMENSION: Final = Struct(">iiI").pack
_LENGTH: Final = Struct(">i").pack
_INT: Final = Struct(">ii").pack
_BIGINT: Final = Struct(">iq").pack
_NULL: Final = _LENGTH(-1)
_JSONB_VERSION: Final = b"\x01"


class Column(list[T]):
    """The values of one array parameter."""

    TYPE: ClassVar[str]

    def packed(self) -> Iterable[bytes]:
        """Each value behind its length; a null has length -1 and nothing behind it."""
        raise NotImplementedError


class Ints(Column[int | None]):
    """`int[]`."""

    TYPE = "int4"

    def packed(self) -> Iterable[bytes]:
        return [_NULL if one is None else _INT(4, one) for one in self]


class BigInts(Column[int]):
    """`bigint[]`."""

    TYPE = "int8"

    def packed(self) -> Iterable[bytes]:
        return [_BIGINT(8, one) for one in self]


class Texts(Column[str | None]):
    """`text[]`."""

    TYPE = "text"

    def packed(self) -> Iterable[bytes]:
        written = [None if one is None else one.encode() for one in self]
        return [_NULL if one is None else _LENGTH(len(one)) + one for one in written]


class Blobs(Column[bytes]):
    """`bytea[]`."""

    TYPE = "bytea"

    def packed(self) -> Iterable[bytes]:
        return [_LENGTH(len(one)) + one for one in self]


class Documents(Column[bytes]):
    """`jsonb[]`, of JSON as it is written."""

    TYPE = "jsonb"

    def packed(self) -> Iterable[bytes]:
        return [_LENGTH(len(one) + 1) + _JSONB_VERSION + one for one in self]


class Uuids(Column[UUID]):
    """`uuid[]`."""

    TYPE = "uuid"

    def packed(self) -> Iterable[bytes]:
        return [_LENGTH(16) + one.bytes for one in self]


class _ColumnDumper(Dumper):
    format = Format.BINARY

    def __init__(self, cls: type[Column[Any]], context: AdaptContext | None = None) -> None:
        super().__init__(cls, context)
        kind = postgres.types[cls.TYPE]
        self.oid = kind.array_oid
        self._element = kind.oid

    def dump(self, obj: Column[Any]) -> bytes:
        if not obj:
            return _NO_DIMENSION(0, 0, self._element)
        # The second number is only a hint: PostgreSQL looks for nulls itself.
        return _ONE_DIMENSION(1, 1, self._element, len(obj), 1) + b"".join(obj.packed())


for _column in (Ints, BigInts, Texts, Blobs, Documents, Uuids):
    adapters.register_dumper(_column, _ColumnDumper)


def array_literal(values: Iterable[object]) -> str:
    """A list in a list of lists, each of its own length: PostgreSQL's arrays are no such thing."""
    texts = list(map(str, values))
    every = "".join(texts)
    if "\\" in every or '"' in every:
        texts = [text.replace("\\", "\\\\").replace('"', '\\"') for text in texts]
    return '{"' + '","'.join(texts) + '"}' if texts else "{}"
