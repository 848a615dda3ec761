"""The log in an archive: what is written, what is added, and what is never taken for the log."""

import hashlib
import json
import shutil
from pathlib import Path

import msgspec
import pytest
import zstandard

from services.archive import writer
from services.archive.checking import check_archive
from services.archive.manifests import newest_manifest, write_manifest
from services.archive.object_store import ObjectStore
from services.archive.proving import NotProved
from services.archive.same_history import OtherHistory
from services.archive.segments import packed
from services.archive.walking import WholeArchive
from services.archive.writer import Writer
from services.store.archived import ArchiveAway
from services.transparency.encoding import decode64
from services.transparency.hashing import leaf_hash, root_of
from services.transparency.notes import SigningKey
from services.transparency.sealed_log import NotSealed, SealedLog
from services.transparency.tiles import unpack_entries
from tests.integration.archive.conftest import MakeHouse
from tests.support.archive.house import WIDTH, House
from tests.support.store.databases import tampering
from tests.support.store.playing import buy_in, do, open_table, running
from tests.support.transparency.at_once import KEY, seal


def files_in(folder: Path) -> dict[str, bytes]:
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def copy_of(house: House, folder: Path) -> ObjectStore:
    shutil.copytree(house.folder, folder)
    return ObjectStore(str(folder))


def test_segments_are_bundles_of_the_log_that_anybody_can_read(played: House) -> None:
    log = [entry.state for entry in played.ledger.log_after(0, 10**6)]
    newest = newest_manifest(played.store)
    assert newest is not None
    entries: list[bytes] = []
    for kept in newest.manifest.objects():
        data = (played.folder / kept.path).read_bytes()
        assert hashlib.sha256(data).hexdigest() == kept.sha256
        plain = zstandard.ZstdDecompressor(max_window_size=2**27).stream_reader(data).read()
        entries += unpack_entries(plain)
    assert entries == log
    assert len(log) > 2 * WIDTH
    assert [one.count % 256 for one in newest.manifest.segments] == [0] * len(
        newest.manifest.segments
    )


def test_a_manifest_tells_what_its_segments_hold(played: House) -> None:
    newest = newest_manifest(played.store)
    assert newest is not None
    manifest = newest.manifest
    log = played.ledger.log_after(0, 10**6)
    for segment in manifest.segments:
        events = [json.loads(one.state) for one in log[segment.first : segment.end]]
        days = [event["day"] for event in events]
        assert segment.days == (min(days), max(days))
        assert segment.recorded == (events[0]["recorded"], events[-1]["recorded"])
        for key, (first, last) in segment.streams.items():
            seqs = [event["seq"] for event in events if event["key"] == key]
            assert seqs == list(range(first, last + 1))
        assert set(segment.streams) == {event["key"] for event in events}
        leaves = [leaf_hash(one.state) for one in log[segment.first : segment.end]]
        roots = [root_of(leaves[at : at + 256]) for at in range(0, len(leaves), 256)]
        assert decode64(segment.hashes) == b"".join(roots)
    sealed = SealedLog(played.ledger.datastore).newest()
    assert sealed is not None
    assert manifest.checkpoint == sealed.published()
    assert (manifest.reach, manifest.origin) == (len(log), "pitledger/house")


def test_the_same_log_makes_the_same_archive(played: House, folder: Path) -> None:
    Writer(played.ledger, ObjectStore(str(folder)), WIDTH).run()
    assert files_in(folder) == files_in(played.folder)


def test_a_second_run_adds_only_what_is_new(new_house: MakeHouse) -> None:
    house = new_house()
    with running(house.ledger) as desk:
        do(desk, open_table("PG01"), *(buy_in("PG01") for _ in range(599)))
        assert house.archive() is not None
        before = files_in(house.folder)
        assert house.archive() is None
        assert files_in(house.folder) == before
        do(desk, *(buy_in("PG01") for _ in range(500)))
        added = house.archive()
    assert added is not None
    assert (added.first, added.last) == (513, 1100)
    after = files_in(house.folder)
    assert {name: after[name] for name in before} == before
    archive = WholeArchive(house.store)
    assert [(one.first, one.count) for m in archive.manifests for one in m.segments] == [
        (0, 512),
        (512, 512),
    ]
    assert list(archive.checkpoints()) == [600, 1100]
    found = check_archive(house.store, [KEY.verifier])
    assert (found.events, found.streams, found.checkpoints) == (1100, 1, 2)


def test_a_run_that_takes_long_keeps_what_it_has(
    new_house: MakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_STEP", 1)
    house = new_house()
    with running(house.ledger) as desk:
        do(desk, open_table("PG01"), *(buy_in("PG01") for _ in range(1699)))
    seal(house.ledger, upto=700)
    house.archive()
    archive = WholeArchive(house.store)
    assert [manifest.size for manifest in archive.manifests] == [512, 1024, 1536, 1536]
    assert [bool(manifest.tail) for manifest in archive.manifests] == [False, False, False, True]
    assert list(archive.checkpoints()) == [700, 1700]
    assert check_archive(house.store, [KEY.verifier]).events == 1700


def test_less_than_a_bundle_is_archived_too(new_house: MakeHouse) -> None:
    house = new_house()
    with running(house.ledger) as desk:
        for size in (3, 5, 300):
            known = house.ledger.head()
            told = [open_table("PG01")] if not known else []
            do(desk, *told, *(buy_in("PG01") for _ in range(size - known - len(told))))
            house.archive()
            assert check_archive(house.store).events == size
    archive = WholeArchive(house.store)
    assert [entry for part in archive.stretches() for entry in part.entries] == [
        one.state for one in house.ledger.log_after(0, 1000)
    ]


def test_what_was_cosigned_later_is_kept_with_the_next_run(new_house: MakeHouse) -> None:
    house = new_house()
    with running(house.ledger) as desk:
        do(desk, open_table("PG01"))
        house.archive()
        sealed = SealedLog(house.ledger.datastore)
        first = sealed.newest()
        assert first is not None
        witness = SigningKey("witness.example/w", bytes(32), cosigner=True)
        line = witness.cosign(first.opened().text, 1_800_000_000).line()
        sealed.keep_cosignatures(1, line)
        do(desk, buy_in("PG01"))
        house.archive()
    kept = WholeArchive(house.store).checkpoints()
    assert kept[1].cosignatures == line
    assert kept[2].cosignatures == ""


def test_nothing_is_archived_before_it_is_sealed(new_house: MakeHouse) -> None:
    house = new_house()
    with pytest.raises(NotSealed, match="nothing of the log has been sealed"):
        Writer(house.ledger, house.store).run()


def test_an_event_that_was_changed_since_it_was_sealed_is_not_archived(
    new_house: MakeHouse,
) -> None:
    house = new_house()
    with running(house.ledger) as desk:
        do(desk, open_table("PG01"), *(buy_in("PG01") for _ in range(599)))
    seal(house.ledger)
    with tampering(house.ledger) as conn:
        conn.execute(
            "UPDATE pitledger_events SET state = convert_to(replace(convert_from(state, 'UTF8'),"
            " '10000', '20000'), 'UTF8') WHERE notification_id = 300"
        )
    with pytest.raises(OtherHistory, match="event 300 is not what was sealed"):
        Writer(house.ledger, house.store, WIDTH).run()
    assert newest_manifest(house.store) is None


def test_an_archive_takes_one_log_only(new_house: MakeHouse, played: House) -> None:
    other = new_house()
    with running(other.ledger) as desk:
        do(desk, open_table("PG01"))
        seal(other.ledger)
        with pytest.raises(OtherHistory, match="this database is older than its archive"):
            Writer(other.ledger, played.store).run()
        known = played.ledger.head()
        do(desk, *(buy_in("PG01") for _ in range(known)))
    seal(other.ledger)
    with pytest.raises(OtherHistory, match="are not those of this log"):
        Writer(other.ledger, played.store).run()
    elsewhere = new_house()
    with running(elsewhere.ledger) as desk:
        do(desk, open_table("PG01"))
    seal(elsewhere.ledger, key=SigningKey("another.example/log", bytes(32)))
    with pytest.raises(OtherHistory, match=r"the archive of pitledger/house, and this log is ano"):
        Writer(elsewhere.ledger, played.store).run()


def test_an_archive_that_was_changed_is_found_out(played: House, folder: Path) -> None:
    store = copy_of(played, folder)
    newest = newest_manifest(store)
    assert newest is not None
    segment = folder / newest.manifest.segments[1].path
    good = segment.read_bytes()
    segment.write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
    with pytest.raises(ArchiveAway, match="is not what its name says"):
        check_archive(store)
    segment.unlink()
    with pytest.raises(ArchiveAway, match=f"{segment.name} is missing"):
        check_archive(store)
    segment.write_bytes(good)
    check_archive(store)
    (folder / newest.path).write_bytes((folder / newest.path).read_bytes() + b" ")
    with pytest.raises(ArchiveAway, match="was changed"):
        check_archive(store)


def test_an_archive_made_anew_of_other_events_is_found_out(played: House, folder: Path) -> None:
    """Whoever can write objects can name them rightly, but not sign the checkpoint."""
    store = copy_of(played, folder)
    newest = newest_manifest(store)
    assert newest is not None
    archive = WholeArchive(store)
    (first, *others) = newest.manifest.segments
    entries = archive.entries(first)
    entries[10] = entries[10].replace(b'"seat":', b'"seats":', 1).replace(b'"at":', b'"At":', 1)
    data = packed(entries)
    name = hashlib.sha256(data).hexdigest()
    forged = msgspec.structs.replace(first, sha256=name, bytes=len(data))
    store.put_new(forged.path, data)
    (folder / newest.path).unlink()
    write_manifest(store, msgspec.structs.replace(newest.manifest, segments=(forged, *others)))
    with pytest.raises(NotProved, match=r"not those that were signed|has another root than"):
        check_archive(store)


def test_a_checkpoint_of_another_key_is_found_out(played: House) -> None:
    stranger = SigningKey("pitledger/house", bytes(32))
    with pytest.raises(NotProved, match="is not signed by"):
        check_archive(played.store, [stranger.verifier])
    assert check_archive(played.store, [KEY.verifier]).checkpoints == 1


def test_an_object_that_is_there_but_wrong_is_not_taken_for_written(
    played: House, folder: Path
) -> None:
    newest = newest_manifest(played.store)
    assert newest is not None
    half = folder / newest.manifest.segments[0].path
    half.parent.mkdir(parents=True)
    half.write_bytes(b"half")
    with pytest.raises(ArchiveAway, match="is not what was written"):
        Writer(played.ledger, ObjectStore(str(folder)), WIDTH).run()
    assert newest_manifest(ObjectStore(str(folder))) is None


def test_a_place_that_cannot_be_written_is_named(played: House) -> None:
    with pytest.raises(ArchiveAway, match=r"the archive /proc/nowhere cannot be used"):
        Writer(played.ledger, ObjectStore("/proc/nowhere")).run()


def test_a_gap_in_the_log_is_named(new_house: MakeHouse) -> None:
    house = new_house()
    with running(house.ledger) as desk:
        do(desk, open_table("PG01"), *(buy_in("PG01") for _ in range(299)))
    seal(house.ledger)
    with tampering(house.ledger) as conn:
        conn.execute("DELETE FROM pitledger_events WHERE notification_id = 7")
    with pytest.raises(ValueError, match="event 7 of the log is missing"):
        Writer(house.ledger, house.store).run()
