"""What all tests share: a real PostgreSQL, and the closing word on skips."""

import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from services.kafka.local import KafkaMissing, LocalKafka
from services.store.database import Datastore, open_datastore
from services.store.ledger import Ledger
from tests.support import leftovers, shared
from tests.support.processes import preloaded
from tests.support.share import IS_RELEASE, examples
from tests.support.shared import new_data_folder
from tests.support.store.databases import new_database

_PARTS = (
    "no browser:",
    "no installers:",
    "no Java:",
    "no Kafka:",
    "no namespaces:",
    "no Prometheus:",
    "no PostgreSQL",
    "no pgbouncer:",
    "no Node:",
    "no client generator:",
    "no Spark:",
)
"""How a skip begins that stands for a part of the surroundings that could not be had."""


# Tests make many small things and keep few: looking through all that is kept for circles, as
# often as Python does by itself, takes a tenth of the time. What collecting has made stays anyway.
gc.set_threshold(50_000, 20, 50)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


_TOGETHER = {
    "integration/release": "release",
    "unit/simulator/test_simulated_books": "simulated evenings",
    "unit/simulator/test_planted_mistakes": "simulated evenings",
}
"""Files of one worker, by what their path holds: one wheel, one playing of the evenings."""
_LONGEST = (
    "kafka",
    "e2e/processes/",
    "e2e/",
    "integration/",
    "unit/simulator/",
    "unit/projections/test_floor.py",
    "unit/offline/test_what_if.py",
    "properties.py",
    "unit/domain/test_gaming_hours.py",
    "unit/tools/",
    "unit/domain/test_card_",
    "unit/domain/test_evenings.py",
)
"""What takes longest, by what the path holds; the rest is quick, however many tests it is."""


class ByFile(LoadScopeScheduling):  # type: ignore[misc]
    """A file is one worker's, so that what its tests share is made once.

    Those that take longest come first, so that at the end no worker waits for another.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return next((scope for part, scope in _TOGETHER.items() if part in file), file)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile:
    config.option.loadscopereorder = False  # by how long they take, not by how many they are
    return ByFile(config, log)


_OF_A_RELEASE = (
    "integration/release/",
    "integration/clients/",
    "integration/kafka/test_connect.py",
    "integration/tools/test_bench_storms.py",
    "integration/tools/test_bench_viewers.py",
    "integration/store/test_managed_server.py",
    "integration/store/test_tls.py",
    "e2e/processes/test_oldest_postgres.py",
    "e2e/processes/test_pgbouncer.py",
)
"""What a change can hardly break, by its path: `make release-test` runs it."""

settings.register_profile("change", max_examples=examples(settings().max_examples))
settings.load_profile("change")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not IS_RELEASE:
        later = {one for one in items if any(part in one.nodeid for part in _OF_A_RELEASE)}
        config.hook.pytest_deselected(items=list(later))
        items[:] = [one for one in items if one not in later]
    if hasattr(config, "workerinput"):
        items.sort(key=_place_in_line)


def _place_in_line(item: pytest.Item) -> int:
    file = item.nodeid.partition("::")[0]
    return next((at for at, part in enumerate(_LONGEST) if part in file), len(_LONGEST))


_BEFORE = pytest.StashKey[set[Path]]()


def pytest_configure(config: pytest.Config) -> None:
    preloaded.fork_what_is_started()
    if not hasattr(config, "workerinput"):
        config.stash[_BEFORE] = leftovers.files()
        shared.make_folder()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, None, None]:
    """By now the workers have ended. Whatever survived them is named, and the run has failed."""
    yield
    if hasattr(session.config, "workerinput"):
        return
    preloaded.close()
    shared.close()
    left = leftovers.processes(f"{shared.FOLDER}={shared.folder()}")
    before = session.config.stash[_BEFORE]
    before |= leftovers.clear_shared_memory(before)
    left += sorted(map(str, leftovers.files() - before))
    if left:
        told = "".join(f"\n  {one}" for one in left)
        print(f"\nleft behind on this machine:{told}")  # noqa: T201
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def server() -> str:
    """One server for all workers, which does not wait for the disk.

    Tests that kill or halt a server have one of their own.
    """
    return shared.server_address()


@pytest.fixture(scope="session")
def broker() -> LocalKafka:
    """One for all workers: topics have a prefix of the test's own. It stays up."""
    try:
        return shared.broker()
    except KafkaMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture
def data() -> Iterator[Path]:
    """A folder for an embedded server that the test starts itself."""
    with new_data_folder() as folder:
        yield folder


@pytest.fixture
def database(server: str) -> str:
    """The address of a new database with no event yet, for the role that serves."""
    return new_database(server)


@pytest.fixture
def datastore(database: str) -> Iterator[Datastore]:
    opened = open_datastore(database, connections=4)
    yield opened
    opened.close()


@pytest.fixture
def ledger(datastore: Datastore) -> Ledger:
    return Ledger(datastore)


@pytest.fixture
def root() -> Path:
    return Path(__file__).parents[1]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With CI=true everything must be there: a part that cannot be had is a failure."""
    report = yield
    if os.environ.get("CI") == "true" and report.skipped and _for_a_part(report):
        report.outcome = "failed"
    return report


def _for_a_part(report: pytest.TestReport) -> bool:
    told = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
    return told.removeprefix("Skipped: ").startswith(_PARTS)
