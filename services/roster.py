"""The roster: every process says what it does and what troubles it, so that one can tell of all."""

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

import structlog
from eventsourcing.postgres import PostgresDatastore

from services.measuring import measures
from services.store.lease import this_process
from services.worker import Worker

_log = structlog.get_logger("roster")
BEAT_SECONDS: Final = 1.0
SILENT_SECONDS: Final = 5.0
"""Who has not been heard of for so long is not counted on."""
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
    """A part's last word, and how long ago it was."""

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

    def __init__(self, datastore: PostgresDatastore) -> None:
        self._datastore = datastore

    def create(self) -> None:
        with self._datastore.get_connection() as conn, conn.transaction():
            conn.execute("SELECT pg_advisory_xact_lock(hashtext('pitledger schema'))")
            conn.execute(_CREATE)

    def sign(self, post: Post) -> None:
        told = (this_process(), post.name, post.duties(), post.trouble(), measures(post.name))
        with self._datastore.get_connection() as conn:
            conn.execute(_SIGN, told)

    def sign_off(self, post: Post) -> None:
        """Whoever leaves in order is not missed; nor is who has been gone for long."""
        with self._datastore.get_connection() as conn:
            conn.execute(
                "DELETE FROM pitledger_roster WHERE (process = %s AND part = %s)"
                " OR beat < now() - make_interval(hours => %s)",
                (this_process(), post.name, _FORGOTTEN_HOURS),
            )

    def signed(self) -> list[Signed]:
        """Everybody's last word, the newest first."""
        with self._datastore.get_connection() as conn:
            rows = conn.execute(
                "SELECT process, part, duties, trouble, measures,"
                " extract(epoch FROM clock_timestamp() - beat)::float AS age_seconds"
                " FROM pitledger_roster ORDER BY beat DESC"
            ).fetchall()
        return [Signed(**row) for row in rows]


class Heartbeat(Worker):
    """Signs the roster every second while the part works."""

    def __init__(self, roster: Roster, post: Post) -> None:
        super().__init__(f"heartbeat of {post.name}")
        self._roster = roster
        self._post = post

    def beat(self) -> None:
        """Now, because something has changed that should not wait."""
        self._try(self._roster.sign)

    def run(self) -> None:
        while True:
            self.beat()
            if self.closing.wait(BEAT_SECONDS):
                self._try(self._roster.sign_off)
                return

    def _try(self, write: Callable[[Post], None]) -> None:
        try:
            write(self._post)
        except Exception as error:  # noqa: BLE001  a part that is silent is taken for dead
            _log.warning("the roster could not be signed", why=str(error))
