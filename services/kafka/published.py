"""How far a topic has been filled: kept in the database, so that whoever goes on knows."""

from services.kafka.sending import NotTaken
from services.store.database import Datastore


class Published:
    """One position for each topic; it begins with 0."""

    def __init__(self, datastore: Datastore, topic: str) -> None:
        self._datastore = datastore
        self._topic = topic

    def position(self) -> int:
        with self._datastore.get_connection() as conn:
            row = conn.execute(
                "INSERT INTO pitledger_relays VALUES (%s, 0)"
                " ON CONFLICT (topic) DO UPDATE SET topic = excluded.topic RETURNING position",
                (self._topic,),
            ).fetchone()
        assert row is not None
        return int(row["position"])

    def advance(self, start: int, stop: int) -> None:
        """Compare and set: who was passed over publishes again, but moves nothing."""
        with self._datastore.get_connection() as conn:
            moved = conn.execute(
                "UPDATE pitledger_relays SET position = %s WHERE topic = %s AND position = %s",
                (stop, self._topic, start),
            )
        if moved.rowcount != 1:
            raise NotTaken("another process has moved the position")
