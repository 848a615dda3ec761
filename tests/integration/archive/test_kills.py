"""kill -9 at random moments: nothing is lost, and running again finishes it, byte for byte."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from services.archive.checking import check_archive
from services.archive.object_store import ObjectStore
from services.archive.restoring import CannotRestore
from services.archive.walking import WholeArchive
from services.archive.writer import Writer
from tests.integration.archive.conftest import MakeHouse
from tests.integration.archive.test_archive import files_in
from tests.integration.archive.test_restoring import (
    CHECKPOINTS,
    COMMANDS,
    TILES,
    from_archive,
    log_of,
    restored,
    rows,
)
from tests.support.archive.child import WIDTH
from tests.support.archive.house import House
from tests.support.share import IS_RELEASE
from tests.support.store.playing import buy_in, do, open_table, running
from tests.support.transparency.at_once import KEY, seal

KILLS = 5 if IS_RELEASE else 2


def run(what: str, house: House, folder: Path, dies_after: float = 0.0) -> bool:
    """Whether it came to its end."""
    arguments = [what, house.settings.database_url, str(folder), "2026-03-04", f"{dies_after:.4f}"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.archive.child", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode in (0, -9), done.stderr
    return done.returncode == 0


def seconds_of(what: str, house: House, folder: Path) -> float:
    """How long it takes when nobody ends it, on this machine now; Python's own start apart."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", "import tests.support.archive.child"], check=True)
    start = time.monotonic() - began
    assert run(what, house, folder)
    return max(0.05, time.monotonic() - began - 2 * start)


def kill_and_run_again(what: str, house: House, folder: Path, seconds: float) -> int:
    """How often it was killed; the first time it has hardly begun."""
    luck = random.Random(what)
    moments = [0.001, *(luck.uniform(0.001, seconds) for _ in range(KILLS - 1))]
    killed = 0
    for moment in moments:
        if run(what, house, folder, moment):
            return killed
        killed += 1
    assert run(what, house, folder)
    return killed


@pytest.fixture(scope="module")
def sealed(new_house: MakeHouse) -> House:
    """Four audited evenings with some checkpoints over them; nothing is archived."""
    house = new_house()
    house.play(4)
    house.project()
    for size in range(100, house.ledger.head(), 150):
        seal(house.ledger, upto=size)
    seal(house.ledger)
    return house


def test_an_archive(sealed: House, tmp_path: Path) -> None:
    seconds = seconds_of("archive", sealed, tmp_path / "whole")
    assert kill_and_run_again("archive", sealed, tmp_path / "killed", seconds) > 0
    whole, killed = files_in(tmp_path / "whole"), files_in(tmp_path / "killed")
    left_behind = {name for name in killed if name not in whole}
    assert {name: killed[name] for name in whole} == whole
    assert all("#" in name for name in left_behind), left_behind  # halves that nobody reads
    store = ObjectStore(str(tmp_path / "killed"))
    assert check_archive(store, [KEY.verifier]).missing == 0


def test_a_prune_while_tables_play(sealed: House, tmp_path: Path, new_house: MakeHouse) -> None:
    folder = tmp_path / "archive"
    assert run("archive", sealed, folder)
    aside, house = new_house(), new_house()
    for one in (aside, house):  # the same log, to be pruned with kills and without
        restored(one, from_archive(ObjectStore(str(folder))))
        one.project()
        one.store = ObjectStore(str(folder))
        one.forget_cache()
    seconds = seconds_of("prune", aside, folder)
    with running(house.ledger) as desk:
        do(desk, open_table("PG90"))
        killed = kill_and_run_again("prune", house, folder, seconds)
        do(desk, buy_in("PG90"))
    assert killed > 0
    assert house.ledger.pruned.position() == aside.ledger.pruned.position() > 0
    assert house.in_database() == aside.in_database() + 2
    log = house.ledger.log_after(0, 10**6)
    assert log[:-2] == sealed.ledger.log_after(0, 10**6)
    for query in (
        "SELECT * FROM pitledger_pruned_heads ORDER BY key",
        "SELECT first_id, last_id, name FROM pitledger_segments ORDER BY 1",
        "SELECT key, first_id, first_seq, last_seq FROM pitledger_segment_streams ORDER BY 1, 2",
        "SELECT table_name, first_id, rounds::text FROM pitledger_segment_rounds ORDER BY 1, 2",
        TILES,
    ):
        assert rows(house.ledger, query) == rows(aside.ledger, query)


def test_a_restore(sealed: House, tmp_path: Path, new_house: MakeHouse) -> None:
    folder = tmp_path / "archive"
    assert run("archive", sealed, folder)
    seconds = seconds_of("restore", new_house(), folder)
    house = new_house()
    assert kill_and_run_again("restore", house, folder, seconds) > 0
    assert log_of(house.ledger) == log_of(sealed.ledger)
    for query in (COMMANDS, CHECKPOINTS, TILES):
        assert rows(house.ledger, query) == rows(sealed.ledger, query)
    with pytest.raises(CannotRestore, match="restore into an empty one"):
        restored(house, from_archive(ObjectStore(str(folder))))


def test_an_archive_that_grows_between_the_kills(new_house: MakeHouse, tmp_path: Path) -> None:
    """Each run finds more of the log than the one before that was killed."""
    house, folder, moments = new_house(), tmp_path / "archive", random.Random("growing")
    with running(house.ledger) as desk:
        do(desk, open_table("PG01"))
        for _ in range(KILLS):
            do(desk, *(buy_in("PG01") for _ in range(moments.randint(1, 700))))
            seal(house.ledger)
            run("archive", house, folder, moments.uniform(0.001, 0.3))
    store = ObjectStore(str(folder))
    Writer(house.ledger, store, WIDTH).run()
    assert check_archive(store, [KEY.verifier]).events == house.ledger.head()
    entries = [one for part in WholeArchive(store).stretches() for one in part.entries]
    assert entries == [one.state for one in house.ledger.log_after(0, 10**6)]
