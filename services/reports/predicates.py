"""Which rows of a read model are wanted: asked of the database, or of a row in hand.

Predicates are data. `condition` says in SQL what they mean, `holds` in Python; both say the same.
"""

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from psycopg.sql import SQL, Composable

from projections.projection import Row
from services.store.columns import BigInts, Texts

Field: TypeAlias = Literal["id", "key", "day", "game"]
Sign: TypeAlias = Literal["=", "<", "<=", ">="]

_COLUMNS: Final[dict[Field, SQL]] = {
    "id": SQL("id"),
    "key": SQL("key"),
    "day": SQL("day"),
    "game": SQL("doc ->> 'game'"),
}
_COMPARED: Final[dict[Sign, Callable[[str, str], bool]]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">=": operator.ge,
}


class Is(NamedTuple):
    """A field compared with a value; days alone have an order that is the same everywhere."""

    field: Field
    sign: Sign
    value: str


class OneOf(NamedTuple):
    """A field has one of these values."""

    field: Field
    values: list[str]


class FoundBy(NamedTuple):
    """The row is looked for by one of these words."""

    words: list[str]


class Unchanged(NamedTuple):
    """No event has touched the row since its stream had come so far."""

    heads: Mapping[str, int]


class Changed(NamedTuple):
    """The row was there when its stream had come so far, and an event has touched it since."""

    heads: Mapping[str, int]


class All(NamedTuple):
    """Each of these holds."""

    parts: "tuple[Predicate, ...]"


class Either(NamedTuple):
    """One of these holds, or more."""

    parts: "tuple[Predicate, ...]"


Predicate: TypeAlias = Is | OneOf | FoundBy | Unchanged | Changed | All | Either
EVERY: Final = All(())


class Condition(NamedTuple):
    """What stands behind WHERE, and its parameters."""

    sql: Composable
    parameters: tuple[Any, ...]


def between(first: str, last: str) -> Predicate:
    """Rows of the days from the first to the last."""
    return All((Is("day", ">=", first), Is("day", "<=", last)))


def condition(wanted: Predicate) -> Condition:
    """As the database is asked."""
    match wanted:
        case Is(field, sign, value):
            return Condition(SQL("{} {} %s").format(_COLUMNS[field], SQL(sign)), (value,))
        case OneOf(field, values):
            return Condition(SQL("{} = ANY (%b)").format(_COLUMNS[field]), (Texts(values),))
        case FoundBy(words):
            return Condition(SQL("found_by && %b"), (Texts(words),))
        case Unchanged(heads):
            return _at_head(SQL("seq <= h.head"), heads)
        case Changed(heads):
            return _at_head(SQL("(doc ->> 'since')::bigint <= h.head AND seq > h.head"), heads)
        case All() | Either():
            return _joined(wanted)


def holds(wanted: Predicate, place: str, row: Row) -> bool:
    """Whether a row in hand is wanted; `place` is its id."""
    match wanted:
        case Is(field, sign, value):
            return _COMPARED[sign](_value(field, place, row), value)
        case OneOf(field, values):
            return _value(field, place, row) in values
        case FoundBy(words):
            return not set(words).isdisjoint(row.found_by)
        case Unchanged(heads):
            return row.seq <= heads.get(row.key, -1)
        case Changed(heads):
            return row.since <= heads.get(row.key, -1) < row.seq
        case All(parts) | Either(parts):
            enough = all if isinstance(wanted, All) else any
            return enough(holds(one, place, row) for one in parts)


def _value(field: Field, place: str, row: Row) -> str:
    value: str = place if field == "id" else getattr(row, field)
    return value


def _at_head(compared: SQL, heads: Mapping[str, int]) -> Condition:
    """`compared` holds at the head of the row's own stream."""
    sql = SQL("EXISTS (SELECT 1 FROM unnest(%b, %b) AS h (k, head) WHERE h.k = key AND {})")
    return Condition(sql.format(compared), (Texts(heads), BigInts(heads.values())))


def _joined(wanted: All | Either) -> Condition:
    word, of_none = (" AND ", "true") if isinstance(wanted, All) else (" OR ", "false")
    if not wanted.parts:
        return Condition(SQL(of_none), ())
    asked = [condition(one) for one in wanted.parts]
    sql = SQL("({})").format(SQL(word).join(one.sql for one in asked))
    return Condition(sql, tuple(value for one in asked for value in one.parameters))
