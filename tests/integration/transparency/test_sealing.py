"""The log is sealed as it grows, goes on after a restart, and comes out the same made anew."""

from pathlib import Path

import pytest

from services.settings import Settings
from services.store.ledger import Ledger
from services.transparency import growth
from services.transparency.sealed_log import SealedLog
from tests.support.store.playing import play_floor, running
from tests.support.transparency import own_tree
from tests.support.transparency.sealing import (
    entries,
    expect_sealed,
    fill,
    newest,
    quick,
    seal_all,
    sealing,
    tamper,
    tiles,
    wait_for,
)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return quick(tmp_path)


def test_an_empty_log_is_sealed_at_once(settings: Settings, ledger: Ledger) -> None:
    with sealing(settings, ledger) as sealer:
        wait_for(lambda: SealedLog(ledger.datastore).newest() is not None)
        assert sealer.duties() == ["seal"]
        wait_for(lambda: sealer.trouble() is None)
    [only] = expect_sealed(settings, ledger)
    assert only.size == 0
    kept = (settings.data / "seal.checkpoint").read_text()
    assert kept == only.note
    assert (settings.data / "seal.key").stat().st_mode & 0o077 == 0


def test_a_floor_is_sealed_while_it_plays(settings: Settings, ledger: Ledger) -> None:
    with sealing(settings, ledger) as sealer, running(ledger) as desk:
        for seed in range(3):
            play_floor(
                desk, tables=2, rounds=2, seed=seed, cards=False, again=ledger if seed else None
            )
            sealer.catch_up()
    found = expect_sealed(settings, ledger)
    assert len(found) >= 3
    assert found[-1].size == ledger.head()
    assert (settings.data / "seal.checkpoint").read_text() == found[-1].note


def test_it_goes_on_from_where_it_was(settings: Settings, ledger: Ledger) -> None:
    for events in (1, 254, 1, 1, 511, 700):
        fill(ledger, events)
        seal_all(settings, ledger)
    found = expect_sealed(settings, ledger)
    assert [sealed.size for sealed in found if sealed.size] == [1, 255, 256, 257, 768, 1468]


def test_what_came_in_before_the_end_is_sealed_at_the_end(tmp_path: Path, ledger: Ledger) -> None:
    settings = quick(tmp_path, seal_seconds=3600)
    with sealing(settings, ledger) as sealer:
        wait_for(lambda: SealedLog(ledger.datastore).newest() is not None)
        fill(ledger, 10)
        sealer.close()
    assert newest(ledger).size == 10


def test_made_anew_it_is_the_same_tree(
    settings: Settings, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(ledger, 70_000)
    before = seal_all(settings, ledger)
    kept = tiles(ledger)
    assert {level for level, _ in kept} == {0, 1, 2}
    tamper(ledger, "TRUNCATE pitledger_tiles, pitledger_checkpoints")
    (settings.data / "seal.checkpoint").unlink()
    monkeypatch.setattr(growth, "_PAGE", 777)
    after = seal_all(settings, ledger)
    assert (after.size, after.root, after.note) == (before.size, before.root, before.note)
    assert tiles(ledger) == kept


def test_tiles_that_were_taken_away_are_made_anew(settings: Settings, ledger: Ledger) -> None:
    fill(ledger, 700)
    seal_all(settings, ledger)
    kept = tiles(ledger)
    tamper(ledger, "TRUNCATE pitledger_tiles")
    fill(ledger, 1)
    seal_all(settings, ledger)
    assert tiles(ledger).keys() == kept.keys()
    expect_sealed(settings, ledger)


def test_a_long_log_is_sealed_step_by_step(
    settings: Settings, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first checkpoint does not wait for all of what was there before."""
    monkeypatch.setattr(growth, "_PAGE", 100)
    monkeypatch.setattr("services.transparency.tenure._MOST_UNSIGNED", 300)
    fill(ledger, 1000)
    settings = settings.model_copy(update={"seal_seconds": 3600})
    seal_all(settings, ledger)
    sizes = [sealed.size for sealed in expect_sealed(settings, ledger)]
    assert sizes == [100, 400, 700, 1000]


def test_a_proof_of_inclusion_and_of_consistency_come_out_of_the_tiles(
    settings: Settings, ledger: Ledger
) -> None:
    fill(ledger, 300)
    old = seal_all(settings, ledger)
    fill(ledger, 400)
    new = seal_all(settings, ledger)
    tree = SealedLog(ledger.datastore).tree(new.size)
    proof = tree.consistency(old.size)
    assert own_tree.is_consistent(old.size, old.root, new.size, new.root, proof)
    assert tree.leaf(650) == own_tree.leaf(entries(ledger)[650])
