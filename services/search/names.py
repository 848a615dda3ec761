"""What a name may be of: a round, a table, a day, a slip, an exception, a meter, a player."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple
from urllib.parse import quote, urlencode

from psycopg.rows import tuple_row
from psycopg.sql import SQL

from domain.gaming_day import parse_day
from domain.pieces import UnknownPiece, meant_by
from projections.slips.row import SlipDayRow
from services.queries import Queries, is_round_id, is_table_name
from services.search.asked import read_dice
from services.search.statement import NEWEST
from services.store.database import Datastore
from services.store.rows import decode_row

MOST_LETTERS: Final = 200
_MOST: Final = 12
_NUMBERED: Final = re.compile(r"(?P<table>[A-Za-z0-9_]{1,32})[-/ #]+(?P<number>[0-9]{1,18})")
_SLIP: Final = (
    "SELECT id, doc::text FROM read_slips WHERE found_by @> ARRAY[%s] ORDER BY day DESC LIMIT %s"
)
_PLAYED: Final = SQL(
    "SELECT name FROM (SELECT * FROM read_rounds_search ORDER BY opened DESC, id DESC LIMIT {})"
    " AS newest, unnest(players) AS name WHERE strpos(lower(name), lower(%s)) > 0"
    " GROUP BY name ORDER BY name LIMIT %s"
)


class Named(NamedTuple):
    """One thing that is called so, and the page it stands on."""

    kind: str
    name: str
    address: str
    exact: bool = True
    """False: it is only like what was asked for."""
    is_search: bool = False
    """It is a way of looking for rounds, and no name."""

    @property
    def sure(self) -> bool:
        """It is meant, if nothing else is."""
        return self.exact or self.is_search


class Names:
    """Looks a name up wherever it may stand."""

    def __init__(self, datastore: Datastore, books: Queries) -> None:
        self._datastore = datastore
        self._books = books

    def called(self, text: str) -> list[Named]:
        """What is called so, the surest first; if nothing is, what is like it."""
        exact = [
            one for find in (self._one_place, self._slips, self._players) for one in find(text)
        ]
        if exact:
            return exact
        return [*self._tables_like(text), *self._players_like(text), *_ways_to_look(text)]

    def _one_place(self, text: str) -> Iterator[Named]:
        """By the form of the name. Tables are written in capitals, as a rule."""
        for name in dict.fromkeys((text, text.upper())):
            if is_round_id(name) and self._books.round(name) is not None:
                yield Named("round", name, f"/rounds/{name}")
            elif is_table_name(name) and self._books.table(name) is not None:
                yield Named("table", name, f"/tables/{name}")
            elif (numbered := _NUMBERED.fullmatch(name)) and not is_round_id(name):
                yield from self._numbered(numbered["table"], numbered["number"])
        with suppress(ValueError):
            yield Named("gaming day", text, f"/days/{parse_day(text)}")
        if any(meter.meter == text for meter in self._books.progressives()):
            yield Named("meter", text, f"/meters#{quote(text)}")

    def _numbered(self, table: str, number: str) -> Iterator[Named]:
        """Exceptions, complaints and debts are named by their table and number."""
        found = self._books.table(table)
        if found is not None and 1 <= int(number) <= found.seq:
            query = urlencode({"show": "all", "table": table})
            address = f"/exceptions?{query}#{table}-{number}"
            yield Named("exception", f"{number} at {table}", address)

    def _slips(self, text: str) -> Iterator[Named]:
        with self._datastore.get_connection() as conn:
            cursor = conn.cursor(row_factory=tuple_row)
            rows = cursor.execute(_SLIP, (text, _MOST)).fetchall()
        days = [decode_row("slips", name, doc, SlipDayRow) for name, doc in rows]
        for table in dict.fromkeys(day.table for day in days):
            yield Named("slip", f"{text} at {table}", f"/tables/{table}#slip-{quote(text)}")

    def _players(self, text: str) -> Iterator[Named]:
        with self._datastore.get_connection() as conn:
            found = conn.execute(
                "SELECT 1 FROM read_rounds_search WHERE players @> ARRAY[%s] LIMIT 1", (text,)
            ).fetchone()
        if found is not None:
            yield _player(text)

    def _tables_like(self, text: str) -> Iterator[Named]:
        for table in self._books.tables():
            if text.casefold() in table.table.casefold():
                yield Named("table", table.table, f"/tables/{table.table}", exact=False)

    def _players_like(self, text: str) -> Iterator[Named]:
        """Of the newest rounds, whose name has that in it."""
        with self._datastore.get_connection() as conn:
            cursor = conn.cursor(row_factory=tuple_row)
            query = _PLAYED.format(SQL(str(NEWEST)))
            for (name,) in cursor.execute(query, (text, _MOST)).fetchall():
                yield _player(name, exact=False)


def _player(name: str, *, exact: bool = True) -> Named:
    return Named("player", name, _rounds_by(player=name), exact)


def _rounds_by(**asked: str) -> str:
    return f"/rounds?{urlencode(asked)}"


def _ways_to_look(text: str) -> Iterator[Named]:
    """A piece or dice are no names, but rounds are found by them."""
    with suppress(UnknownPiece):
        meant_by(text)
        yield Named("rounds with", text, _rounds_by(piece=text), exact=False, is_search=True)
    with suppress(ValueError):
        read_dice(text)
        yield Named("rounds rolled", text, _rounds_by(dice=text), exact=False, is_search=True)
