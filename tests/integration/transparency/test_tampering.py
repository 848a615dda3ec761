"""Whatever is done to the sealed log by SQL, with the owner's rights: found, named, no more signed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from services.settings import Settings
from services.store.ledger import Ledger
from services.transparency.checks import Checks
from services.transparency.findings import Finding, Findings
from services.transparency.keys import load_keys
from services.transparency.scrub import Scrub
from services.transparency.sealed_log import SealedLog
from services.transparency.sealer import Sealer
from tests.support.transparency.sealing import (
    expect_sealed,
    fill,
    newest,
    quick,
    rolled_back,
    seal_all,
    sealing,
    tamper,
    wait_for,
)

SEALED: Final = 600
FLIP: Final = "UPDATE pitledger_events SET state = set_byte(state, 8, get_byte(state, 8) # 1) WHERE"
SHIFT: Final = (
    "UPDATE pitledger_events SET notification_id = notification_id {} WHERE notification_id {}"
)
FLIP_TILE: Final = (
    "UPDATE pitledger_tiles SET hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1)"
    " WHERE level = 0 AND tile = {}"
)
FLIP_ROOT: Final = (
    "UPDATE pitledger_checkpoints SET root = set_byte(root, 0, get_byte(root, 0) # 1)"
    " WHERE size = 600"
)
RENAME: Final = (
    "UPDATE pitledger_checkpoints SET note = replace(note, E'\\n100\\n', E'\\n101\\n')"
    " WHERE size = 100"
)
PUT: Final = (
    "INSERT INTO pitledger_events (originator_id, originator_version, topic, state, notification_id)"
    " VALUES ('FORGED', {0}, 'pitledger.Filled.v1', 'forged', {0})"
)


def moved(since: int, by: int) -> tuple[str, str]:
    """Positions, one way around, so that no two are ever alike."""
    return SHIFT.format("+ 1000000", f">= {since}"), SHIFT.format(f"- {1000000 - by}", "> 1000000")


class Attack(NamedTuple):
    """What is done, and how it is named."""

    statements: tuple[str, ...]
    kind: str
    position: int | None
    words: str


def swap(one: int, other: int) -> tuple[str, ...]:
    return (
        SHIFT.format("- 2000000", f"= {one}"),
        SHIFT.format(f"+ {one - other}", f"= {other}"),
        SHIFT.format(f"+ {2000000 + other - one}", "< 0"),
    )


ATTACKS: Final = {
    "a byte of the first": Attack((f"{FLIP} notification_id = 1",), "changed", 1, "is not what"),
    "a byte in between": Attack((f"{FLIP} notification_id = 300",), "changed", 300, "is not what"),
    "a byte of the newest": Attack((f"{FLIP} notification_id = 600",), "changed", 600, "is not"),
    "two bytes": Attack((f"{FLIP} notification_id IN (90, 590)",), "changed", None, "is not what"),
    "one deleted": Attack(
        ("DELETE FROM pitledger_events WHERE notification_id = 300",), "missing", 300, "is missing"
    ),
    "one deleted, the rest moved up": Attack(
        ("DELETE FROM pitledger_events WHERE notification_id = 300", *moved(301, -1)),
        "missing", 300, "was taken out",
    ),
    "the newest deleted": Attack(
        ("DELETE FROM pitledger_events WHERE notification_id = 600",), "shortened", 600, "ends with event 599",
    ),
    "the newest hundred deleted": Attack(
        ("DELETE FROM pitledger_events WHERE notification_id > 500",), "shortened", 501, "event 501 and",
    ),
    "two exchanged": Attack(swap(10, 20), "exchanged", 10, "10 and 20 have changed places"),
    "two far apart exchanged": Attack(swap(10, 400), "changed", 10, "event 10 is not"),
    "one put in": Attack((*moved(300, 1), PUT.format(300)), "inserted", 300, "put in at 300"),
    "one put in before the first": Attack((PUT.format(0),), "inserted", 0, "before the first"),
    "one put in behind a gap": Attack((PUT.format(700),), "missing", 601, "601 is missing"),
    "the newest replaced": Attack(
        ("DELETE FROM pitledger_events WHERE notification_id = 600", PUT.format(600)),
        "changed", 600, "event 600 is not what",
    ),
    "the table truncated": Attack(("TRUNCATE pitledger_events",), "shortened", 1, "ends with event 0"),
    "a tile of leaves": Attack((FLIP_TILE.format(1),), "tree", 257, "its events are as they were"),
    "the last tile": Attack((FLIP_TILE.format(2),), "tree", 513, "its events are as they were"),
    "a tile shortened": Attack(
        ("UPDATE pitledger_tiles SET hashes = substring(hashes FOR 64) WHERE tile = 2",),
        "tree", 513, "tile 2 of level 0 is missing",
    ),
    "a checkpoint's root": Attack((FLIP_ROOT,), "checkpoint", None, "the checkpoint of 600 events"),
    "an older checkpoint": Attack((RENAME,), "checkpoint", None, "of 100 events cannot be trusted"),
    "the newest checkpoint deleted": Attack(
        ("DELETE FROM pitledger_checkpoints WHERE size = 600",), "rolled_back", None, "rolled back",
    ),
}  # fmt: skip


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return quick(tmp_path)


@pytest.fixture
def sealer(settings: Settings, ledger: Ledger) -> Iterator[Sealer]:
    """A log of three bundles, all of it sealed, with a sealer that watches it."""
    fill(ledger, 100)
    seal_all(settings, ledger)
    fill(ledger, SEALED - 100)
    with sealing(settings, ledger) as watching:
        watching.catch_up()
        wait_for(lambda: watching.trouble() is None)
        yield watching


def told(sealer: Sealer) -> str:
    wait_for(lambda: (sealer.trouble() or "").startswith("nothing is signed any more"))
    said = sealer.trouble()
    assert said is not None
    return said


@pytest.mark.parametrize("name", ATTACKS)
def test_it_is_found_and_named_while_the_sealer_runs(
    name: str, settings: Settings, ledger: Ledger, sealer: Sealer
) -> None:
    attack = ATTACKS[name]
    tamper(ledger, *attack.statements)
    assert attack.words in told(sealer)
    [found] = Findings(ledger.datastore).open()
    assert found.kind == attack.kind
    assert attack.position in (None, found.position)
    signed = newest(ledger).size
    if ledger.head():
        fill(ledger, 50)
    sealer.close()
    assert newest(ledger).size == signed <= SEALED
    assert (settings.data / "seal.checkpoint").read_text().split("\n")[1] == "600"


AT_THE_START: Final = (
    "a byte of the first",
    "one deleted, the rest moved up",
    "the newest replaced",
    "the table truncated",
    "the last tile",
    "a tile shortened",
    "a checkpoint's root",
    "an older checkpoint",
    "the newest checkpoint deleted",
)


@pytest.mark.parametrize("name", AT_THE_START)
def test_it_is_found_and_named_by_one_that_starts(
    name: str, settings: Settings, ledger: Ledger, sealer: Sealer
) -> None:
    sealer.close()
    attack = ATTACKS[name]
    tamper(ledger, *attack.statements)
    with sealing(settings, ledger) as again:
        told(again)
    [found, *_] = Findings(ledger.datastore).open()
    assert attack.position in (None, found.position)
    assert newest(ledger).size <= SEALED + 1


def test_once_it_is_mended_it_goes_on(settings: Settings, ledger: Ledger, sealer: Sealer) -> None:
    flip = f"{FLIP} notification_id = 300"
    tamper(ledger, flip)
    told(sealer)
    fill(ledger, 10)
    tamper(ledger, flip)
    wait_for(lambda: sealer.trouble() is None)
    sealer.catch_up()
    assert Findings(ledger.datastore).open() == []
    assert expect_sealed(settings, ledger)[-1].size == SEALED + 10


def test_a_restart_does_not_forget_it(settings: Settings, ledger: Ledger, sealer: Sealer) -> None:
    """Also where nothing near the end of the log shows it: nothing is signed before all is good."""
    tamper(ledger, f"{FLIP} notification_id = 5")
    told(sealer)
    sealer.close()
    fill(ledger, 10)
    with sealing(settings, ledger) as again:
        told(again)
    assert newest(ledger).size == SEALED
    tamper(ledger, f"{FLIP} notification_id = 5")
    with sealing(settings, ledger) as again:
        again.catch_up()
    assert expect_sealed(settings, ledger)[-1].size == SEALED + 10


def scrubbed(settings: Settings, ledger: Ledger) -> int:
    """A round over all that is sealed, without a pause; how many steps it took."""
    sealed = SealedLog(ledger.datastore)
    keys = [key.verifier for key in load_keys(settings)]
    scrub = Scrub(Checks(ledger, sealed), sealed, lambda: keys)
    size, steps = newest(ledger).size, 1
    while not scrub.step(size):
        steps += 1
    assert scrub.position == size
    return steps


def test_a_whole_tile_above_the_leaves_is_held_against_the_events(
    settings: Settings, ledger: Ledger
) -> None:
    fill(ledger, 66_000)
    seal_all(settings, ledger)
    assert scrubbed(settings, ledger) == 17
    tamper(ledger, FLIP_TILE.replace("level = 0", "level = 1").format(0))
    with pytest.raises(Finding, match="tile 0 of level 1 was changed"):
        scrubbed(settings, ledger)


def test_a_database_that_was_rolled_back_is_found_by_who_runs(
    settings: Settings, ledger: Ledger, sealer: Sealer
) -> None:
    with rolled_back(ledger):
        fill(ledger, 100)
        sealer.catch_up()
    wait_for(lambda: "rolled back" in (sealer.trouble() or ""))
    assert newest(ledger).size == SEALED


def test_a_database_that_was_rolled_back_is_found_by_the_file_kept_aside(
    settings: Settings, ledger: Ledger, sealer: Sealer
) -> None:
    sealer.close()
    with rolled_back(ledger):
        fill(ledger, 100)
        seal_all(settings, ledger)
    with sealing(settings, ledger) as again:
        assert "a checkpoint of 700 events is kept, but the database has 600" in told(again)
        fill(ledger, 400)
        again.close()
    assert newest(ledger).size == SEALED
    [found] = Findings(ledger.datastore).open()
    assert found.kind == "rolled_back"


def test_a_history_that_went_another_way_is_found_by_the_file_kept_aside(
    settings: Settings, ledger: Ledger, sealer: Sealer, tmp_path: Path
) -> None:
    """Rolled back, and sealed since on a machine that did not know."""
    sealer.close()
    with rolled_back(ledger):
        fill(ledger, 100)
        seal_all(settings, ledger)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "seal.key").write_bytes((settings.data / "seal.key").read_bytes())
    (elsewhere / "seal.key").chmod(0o600)
    tamper(ledger, *(PUT.format(601 + number) for number in range(200)))
    seal_all(quick(elsewhere), ledger)
    with sealing(settings, ledger) as again:
        assert "a checkpoint of 700 events is kept that is no part of this log" in told(again)


def test_under_another_name_a_restored_house_begins_another_log(
    settings: Settings, ledger: Ledger, sealer: Sealer
) -> None:
    """The way out for who restored a backup knowingly: the old name is never signed again."""
    sealer.close()
    old = newest(ledger)
    with rolled_back(ledger):
        fill(ledger, 100)
        last = seal_all(settings, ledger)
    with sealing(settings, ledger) as again:
        told(again)
    fill(ledger, 7)
    (settings.data / "seal.key").unlink()
    renamed = settings.model_copy(update={"origin": "pitledger/house/2"})
    seal_all(renamed, ledger)
    found = list(SealedLog(ledger.datastore).all(after=SEALED - 1))
    assert [sealed.size for sealed in found] == [SEALED, SEALED + 7]
    assert [sealed.checkpoint().origin for sealed in found] == [
        "pitledger/house",
        "pitledger/house/2",
    ]
    assert found[0].note == old.note
    [aside] = settings.data.glob("seal.checkpoint.*")
    assert aside.read_text() == last.note
    assert Findings(ledger.datastore).open() == []


def test_a_file_kept_aside_that_cannot_be_read_stops_it(
    settings: Settings, ledger: Ledger, sealer: Sealer
) -> None:
    sealer.close()
    kept = settings.data / "seal.checkpoint"
    kept.write_text(kept.read_text().replace("\n600\n", "\n500\n"))
    with sealing(settings, ledger) as again:
        assert "cannot be used" in told(again)
        kept.unlink()
        wait_for(lambda: again.trouble() is None)
