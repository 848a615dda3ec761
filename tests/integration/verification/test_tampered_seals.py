"""Tiles and checkpoints that were changed, forged or dropped; a database that was rolled back."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.integration.verification.test_tampered_log import keep, other_text, require
from tests.support.transparency.at_once import KEY, OTHER_HOUSE, OTHER_KEY
from tests.support.verifying import House, copy_of


def test_the_newest_checkpoint_dropped(house: House, tmp_path: Path) -> None:
    kept = keep(house, tmp_path)
    (row,) = house.found("SELECT max(size) AS size FROM pitledger_checkpoints")
    house.tamper("DELETE FROM pitledger_checkpoints WHERE size = %s", row["size"])
    assert house.verify("--only", "tree").said["unsealed"] == 20
    verdict = house.verify("--checkpoint", kept)
    assert verdict.code == 1
    assert "was published, and is not among those that are stored" in verdict.first["what"]


def test_a_tile_changed(house: House) -> None:
    house.tamper(
        "UPDATE pitledger_tiles SET hashes = set_byte(hashes, 32 * 40 + 3, 7)"
        " WHERE level = 0 AND tile = 1"
    )
    verdict = house.verify()
    require(verdict, 256 + 41, parts={"tree"}, told="tile 1 of level 0 was changed")
    assert verdict.wrong() == {"tree"}


def test_a_tile_of_the_level_above_changed(house: House) -> None:
    house.tamper("UPDATE pitledger_tiles SET hashes = set_byte(hashes, 1, 7) WHERE level = 1")
    verdict = house.verify("--only", "tree")
    require(verdict, 1, parts={"tree"}, told="tile 0 of level 1 was changed")


def test_a_tile_taken_out(house: House) -> None:
    house.tamper("DELETE FROM pitledger_tiles WHERE level = 0 AND tile = 1")
    verdict = house.verify("--only", "tree")
    require(verdict, 257, parts={"tree"}, told="tile 1 of level 0 has 0 of the 256 hashes")


def test_events_and_tiles_changed_together(house: House) -> None:
    """The checkpoints between which it lies are named."""
    notes = house.found("SELECT * FROM pitledger_checkpoints")
    event = house.event("WagerPlaced", 7)
    house.rewrite(event["notification_id"], other_text(event))
    house.seal_anew()
    house.tamper("TRUNCATE pitledger_checkpoints")
    with house.opened() as conn:
        for row in notes:
            told = (row["size"], row["root"], row["note"])
            conn.execute(
                "INSERT INTO pitledger_checkpoints (size, root, note) VALUES (%s, %s, %s)", told
            )
    verdict = house.verify("--only", "tree")
    position = event["notification_id"]
    sizes = sorted(row["size"] for row in notes)
    after = max([0, *(size for size in sizes if size < position)])
    upto = min(size for size in sizes if size >= position)
    require(verdict, after + 1, parts={"tree"}, told=f"one of the events {after + 1} to {upto}")


@pytest.mark.parametrize(
    ("key", "code", "told"),
    [
        (OTHER_KEY, 3, "is signed by another key"),
        (OTHER_HOUSE, 4, "it is a checkpoint of pitledger/elsewhere"),
    ],
)
def test_a_checkpoint_forged(house: House, key: Any, code: int, told: str) -> None:
    (newest,) = house.found(
        "SELECT size, root, note FROM pitledger_checkpoints ORDER BY size DESC LIMIT 1"
    )
    text = newest["note"].split("\n\n")[0] + "\n"
    text = text.replace(KEY.verifier.name, key.verifier.name)
    forged = f"{text}\n{key.sign(text).line()}"
    house.tamper(
        "UPDATE pitledger_checkpoints SET note = %s WHERE size = %s", forged, newest["size"]
    )
    verdict = house.verify()
    assert (verdict.code, verdict.wrong()) == (code, {"tree"})
    assert told in verdict.first["what"]
    assert verdict.first["todo"]


def test_a_checkpoint_changed_after_it_was_signed(house: House) -> None:
    (newest,) = house.found("SELECT max(size) AS size FROM pitledger_checkpoints")
    house.tamper(
        "UPDATE pitledger_checkpoints SET note = replace(note, %s, %s) WHERE size = %s",
        f"\n{newest['size']}\n",
        f"\n{newest['size'] - 1}\n",
        newest["size"],
    )
    verdict = house.verify("--only", "tree")
    assert (verdict.code, "was changed after it was signed" in verdict.first["what"]) == (1, True)


def test_a_checkpoint_whose_row_says_another_root(house: House) -> None:
    house.tamper("UPDATE pitledger_checkpoints SET root = set_byte(root, 0, 1) WHERE size = 300")
    verdict = house.verify("--only", "tree")
    assert (verdict.code, "and its row otherwise" in verdict.first["what"]) == (1, True)


def test_rolled_back_to_yesterday(
    server: str, yesterday: House, today: House, tmp_path: Path
) -> None:
    """In itself it is right; only who kept something aside can know."""
    kept = keep(today, tmp_path)
    backup = copy_of(server, yesterday)
    assert backup.verify().code == 0
    verdict = backup.verify("--checkpoint", kept)
    assert verdict.code == 5
    assert verdict.wrong() == {"tree"}
    assert "was rolled back" in verdict.first["what"]
    assert verdict.first["position"] == verdict.said["head"] + 1


def test_a_checkpoint_of_before_agrees_with_what_was_played_since(
    yesterday: House, today: House, tmp_path: Path
) -> None:
    kept = keep(yesterday, tmp_path)
    verdict = today.verify("--checkpoint", kept)
    assert (verdict.code, verdict.counts("tree")["kept aside"]) == (0, 1)
    later = today.verify("--checkpoint", kept, "--from", str(verdict.said["head"] - 30))
    assert (later.code, later.counts("tree")["kept aside"]) == (0, 1)


def test_another_history_sealed_with_the_same_key(house: House, tmp_path: Path) -> None:
    kept = keep(house, tmp_path)
    event = house.event("WagerPlaced", 7)
    house.rewrite(event["notification_id"], (event["said"]["player"], "somebody-else"))
    house.seal_anew()
    verdict = house.verify("--checkpoint", kept, "--only", "tree")
    assert (verdict.code, "this is another history" in verdict.first["what"]) == (5, True)


@pytest.mark.parametrize(
    ("key", "code", "told"),
    [
        (OTHER_KEY, 3, "not signed by"),
        (OTHER_HOUSE, 4, "it is a checkpoint of pitledger/elsewhere"),
    ],
)
def test_a_checkpoint_kept_aside_that_is_not_the_house_s(
    today: House, tmp_path: Path, key: Any, code: int, told: str
) -> None:
    text = today.newest_checkpoint().split("\n\n")[0] + "\n"
    text = text.replace(KEY.verifier.name, key.verifier.name)
    file = tmp_path / "other"
    file.write_text(f"{text}\n{key.sign(text).line()}")
    done = today.run("--checkpoint", str(file))
    assert (done.exit_code, done.stdout) == (code, "")
    assert told in done.stderr


def test_what_is_no_checkpoint_at_all(today: House, tmp_path: Path) -> None:
    file = tmp_path / "other"
    file.write_bytes(b"\xff\x00 nonsense")
    done = today.run("--checkpoint", str(file))
    assert (done.exit_code, "is no checkpoint" in done.stderr) == (2, True)


@contextmanager
def published(checkpoint: str) -> Iterator[str]:
    """Somewhere else, as a mirror has it."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/v1/log/checkpoint" else 404)
            self.end_headers()
            self.wfile.write(checkpoint.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1/log"
        finally:
            server.shutdown()
            serving.join()


def test_what_a_log_publishes_elsewhere_is_held_against_the_store(
    yesterday: House, today: House
) -> None:
    with published(today.newest_checkpoint()) as url:
        agrees = today.verify("--log", url, "--only", "tree")
        assert (agrees.code, agrees.counts("tree")["kept aside"]) == (0, 1)
        assert yesterday.verify("--log", f"{url}/", "--only", "tree").code == 5
        lost = today.run("--log", f"{url}/nowhere")
    assert (lost.exit_code, "404" in lost.stderr) == (2, True)
