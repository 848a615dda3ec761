"""An archive in a bucket: a real S3 protocol, on loopback."""

import logging
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from moto.server import ThreadedMotoServer

from services.archive.checking import check_archive
from services.archive.manifests import newest_manifest
from services.archive.object_store import PROMPT, ObjectStore
from services.archive.pruning import Pruner
from services.archive.reader import ArchiveReader
from services.archive.writer import Writer
from services.store.archived import ArchiveAway
from tests.integration.archive.conftest import MakeHouse
from tests.integration.archive.test_archive import files_in
from tests.support.archive.house import WIDTH, House
from tests.support.transparency.at_once import KEY, seal

BUCKET = "s3://books/house"


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    httpx.put(f"http://{host}:{port}/books").raise_for_status()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def bucket(s3: str, monkeypatch: pytest.MonkeyPatch) -> ObjectStore:
    for name, value in {
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_REGION": "us-east-1",
        "AWS_ENDPOINT_URL": s3,
        "AWS_ALLOW_HTTP": "true",
    }.items():
        monkeypatch.setenv(name, value)
    return ObjectStore(BUCKET)


def test_objects_are_kept_once_and_found_by_their_folder(bucket: ObjectStore) -> None:
    bucket.put_new("some/one", b"first")
    bucket.put_new("some/one", b"second")
    bucket.put_new("some/two", b"")
    assert bucket.get("some/one") == b"first"
    assert bucket.names("some") == ["some/one", "some/two"]
    assert bucket.names("none") == []
    with pytest.raises(ArchiveAway, match=f"other is missing in the archive {BUCKET}"):
        bucket.get("other")


def test_a_log_is_archived_taken_out_and_read_in_a_bucket(
    bucket: ObjectStore, new_house: MakeHouse
) -> None:
    house = new_house()
    house.play(2)
    house.project()
    seal(house.ledger)
    assert Writer(house.ledger, bucket, WIDTH).run() is not None
    assert Writer(house.ledger, bucket, WIDTH).run() is None
    assert check_archive(bucket, [KEY.verifier]).events == house.ledger.head()
    house.archive_what_is_sealed()  # and to a folder: byte for byte the same
    assert {name: bucket.get(name) for name in files_in(house.folder)} == files_in(house.folder)
    log = house.ledger.log_after(0, 10**6)
    with house.owner() as owner:
        done = Pruner(house.settings, house.ledger, house.models, bucket, owner).run("2026-03-03")
    assert done.last > 0
    house.ledger.datastore.archive = ArchiveReader(ObjectStore(BUCKET, PROMPT))
    assert house.ledger.log_after(0, 10**6) == log


def test_a_bucket_that_is_not_there_is_named(bucket: ObjectStore, played: House) -> None:
    nowhere = ObjectStore("s3://no-such-bucket/house")
    with pytest.raises(ArchiveAway, match="the archive s3://no-such-bucket/house cannot be used"):
        Writer(played.ledger, nowhere).run()


def test_a_store_that_does_not_answer_is_not_waited_for_long(
    bucket: ObjectStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    with pytest.raises(ArchiveAway, match="cannot be used") as away:
        ObjectStore(BUCKET, PROMPT).get("anything")
    assert "\n" not in str(away.value)


def test_nothing_goes_over_a_line_in_the_clear_unless_that_is_said(
    bucket: ObjectStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AWS_ALLOW_HTTP")
    with pytest.raises(ArchiveAway):
        newest_manifest(ObjectStore(BUCKET, PROMPT))


def test_a_folder_may_be_told_as_an_address(tmp_path: Path) -> None:
    store = ObjectStore(f"file://{tmp_path}/some%20where")
    store.put_new("a/b", b"x")
    assert (tmp_path / "some where" / "a" / "b").read_bytes() == b"x"
    assert (tmp_path / "some where").stat().st_mode & 0o777 == 0o700
