"""Which key was in force from which size of the log on, for everybody who checks checkpoints."""

from services.store.database import Datastore
from services.transparency.notes import VerifierKey, read_key


class BrokenHistory(Exception):
    """What the database says of the keys cannot be: somebody has changed it."""


def key_in_force(datastore: Datastore, origin: str) -> VerifierKey | None:
    """That signed the newest checkpoint; None: nothing has been sealed under that name."""
    with datastore.get_connection() as conn:
        row = conn.execute(
            "SELECT vkey FROM pitledger_seal_keys WHERE split_part(vkey, '+', 1) = %s"
            " ORDER BY since_size DESC LIMIT 1",
            (origin,),
        ).fetchone()
    return None if row is None else read_key(row["vkey"])


def keep_key(datastore: Datastore, key: VerifierKey, size: int) -> None:
    with datastore.get_connection() as conn:
        conn.execute(
            "INSERT INTO pitledger_seal_keys (vkey, since_size) VALUES (%s, %s)"
            " ON CONFLICT DO NOTHING",
            (str(key), size),
        )
