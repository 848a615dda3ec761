"""What was taken out of the database is as well proven as before."""

from pathlib import Path
from typing import Final

import pytest

from services.settings import Settings
from services.store.archived import ArchiveAway
from services.transparency.checks import Checks
from services.transparency.findings import Finding, Findings
from services.transparency.keys import load_keys
from services.transparency.scrub import Scrub
from services.transparency.sealed_log import SealedLog
from services.transparency.tiles import WIDTH
from tests.integration.archive.conftest import MakeHouse
from tests.support.archive.house import FIRST_DAY, House
from tests.support.store.playing import do, open_table, running
from tests.support.transparency.sealing import (
    expect_sealed,
    newest,
    quick,
    seal_all,
    sealing,
    tamper,
    wait_for,
)
from tests.support.verifying import House as Verified

ARCHIVED: Final = "PITLEDGER_ARCHIVE_URL"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return quick(tmp_path)


@pytest.fixture
def pruned(new_house: MakeHouse, settings: Settings) -> House:
    """Two evenings that the part that seals has sealed, the first one taken out."""
    house = new_house()
    house.play(2)
    house.project()
    seal_all(settings, house.ledger)
    house.archive_what_is_sealed()
    assert house.prune("2026-03-02").last >= WIDTH
    return house


def verdict_of(
    house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> tuple[int, str]:
    monkeypatch.setenv(ARCHIVED, str(house.folder))
    [*_, key] = load_keys(settings)
    done = Verified(house.url).run("--key", str(key.verifier), key=False)
    return done.exit_code, done.stdout + done.stderr


def scrubbed(house: House, settings: Settings) -> Scrub:
    """A whole round of the sealed log."""
    sealed = SealedLog(house.ledger.datastore)
    keys = [key.verifier for key in load_keys(settings)]
    scrub = Scrub(Checks(house.ledger, sealed), sealed, lambda: keys)
    while not scrub.step(newest(house.ledger).size):
        pass
    return scrub


def test_sealing_goes_on_and_finds_nothing(pruned: House, settings: Settings) -> None:
    with running(pruned.ledger) as desk:
        do(desk, open_table("PG55"))
    with sealing(settings, pruned.ledger) as sealer:
        sealer.catch_up()
        wait_for(lambda: sealer.trouble() is None)
    assert Findings(pruned.ledger.datastore).open() == []
    assert expect_sealed(settings, pruned.ledger)[-1].size == pruned.ledger.head()


def test_all_that_is_left_is_gone_over(pruned: House, settings: Settings) -> None:
    assert scrubbed(pruned, settings).position == pruned.ledger.head()


def test_without_the_archive_what_is_left_is_gone_over(pruned: House, settings: Settings) -> None:
    pruned.ledger.datastore.archive = None
    assert scrubbed(pruned, settings).position == pruned.ledger.head()


def test_what_is_left_is_not_let_out_of_sight(pruned: House, settings: Settings) -> None:
    last = pruned.ledger.head() - 3
    tamper(
        pruned.ledger,
        "UPDATE pitledger_events SET state = set_byte(state, 8, get_byte(state, 8) # 1)"
        f" WHERE notification_id = {last}",
    )
    with pytest.raises(Finding, match=f"event {last} is not what"):
        scrubbed(pruned, settings)


def test_all_of_it_verifies(
    pruned: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, said = verdict_of(pruned, settings, monkeypatch)
    assert code == 0, said


def test_a_tile_above_what_was_taken_out_tells(
    pruned: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    tamper(
        pruned.ledger,
        "UPDATE pitledger_tiles SET hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1)"
        " WHERE level = 1",
    )
    code, said = verdict_of(pruned, settings, monkeypatch)
    assert code == 1
    assert "tile 0 of level 1" in said


def test_taken_out_by_stealth(
    pruned: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody with the owner's rights calls archived what no archive has."""
    head = pruned.ledger.head()
    with running(pruned.ledger) as desk:
        do(desk, open_table("PG55"), open_table("PG56"), open_table("PG57"))
    seal_all(settings, pruned.ledger)
    tamper(
        pruned.ledger,
        f"DELETE FROM pitledger_events WHERE notification_id <= {head + 1}",
        f"UPDATE pitledger_pruned SET position = {head + 1}",
    )
    with sealing(settings, pruned.ledger) as sealer:
        wait_for(lambda: "is said to be in an archive" in str(sealer.trouble()))
    with pytest.raises(ArchiveAway, match="is said to be in an archive"):
        verdict_of(pruned, settings, monkeypatch)


def test_first_day_is_the_one_that_is_gone(pruned: House) -> None:
    assert pruned.ledger.first() > 1
    assert FIRST_DAY in pruned.ledger.log_after(0, 1)[0].state.decode()
