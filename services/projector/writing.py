"""What a page changes, written: all read models in one transaction, with position and heads."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import psycopg
from eventsourcing.persistence import DataError, IntegrityError

from services.projector.feed import Page
from services.projector.follower import Folded
from services.projector.read_models import Place, ReadModels
from services.store.connection import allowing

_COMMIT_SECONDS: Final = 120.0
"""A page is long, and nobody waits for it."""


class Change(NamedTuple):
    """What a page makes of one read model that stood in this place."""

    projection: str
    place: Place
    folded: Folded


class Written(NamedTuple):
    """What became of a change."""

    done: bool
    """False where another runner has moved the read model, or it was built anew."""
    refused: str | None = None
    """What the database says against its rows."""


class Writing:
    """Writes the changes of a page together, and where that cannot be, each for itself."""

    def __init__(self, models: ReadModels) -> None:
        self._models = models

    def write(self, page: Page, changes: Sequence[Change]) -> list[Written]:
        """In the order of the changes. One that is refused or late keeps back no other."""
        if len(changes) > 1 and self._write(page, changes) == Written(done=True):
            return [Written(done=True)] * len(changes)
        return [self._write(page, [change]) for change in changes]

    def _write(self, page: Page, changes: Sequence[Change]) -> Written:
        try:
            with allowing(_COMMIT_SECONDS):
                return Written(self._commit(page, changes))
        except (DataError, IntegrityError) as error:
            return Written(done=False, refused=f"the database does not take it: {error}")

    def _commit(self, page: Page, changes: Sequence[Change]) -> bool:
        """All or nothing; sent at once, so that the database is waited for once, and once more
        for the commit."""
        models = self._models
        places = {change.projection: change.place for change in changes}
        moves = {change.projection: change.folded.moves for change in changes}
        with (
            models.datastore.get_connection() as conn,
            conn.pipeline(),
            conn.transaction() as transaction,
        ):
            # Rows and positions are lost together or not at all, and both can be made again.
            conn.execute("SET LOCAL synchronous_commit TO off")
            positions, heads = conn.cursor(), conn.cursor()
            models.advance_all(positions, page.source, places, page.stop)
            models.advance_all_heads(heads, moves)
            for change in changes:
                if change.folded.rows:
                    models.save(conn.cursor(), change.projection, change.folded.rows)
            wanted = len(places), sum(map(len, moves.values()))
            is_first = (len(positions.fetchall()), len(heads.fetchall())) == wanted
            if not is_first:
                raise psycopg.Rollback(transaction)
        return is_first
