"""The roster: every process writes down what it does and what troubles it, for all to read."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from eventsourcing.persistence import PersistenceError

from services.runtime.exposition import measures
from services.runtime.lease import this_process
from services.runtime.logs import Told
from services.runtime.worker import Worker
from services.store.database import Datastore
from services.store.schema import in_turn
from services.tempo import seconds

BEAT_SECONDS: Final = seconds(1.0)
SILENT_SECONDS: Final = seconds(5.0)
"""A part that has not signed for so long is not counted on."""
_FORGOTTEN_HOURS: Final = 1

# Unlogged: a word that is overwritten every second need not survive the server.
_CREATE: Final = """
CREATE UNLOGGED TABLE IF NOT EXISTS pitledger_roster (
    process  text        NOT NULL,
    part     text        NOT NULL,
    duties   text[]      NOT NULL,
    trouble  text,
    beat     timestamptz NOT NULL,
    measures bytea       NOT NULL,
    PRIMARY KEY (process, part)
)"""
_SIGN: Final = """
INSERT INTO pitledger_roster VALUES (%s, %s, %s, %s, now(), %b)
ON CONFLICT (process, part) DO UPDATE SET duties = excluded.duties, trouble = excluded.trouble,
    beat = excluded.beat, measures = excluded.measures"""


class Post(Protocol):
    """What a part says of itself."""

    @property
    def name(self) -> str:
        """Which part it is."""

    def duties(self) -> list[str]:
        """What it has in hand now; nothing while it stands by."""

    def trouble(self) -> str | None:
        """What keeps it from doing so, if anything does."""


class Signed(NamedTuple):
    """A part's last entry, and how long ago it was."""

    process: str
    part: str
    duties: list[str]
    trouble: str | None
    age_seconds: float
    measures: bytes

    @property
    def silent(self) -> bool:
        return self.age_seconds > SILENT_SECONDS


class Roster:
    """One row for each part of each process."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore
        self._told = Told("roster")

    def create(self) -> None:
        with in_turn(self._datastore) as conn:
            conn.execute(_CREATE)

    def sign(self, post: Post, *, is_first: bool = True) -> None:
        """The first of a process also says what the process as a whole has measured."""
        trouble = post.trouble() or self._datastore.trouble()
        measured = measures(post.name, whole=is_first)
        row = (this_process(), post.name, post.duties(), trouble, measured)
        with self._datastore.get_connection() as conn:
            conn.execute(_SIGN, row)

    def sign_off(self, kept: Sequence[str] = ()) -> None:
        """Of this process what it does no more; who leaves in order is not missed, nor is who has
        been gone for long."""
        with self._datastore.get_connection() as conn:
            conn.execute(
                "DELETE FROM pitledger_roster WHERE (process = %s AND part <> ALL (%s))"
                " OR beat < now() - make_interval(hours => %s)",
                (this_process(), list(kept), _FORGOTTEN_HOURS),
            )

    def signed(self) -> list[Signed]:
        """Everybody's last entry, the newest first."""
        with self._datastore.get_connection() as conn:
            rows = conn.execute(
                "SELECT process, part, duties, trouble, measures,"
                " extract(epoch FROM clock_timestamp() - beat)::float AS age_seconds"
                " FROM pitledger_roster ORDER BY beat DESC"
            ).fetchall()
        return [one for row in rows if (one := self._signed(row)) is not None]

    def _signed(self, row: dict[str, Any]) -> Signed | None:
        """Whatever a part of another version may have written, it silences no other."""
        try:
            return msgspec.convert([row[name] for name in Signed._fields], Signed)
        except msgspec.ValidationError as error:
            self._told.wrong("a part's word cannot be read", why=str(error), part=row["part"])
            return None


class Heartbeat(Worker):
    """Signs the roster every second for all that the process does."""

    def __init__(self, roster: Roster, posts: Callable[[], Sequence[Post]]) -> None:
        super().__init__("heartbeat")
        self._roster = roster
        self._posts = posts
        self._signed: set[str] = set()
        self._told = Told("roster")

    def beat(self) -> None:
        """Now, because something has changed that should not wait."""
        self._try(self._sign_all)

    def run(self) -> None:
        while True:
            self.beat()
            if self.closing.wait(BEAT_SECONDS):
                self._try(self._roster.sign_off)
                return

    def _sign_all(self) -> None:
        posts = self._posts()
        for post in posts:
            self._roster.sign(post, is_first=post is posts[0])
        names = {post.name for post in posts}
        if self._signed - names:
            self._roster.sign_off([*names])
        self._signed = names

    def _try(self, write: Callable[[], None]) -> None:
        try:
            write()
            self._told.well("the roster is signed again")
        except Exception as error:  # noqa: BLE001  whatever it is, the next beat may succeed
            why = str(error) if isinstance(error, PersistenceError) else repr(error)
            self._told.wrong("the roster could not be signed", why=why)
