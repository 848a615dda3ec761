"""The published log, read by somebody who has the specifications and the key, and nothing else."""

import gzip
from collections.abc import Iterator

import httpx
import pytest

from services.bootstrap import Service
from services.settings import Settings
from tests.support.http.at_provider import serving
from tests.support.http.playing import LOSES, WINS, Pit, Table, Told, expect_problem
from tests.support.http.serving import Served
from tests.support.http.staff import STAFF, write_tokens
from tests.support.transparency import own_tree
from tests.support.transparency.reader import LogReader
from tests.support.transparency.sealing import entries

HASHES = "application/octet-stream"


@pytest.fixture
def sealed(house: Service, table: Table) -> None:
    """A round was played, and a checkpoint covers it."""
    table.play_round({1: WINS, 2: LOSES})
    assert house.sealer is not None
    house.sealer.catch_up()


@pytest.fixture
def size(http: httpx.Client, sealed: None) -> int:
    return int(http.get("/v1/log/checkpoint").text.split("\n")[1])


def reader(http: httpx.Client) -> LogReader:
    def fetch(path: str) -> bytes:
        answer = http.get(f"/v1/log/{path}")
        assert answer.status_code == 200, f"{path}: {answer.text}"
        return answer.content

    return LogReader(fetch, http.get("/v1/log/key").text.removesuffix("\n"))


def test_all_of_it_is_verified_by_an_independent_reader(
    http: httpx.Client, house: Service, settings: Settings, sealed: None
) -> None:
    reading = reader(http)
    told = reading.checkpoint()
    assert told.origin == settings.log_origin() == "pitledger/house"
    assert told.size > 10
    assert reading.entries(told) == entries(house.storage.ledger)[: told.size]


def test_the_key_is_one_line_and_signs_the_checkpoint(http: httpx.Client, sealed: None) -> None:
    answer = http.get("/v1/log/key")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text.count("\n") == 1
    assert own_tree.read_vkey(answer.text.strip()).kind == 1


def test_only_the_checkpoint_is_asked_for_again(http: httpx.Client, size: int) -> None:
    answer = http.get("/v1/log/checkpoint")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=1"
    for path in ("0/000.p/3", "entries/000.p/3"):
        tile = http.get(f"/v1/log/tile/{path}")
        assert tile.headers["content-type"] == HASHES
        assert tile.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_checkpoint_that_was_seen_before_can_be_read_for_ever(
    http: httpx.Client, table: Table, house: Service, size: int
) -> None:
    """Its partial tiles stay, however the log grows."""
    reading = reader(http)
    before = reading.checkpoint()
    table.play_round({1: WINS})
    assert house.sealer is not None
    house.sealer.catch_up()
    assert reading.checkpoint().size > before.size
    reading.entries(before)


@pytest.mark.parametrize(
    "path",
    [
        "0/0", "0/0000", "0/000.p/0", "0/000.p/01", "0/000.p/256", "0/x000/000", "0/000/", "0/000.p/",
        "0//000", "00/000.p/1", "64/000", "1/000.p/255", "63/000", "-1/000", "0/999", "0/x999/999",
        "0/-01.p/1", "entries/999", "entries/0", "entries/000.p/0", "entries/", "entries/000.p/1/",
        "data/000.p/1", "0", "", "0/\N{ARABIC-INDIC DIGIT ONE}00",
    ],
)  # fmt: skip
def test_what_is_no_tile_is_not_there(http: httpx.Client, sealed: None, path: str) -> None:
    expect_problem(http.get(f"/v1/log/tile/{path}"), "not-found")


def test_nothing_beyond_the_checkpoint_is_there(http: httpx.Client, size: int) -> None:
    for kind in ("0", "entries"):
        last = f"/v1/log/tile/{kind}/{size // 256:03}"
        if size % 256:
            assert http.get(f"{last}.p/{size % 256}").status_code == 200
        expect_problem(http.get(last), "not-found")


def test_entries_are_packed_where_the_client_takes_that(http: httpx.Client, size: int) -> None:
    path = f"/v1/log/tile/entries/000.p/{min(size, 255)}"
    plain = http.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    for accepted in ("gzip", "br;q=1.0, gzip;q=0.5", "GZIP"):
        with http.stream("GET", path, headers={"Accept-Encoding": accepted}) as packed:
            raw = b"".join(packed.iter_raw())
            assert packed.headers["content-encoding"] == "gzip"
            assert packed.headers["vary"] == "Accept-Encoding"
        assert gzip.decompress(raw) == plain.content
        assert len(raw) < len(plain.content) / 2
    for refused in ("gzip;q=0", "gzip;q=0.0", "br"):
        assert (
            "content-encoding" not in http.get(path, headers={"Accept-Encoding": refused}).headers
        )


def test_no_query_is_known_there(http: httpx.Client, sealed: None) -> None:
    for path in ("checkpoint", "key", "tile/0/000.p/1", "tile/entries/000.p/1"):
        expect_problem(http.get(f"/v1/log/{path}", params={"x": "1"}), "invalid-request")


def test_it_is_described(pit: Pit) -> None:
    described: Told = pit.get("/openapi.json")["paths"]
    for path, kind in (
        ("/v1/log/checkpoint", "text/plain"),
        ("/v1/log/key", "text/plain"),
        ("/v1/log/tile/{level}/{path}", HASHES),
        ("/v1/log/tile/entries/{path}", HASHES),
    ):
        assert list(described[path]["get"]["responses"]["200"]["content"]) == [kind]


@pytest.fixture(scope="module")
def guarded(
    house: Service, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    tokens = write_tokens(tmp_path_factory.mktemp("log") / "tokens.toml")
    with serving(house, settings.model_copy(update={"auth": "on", "tokens": tokens})) as running:
        yield running


def test_with_auth_on_hashes_are_for_everybody(guarded: Served, sealed: None) -> None:
    for path in ("checkpoint", "key", "tile/0/000.p/1"):
        assert guarded.http.get(f"/v1/log/{path}").status_code == 200
        wrong = guarded.http.get(f"/v1/log/{path}", headers={"Authorization": "Bearer nobody"})
        assert wrong.status_code == 200


def test_with_auth_on_entries_are_for_those_who_see_every_hand(
    guarded: Served, sealed: None
) -> None:
    path = "/v1/log/tile/entries/000.p/1"
    expect_problem(guarded.http.get(path), "unauthorized")
    for who, role in STAFF.items():
        answer = guarded.http.get(path, headers={"Authorization": f"Bearer {who}"})
        if role in ("auditor", "surveillance"):
            assert answer.status_code == 200
            assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
        else:
            expect_problem(answer, "forbidden")


def test_with_auth_off_a_role_that_was_chosen_counts(http: httpx.Client, sealed: None) -> None:
    path = "/v1/log/tile/entries/000.p/1"
    for role, status in (("dealer", 403), ("auditor", 200), ("surveillance", 200)):
        answer = http.get(path, headers={"Cookie": f"pitledger_role={role}"})
        assert answer.status_code == status, role
