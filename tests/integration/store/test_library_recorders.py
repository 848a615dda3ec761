"""The library's own cases of what a recorder is, on the store through a thin adapter.

Two of the library's promises do not hold here as they are written, see the adapter: a stream
begins at 1, and a conflict is named rather than raised. The cases of tracking and process recorders
are left out: positions of read models are kept with the read models, see `services/projector`. The
cases called performance and throughput only print how fast they were: they pass at any speed.
"""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from eventsourcing.persistence import AggregateRecorder
from eventsourcing.tests.persistence import AggregateRecorderTestCase, ApplicationRecorderTestCase

from services.store.database import Datastore, open_datastore
from tests.support.store.recorders import LedgerAsAggregateRecorder, LedgerAsRecorder, Snapshots

WRITERS_AND_READERS = 14
"""As many connections as the library's concurrent cases have threads, and some."""


class OnTheStore:
    """A store of its own for each case; streams are named by text."""

    INITIAL_VERSION = 0
    datastore: Datastore

    @pytest.fixture(autouse=True)
    def new_store(self, database: str) -> Iterator[None]:
        self.datastore = open_datastore(database, connections=WRITERS_AND_READERS)
        yield
        self.datastore.close()

    def new_originator_id(self) -> str:
        return str(uuid4())


class TestLedgerKeepsStreams(OnTheStore, AggregateRecorderTestCase):
    def create_recorder(self) -> AggregateRecorder:
        return LedgerAsAggregateRecorder(self.datastore)


class TestSnapshotsKeepStreams(OnTheStore, AggregateRecorderTestCase):
    def create_recorder(self) -> AggregateRecorder:
        snapshots = Snapshots(self.datastore, events_table_name="pitledger_snapshots")
        snapshots.create_table()  # the table is there; the library also wants a type of its own
        return snapshots


class TestLedgerKeepsALog(OnTheStore, ApplicationRecorderTestCase[LedgerAsRecorder]):
    def create_recorder(self) -> LedgerAsRecorder:
        return LedgerAsRecorder(self.datastore)

    def test_insert_subscribe(self) -> None:
        """Optional in the library: the store wakes its listeners by the library's own channel."""
        self.optional_test_insert_subscribe()


# Their own classes would be collected as well.
del AggregateRecorderTestCase, ApplicationRecorderTestCase
