"""Searching the finished rounds, a page at a time, newest first."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from psycopg.rows import tuple_row

from projections.rounds.row import RoundRow
from services.queries import Queries
from services.search.criteria import Criteria, Cursor
from services.search.statement import Statement, among_all, among_newest, beyond_newest
from services.store.database import Datastore

MOST_ROUNDS: Final = 200
_TIMES_THE_NEWEST: Final = 12
_COMMON_PIECES: Final = 2
"""So many pieces come together in one hand often."""
_A_CENTURY: Final = timedelta(days=36_500)
_ALONE: Final = {
    "table": "no finished round was played at table {table}",
    "day": "no finished round belongs to the gaming day {day}",
    "time": "no finished round was on the layout in that time",
    "seat": "no finished round had a wager at seat {seat}",
    "player": "no finished round names the player {player!r}",
    "piece": "no hand that may be seen held that piece",
    "dice": "no finished round was rolled with these dice",
    "outcome": "no wager ended as {outcome!r}",
    "wager": "nobody wagered on {wager!r}",
    "amount": "no wager, and nothing paid, was of such an amount",
    "game": "no finished round of {game} was played",
    "state": "no finished round is {state}",
}
_NONE_AT_ALL: Final = "no round has been finished yet"
_NOT_TOGETHER: Final = "there are rounds with each of these, but none with all of them"


class Page(NamedTuple):
    """Rounds as they are kept; who shows them masks them."""

    rounds: list[RoundRow]
    next: Cursor | None
    """Where the next page begins; None: there is none."""
    why: list[str]
    """Of an answer with nothing in it: why, as far as that is plain."""


class RoundSearch:
    """By the index of finished rounds; rows of the rounds themselves come out."""

    def __init__(self, datastore: Datastore, books: Queries) -> None:
        self._datastore = datastore
        self._books = books

    def find(
        self, asked: Criteria, cursor: Cursor | None, limit: int, *, sees_hidden: bool
    ) -> Page:
        places = self.places(asked, cursor, limit + 1, sees_hidden=sees_hidden)
        shown = places[:limit]
        found = self._books.finished([place.round for place in shown])
        rounds = [found[place.round] for place in shown if place.round in found]
        why = [] if places or cursor else list(self._why(asked, sees_hidden=sees_hidden))
        return Page(rounds, shown[-1] if len(places) > limit else None, why)

    def places(
        self, asked: Criteria, cursor: Cursor | None, limit: int, *, sees_hidden: bool
    ) -> list[Cursor]:
        """Which rounds they are, newest first."""
        if _is_rare(asked, sees_hidden=sees_hidden):
            return self._run(among_all(asked, cursor, limit, sees_hidden=sees_hidden))
        found = self._run(among_newest(asked, cursor, limit, sees_hidden=sees_hidden))
        if len(found) == limit:
            return found
        beyond = self._run(beyond_newest(asked, cursor))
        if not beyond:
            return found
        for part in (_some_time_back(asked, cursor, beyond[0].opened), asked):
            found = self._run(among_all(part, cursor, limit, sees_hidden=sees_hidden))
            if len(found) == limit:
                break
        return found

    def _why(self, asked: Criteria, *, sees_hidden: bool) -> Iterator[str]:
        apart = list(asked.apart())
        together = True
        for name, alone in apart:
            if not self.places(alone, None, 1, sees_hidden=sees_hidden):
                together = False
                words = {name: getattr(asked, name, None) for name in asked.__slots__}
                yield _ALONE[name].format(**words)
        if together:
            yield _NOT_TOGETHER if apart else _NONE_AT_ALL

    def _run(self, statement: Statement) -> list[Cursor]:
        with self._datastore.get_connection() as conn:
            cursor = conn.cursor(row_factory=tuple_row)
            rows = cursor.execute(statement.sql, statement.values).fetchall()
        return [Cursor(opened, name) for name, opened in rows]


def _some_time_back(asked: Criteria, cursor: Cursor | None, beyond: datetime) -> Criteria:
    """As far as some times the newest rounds: enough for what is not rare."""
    last = cursor.opened if cursor is not None else asked.until or datetime.now(UTC)
    since = last - min((last - beyond) * _TIMES_THE_NEWEST, _A_CENTURY)
    return replace(asked, since=since if asked.since is None else max(since, asked.since))


def _is_rare(asked: Criteria, *, sees_hidden: bool) -> bool:
    """What is surely not among the newest rounds often enough to be looked for there."""
    named = asked.day is not None or asked.player is not None
    # The dead hand, for who sees it, has room for any pieces.
    in_dead = sees_hidden and asked.seat is None
    return named or (len(asked.pieces) > _COMMON_PIECES and not in_dead)
