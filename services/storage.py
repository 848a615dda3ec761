"""The store as every process opens it, with what is read from it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from eventsourcing.persistence import PersistenceError

from projections import all_projections
from services.archive.reader import reader_of
from services.projector.read_models import ReadModels
from services.queries import Queries
from services.runtime.roster import Roster
from services.sessions.kept import KeptSessions
from services.settings import Settings
from services.store.addresses import database_url, existing_url
from services.store.connection import PATIENT, Limits, within
from services.store.database import open_datastore, permitted, usable
from services.store.embedded import embedded_trouble
from services.store.ledger import Ledger
from services.store.migrations.embedded import migrate_embedded
from services.store.migrations.version import require_not_too_new, require_version
from services.store.schema import of_this_version, require_restored, require_schema
from services.transparency.findings import Findings
from services.transparency.keys import why_no_key

_CHECK_SECONDS: Final = 0.8


@dataclass(frozen=True, slots=True)
class Storage:
    """The store and what is read from it: enough to look, not to write."""

    settings: Settings
    ledger: Ledger
    books: Queries
    models: ReadModels

    def reach(self) -> str | None:
        """What keeps this process from the database, if anything does."""
        try:
            with within(_CHECK_SECONDS):
                self.ledger.head()
        except PersistenceError as error:
            return str(error)
        return None

    def check(self) -> str | None:
        """What is wrong with the store, if anything is; said soon, whether or not it answers."""
        try:
            with within(_CHECK_SECONDS):
                self.ledger.head()
                broken = self.books.trouble()
                return self._embedded() or self.ledger.datastore.trouble() or broken
        except PersistenceError as error:
            return self._embedded() or str(error)

    def _embedded(self) -> str | None:
        settings = self.settings
        return None if settings.database_url else embedded_trouble(settings.data)

    def notes(self) -> dict[str, list[str]]:
        """What does not keep the service from being ready, but must not be forgotten."""
        with within(_CHECK_SECONDS):
            steps = self.models.steps.in_force()
            found = Findings(self.ledger.datastore).open()
        unsealed = why_no_key(self.settings)
        noted = {
            "stepped_over": [str(step) for step in steps],
            "not_as_sealed": [one.what for one in found],
            "not_sealed": [] if unsealed is None else [unsealed],
        }
        return {name: lines for name, lines in noted.items() if lines}


@contextmanager
def open_storage(
    settings: Settings, limits: Limits = PATIENT, *, restoring: bool = False
) -> Iterator[Storage]:
    """For the parts that serve: the schema must be of this version.

    Only the embedded one is made and upgraded here; elsewhere that is its owner's to do. One that
    a restore has not finished is for that restore alone.
    """
    if not settings.database_url:
        migrate_embedded(settings)
    datastore = open_datastore(
        database_url(settings), settings.pool, limits=limits, schema=settings.database_schema
    )
    datastore.archive = reader_of(settings.archive_url)
    try:
        with usable(settings.database_url):
            require_version(datastore)
            ledger = Ledger(datastore)
            if not restoring:
                require_restored(datastore)
            models = ReadModels(datastore)
            models.create(all_projections())
            Roster(datastore).create()
            KeptSessions(datastore).create()
        yield Storage(settings, ledger, Queries(datastore), models)
    finally:
        datastore.close()


@contextmanager
def open_storage_as_it_is(settings: Settings, *, read_only: bool = False) -> Iterator[Storage]:
    """For a command beside the service: no table and no function is made or replaced.

    The command may be of an older version than the service; what it made would then be too.
    """
    datastore = open_datastore(
        existing_url(settings),
        schema=settings.database_schema,
        access="read" if read_only else "serve",
    )
    datastore.archive = reader_of(settings.archive_url)
    try:
        with usable(settings.database_url):
            require_schema(datastore)
            require_not_too_new(datastore)
            require_restored(datastore)
        with permitted(), of_this_version():
            yield Storage(settings, Ledger(datastore), Queries(datastore), ReadModels(datastore))
    finally:
        datastore.close()


@contextmanager
def open_storage_to_read(settings: Settings) -> Iterator[Storage]:
    """For a command that only looks: the server itself would refuse anything else."""
    with open_storage_as_it_is(settings, read_only=True) as storage:
        yield storage
