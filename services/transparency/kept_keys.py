"""The keys that were ever in force, out of the log and what is kept beside it."""

from collections.abc import Iterable, Sequence
from typing import Final

from psycopg.rows import tuple_row

from domain.key_names import SEAL_KEYS
from services.store.database import Datastore
from services.store.ledger import Ledger
from services.transparency.key_history import (
    BrokenHistory,
    KeyHistory,
    KeyInForce,
    Rotation,
    history_of,
    read_known_key,
    rotations_in,
)
from services.transparency.notes import BadNote, BadSignature, VerifierKey, read_note

_KEPT: Final = "SELECT vkey, since_size, signature, recorded FROM pitledger_seal_keys"
_KEEP: Final = (
    "INSERT INTO pitledger_seal_keys (vkey, since_size, signature, recorded)"
    " VALUES (%s, %s, %s, coalesce(%s, now())) ON CONFLICT DO NOTHING"
)
_FIRST: Final = (
    "SELECT vkey FROM pitledger_seal_keys WHERE signature IS NULL AND split_part(vkey, '+', 1) = %s"
)
_OLDEST: Final = (
    "SELECT size, note FROM pitledger_checkpoints WHERE starts_with(note, %s) ORDER BY size LIMIT 1"
)
_NEWEST: Final = "SELECT coalesce(max(size), -1) FROM pitledger_checkpoints"


def known_keys(datastore: Datastore) -> list[KeyInForce]:
    """Every key that was ever in force, oldest first, each signed for by the one before it.

    Whose the first of a name is no database can say: hold it against the key that the house has
    published, or a checkpoint kept aside. Raises BrokenHistory.
    """
    return list(read_history(datastore).keys)


def read_history(datastore: Datastore) -> KeyHistory:
    """What was kept beside the log, and what the log says since. Raises BrokenHistory."""
    return history_of(rotations_in(Ledger(datastore).events_of([SEAL_KEYS])), _kept(datastore))


def key_in_force(datastore: Datastore, origin: str) -> VerifierKey | None:
    """That signed the newest checkpoint; None: nothing was sealed under that name."""
    return read_history(datastore).in_force(origin, max(0, _newest(datastore)))


def first_key(datastore: Datastore, origin: str) -> str | None:
    """That has sealed the log since its first checkpoint; None: there was none."""
    with datastore.get_connection() as conn:
        row = conn.cursor(row_factory=tuple_row).execute(_FIRST, (origin,)).fetchone()
    return None if row is None else str(row[0])


def keep_history(
    ledger: Ledger, origin: str, own: Sequence[VerifierKey], *, upto: int
) -> KeyHistory:
    """The history as far as the first events tell it, kept for those who have no file of keys.

    `own` are the keys at hand, newest last: under a name that nothing was sealed under before, the
    newest of them is the first one in force. Raises BrokenHistory.
    """
    datastore = ledger.datastore
    rotations = [one for one in rotations_in(ledger.events_of([SEAL_KEYS])) if one.position <= upto]
    kept = _kept(datastore)
    if not any(one.key.name == origin for one in kept):
        _keep(datastore, [_first(datastore, origin, own, rotations)])
        kept = _kept(datastore)  # another that seals for the first time may have been quicker
    history = history_of(rotations, kept)
    known = {one.key for one in kept}
    _keep(datastore, [one for one in history.keys if one.key not in known])
    return history


def _first(
    datastore: Datastore, origin: str, own: Sequence[VerifierKey], rotations: list[Rotation]
) -> KeyInForce:
    """Nobody wrote it down: the log or the oldest checkpoint tells it, else it is ours from now."""
    with datastore.get_connection() as conn:
        cursor = conn.cursor(row_factory=tuple_row)
        oldest = cursor.execute(_OLDEST, (f"{origin}\n",)).fetchone()
    gave_way = [read_known_key(event.old) for _, event in rotations]
    of_origin = [key for key in gave_way if key.name == origin]
    if oldest is None:
        return KeyInForce((of_origin or own[-1:])[0], _newest(datastore) + 1)
    try:
        signed = read_note(oldest[1]).signed_by([*of_origin[:1], *own])
    except (BadNote, BadSignature):
        signed = []
    if not signed:
        raise BrokenHistory(
            f"the checkpoint of {origin} of size {oldest[0]} is signed by another key than those"
            " that are here, and nothing tells by which it should be"
        )
    return KeyInForce(signed[0], oldest[0])


def _newest(datastore: Datastore) -> int:
    with datastore.get_connection() as conn:
        ((size,),) = conn.cursor(row_factory=tuple_row).execute(_NEWEST).fetchall()
    return int(size)


def _kept(datastore: Datastore) -> list[KeyInForce]:
    with datastore.get_connection() as conn:
        rows = conn.cursor(row_factory=tuple_row).execute(_KEPT).fetchall()
    return [
        KeyInForce(read_known_key(vkey), since, signature=signature, recorded=recorded)
        for vkey, since, signature, recorded in rows
    ]


def _keep(datastore: Datastore, keys: Iterable[KeyInForce]) -> None:
    rows = [(str(one.key), one.since, one.signature, one.recorded) for one in keys]
    with datastore.get_connection() as conn, conn.transaction():
        for row in rows:
            conn.execute(_KEEP, row)
