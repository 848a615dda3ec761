"""What the processes of a house share for its sessions: the key, and what was used up.

A session lives in its cookie, so that signing in stores nothing and a restart ends nobody's day.
Only what must not be believed any longer although it is signed is kept: sessions that were signed
out, and sign-ins under way that have come back. Every process looks it up, so signing out at one
ends the session at all of them, and a row is needed no longer than the cookie would have lasted.
"""

import secrets
from collections.abc import Collection
from typing import Final

from services.store.database import Datastore
from services.store.schema import in_turn

_KEY_BYTES: Final = 32
_CREATE: Final = (
    """
CREATE TABLE IF NOT EXISTS pitledger_session_key (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    key    bytea   NOT NULL
)""",
    """
CREATE TABLE IF NOT EXISTS pitledger_sessions_ended (
    id      text        PRIMARY KEY,
    expires timestamptz NOT NULL
)""",
)


class KeptSessions:
    """Two small tables of the house's own database."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def create(self) -> None:
        with in_turn(self._datastore) as conn:
            for statement in _CREATE:
                conn.execute(statement)

    def key(self) -> bytes:
        """The house's own, made by whoever asks first."""
        with self._datastore.get_connection() as conn:
            conn.execute(
                "INSERT INTO pitledger_session_key (key) VALUES (%s) ON CONFLICT DO NOTHING",
                (secrets.token_bytes(_KEY_BYTES),),
            )
            row = conn.execute("SELECT key FROM pitledger_session_key").fetchone()
        assert row is not None
        return bytes(row["key"])

    def end(self, id_: str, expires: int) -> bool:
        """From now on it is over, everywhere; False if it was before."""
        with self._datastore.get_connection() as conn:
            conn.execute("DELETE FROM pitledger_sessions_ended WHERE expires < now()")
            ended = conn.execute(
                "INSERT INTO pitledger_sessions_ended VALUES (%s, to_timestamp(%s))"
                " ON CONFLICT DO NOTHING",
                (id_, expires),
            )
        return ended.rowcount == 1

    def has_ended(self, id_: str) -> bool:
        with self._datastore.get_connection() as conn:
            query = "SELECT 1 FROM pitledger_sessions_ended WHERE id = %s"
            return conn.execute(query, (id_,)).fetchone() is not None

    def ended_among(self, ids: Collection[str]) -> set[str]:
        with self._datastore.get_connection() as conn:
            query = "SELECT id FROM pitledger_sessions_ended WHERE id = ANY (%s)"
            return {row["id"] for row in conn.execute(query, (list(ids),)).fetchall()}
