"""The rows of one stream in every read model, folded again and compared."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import msgspec
from psycopg import Connection
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier, Literal

from domain.gaming_day import parse_moment
from domain.messages.events import decode
from projections import Row, all_projections
from projections.rounds import RoundRow
from projections.rounds.search import SearchRow, search_row
from services.projector.read_models import ReadModels
from services.store.connection import allowing
from services.store.ledger import Ledger
from services.store.rows import CorruptRow, decode_row
from services.verification.findings import Finding, Notebook, PartResult
from services.verification.folded import CannotFold, Folded

_PAGE: Final = 5000
_ROWS_SECONDS: Final = 600.0
_LISTS: Final = (
    *("tags", "seats", "players", "wagers", "outcomes", "amounts", "paid", "pieces", "hidden"),
)
_INDEX: Final = (
    f"SELECT id, opened, ended, {', '.join(_LISTS)} FROM read_rounds_search WHERE id = ANY (%s)"  # noqa: S608
)


@contextmanager
def begin_at(ledger: Ledger, moment: str) -> Iterator[Connection[Any]]:
    """A connection that sees the read models as they stood at that moment."""
    with ledger.datastore.connect() as conn:
        conn.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        conn.execute(SQL("SET TRANSACTION SNAPSHOT {}").format(Literal(moment)))
        yield conn
        conn.execute("ROLLBACK")


class ModelRows:
    """Looks at one stream after the other."""

    def __init__(self, ledger: Ledger, conn: Connection[Any], names: list[str]) -> None:
        self._ledger = ledger
        self._conn = conn
        self._names = names
        models = ReadModels(ledger.datastore)
        self._steps = {name: models.steps.of(name) for name in names}

    def check(self, key: str) -> PartResult:
        book = Notebook("read_models")
        with allowing(_ROWS_SECONDS):
            models = [
                Folded(one, self._steps[one.name])
                for one in all_projections()
                if one.name in self._names
            ]
            if self._fold(key, models, book):
                for model in models:
                    self._compare(key, model, book)
        return book.result()

    def _fold(self, key: str, models: list[Folded], book: Notebook) -> bool:
        """Each as far as it has come. False where the stream cannot be folded."""
        heads = self._heads(key)
        last, seq = max(heads.values(), default=0), 0
        while seq < last:
            page = self._ledger.select_events(key, gt=seq, lte=last, limit=_PAGE)
            if not page:
                return True  # the log is shorter, which is said of the stream as a whole
            for stored in page:
                seq = stored.originator_version
                going = [one for one in models if heads.get(one.projection.name, 0) >= seq]
                try:
                    event = decode(stored.topic, stored.state)
                except ValueError as error:
                    if not all((key, seq) in one.steps for one in going):
                        what = f"it cannot be read, and read models have folded it: {error}"
                        book.find(Finding(part="read_models", what=what, key=key, seq=seq))
                        return False
                    for one in going:
                        one.pass_over(key, seq)
                    continue
                try:
                    for one in going:
                        one.take(event)
                except CannotFold as error:
                    what = f"it cannot be folded: {error}"
                    book.find(Finding(part="read_models", what=what, key=key, seq=seq))
                    return False
            book.counts["events"] += len(page)
        return True

    def _heads(self, key: str) -> dict[str, int]:
        query = (
            "SELECT projection, seq FROM projection_heads WHERE key = %s AND projection = ANY (%s)"
        )
        cursor = self._conn.cursor(row_factory=tuple_row)
        return dict(cursor.execute(query, (key, self._names)).fetchall())

    def _compare(self, key: str, model: Folded, book: Notebook) -> None:
        name, fresh = model.projection.name, model.rows
        table = Identifier(f"read_{name}")
        query = SQL("SELECT id, seq, day, found_by, doc::text FROM {} WHERE key = %s ORDER BY id")
        cursor = self._conn.cursor(row_factory=tuple_row)
        unseen = dict(fresh)
        for place, seq, day, words, doc in cursor.execute(query.format(table), (key,)):
            book.counts["rows"] += 1
            what = self._wrong(model, unseen.pop(place, None), (place, seq, day, tuple(words), doc))
            if what is not None:
                found = f"row {place} of {name}: {what}"
                book.find(Finding(part="read_models", what=found, key=key, seq=seq))
        for place, row in unseen.items():
            what = f"row {place} of {name} is missing"
            book.find(Finding(part="read_models", what=what, key=key, seq=row.seq))
        if model.projection.indexed:
            self._compare_index(key, fresh, book)

    def _wrong(
        self, model: Folded, fresh: Row | None, stored: tuple[str, int, str, tuple[str, ...], str]
    ) -> str | None:
        place, seq, day, words, doc = stored
        if fresh is None:
            return "the log makes no such row"
        try:
            row = decode_row(model.projection.name, place, doc, model.projection.row)
        except CorruptRow as error:
            return str(error)
        if (seq, day) != (row.seq, row.day):
            return f"it says {seq} and {day}, and its content {row.seq} and {row.day}"
        if words != row.found_by:
            return f"it is found by {words}, and its content by {row.found_by}"
        return None if row == fresh else _first_difference(row, fresh)

    def _compare_index(self, key: str, rows: dict[str, Row], book: Notebook) -> None:
        """What rounds are found by."""
        found = (search_row(row) for row in rows.values() if isinstance(row, RoundRow))
        expected = {row.id: row for row in found if row is not None}
        cursor = self._conn.cursor(row_factory=tuple_row)
        for place, *values in cursor.execute(_INDEX, (list(rows),)):
            row = expected.pop(place, None)
            if row is None or _values(row) != _plain(values):
                what = f"row {place} of the index of rounds is not what the round comes to"
                book.find(Finding(part="read_models", what=what, key=key))
        for place in expected:
            what = f"row {place} of the index of rounds is missing"
            book.find(Finding(part="read_models", what=what, key=key))


def _values(row: SearchRow) -> list[object]:
    times = [parse_moment(row.opened), parse_moment(row.ended)]
    return [*times, *(list(getattr(row, name)) for name in _LISTS)]


def _plain(values: list[Any]) -> list[object]:
    return [list(one) if isinstance(one, list | tuple) else one for one in values]


def _first_difference(stored: Row, fresh: Row) -> str | None:
    """None where they are the same as they are written."""
    mine, right = msgspec.to_builtins(stored), msgspec.to_builtins(fresh)
    for name in right:
        if mine.get(name) != right[name]:
            return f"{name} is {_short(mine.get(name))}, and the log comes to {_short(right[name])}"
    return None


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 120 else f"{text[:119]}…"
