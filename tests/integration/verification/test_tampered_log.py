"""Whatever is done to the log with the owner's rights is found, and the event named."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from services.verification import walk
from tests.support.transparency import KEY, OTHER_HOUSE, OTHER_KEY
from tests.support.verifying import House, Verdict, copy_of


def keep(house: House, folder: Path, name: str = "checkpoint") -> str:
    """A checkpoint kept aside."""
    file = folder / name
    file.write_text(house.newest_checkpoint())
    return str(file)


def require(verdict: Verdict, position: int, *, parts: set[str], told: str) -> None:
    assert verdict.code == 1, verdict.said
    assert verdict.first["position"] == position, verdict.first
    assert parts <= verdict.wrong(), verdict.wrong()
    every = [one["what"] for part in parts for one in verdict.findings(part)]
    assert any(told in one for one in every), every
    assert verdict.first["todo"]


def other_text(event: dict[str, Any]) -> tuple[str, str]:
    """One byte of the moment that it happened at."""
    at = event["said"]["at"]
    digit = at[15]
    return f'"at":"{at}"', f'"at":"{at[:15]}{(int(digit) + 1) % 10}{at[16:]}"'


def test_one_byte_of_an_event(house: House) -> None:
    event = house.event("WagerPlaced", 7)
    house.rewrite(event["notification_id"], other_text(event))
    verdict = house.verify("--only", "tree")
    told = "its bytes are not those that were sealed"
    require(verdict, event["notification_id"], parts={"tree"}, told=told)
    first = verdict.first
    assert (first["key"], first["seq"]) == (event["originator_id"], event["originator_version"])
    assert (first["event"], first["round"]) == ("WagerPlaced", event["round"])


def test_a_byte_that_makes_it_no_event_any_more(house: House) -> None:
    event = house.event("DiceRolled", 3)
    house.rewrite(event["notification_id"], ('"dice":[', '"dice":'))
    verdict = house.verify()
    require(verdict, event["notification_id"], parts={"tree", "streams"}, told="its bytes are no")
    assert {"read_models", "reports"} <= verdict.wrong()


def test_another_amount_on_both_sides(house: House) -> None:
    """Valid, balanced, and what it is about: only the tree can know."""
    event = house.event("ChipsBought", 2)
    amount = event["said"]["amount"]
    house.rewrite(event["notification_id"], (str(amount), str(amount + 100)))
    require(
        house.verify(), event["notification_id"], parts={"tree"}, told="its bytes are not those"
    )


def test_entries_that_do_not_balance(house: House) -> None:
    event = house.event("ChipsBought", 1)
    amount = event["said"]["amount"]
    house.rewrite(event["notification_id"], (f":-{amount}", f":-{amount + 1}"))
    verdict = house.verify()
    require(verdict, event["notification_id"], parts={"money"}, told="entries do not balance")


def test_a_settlement_that_came_out_otherwise_with_everything_sealed_anew(house: House) -> None:
    """By who has the signing key too, and nobody kept a checkpoint: the rules still know."""
    event = _won(house)
    said = event["said"]
    paid, position = said["paid"], event["notification_id"]
    house.rewrite(
        position,
        (f'"paid":{paid}', f'"paid":{paid + 500}'),
        (f'"tray":-{paid}', f'"tray":-{paid + 500}'),
        (f'"win":{paid}', f'"win":{paid + 500}'),
    )
    house.seal_anew()
    verdict = house.verify()
    require(verdict, position, parts={"settlements"}, told=f"paid is {paid + 500} and comes out")
    assert "tree" not in verdict.wrong()
    first = verdict.first
    assert (first["event"], first["round"]) == ("WagerSettled", event["round"])
    assert f"({said['rule']})" in first["what"]
    assert f"comes out as {paid}" in first["what"]


def _won(house: House) -> dict[str, Any]:
    for number in range(1000):
        event = house.event("WagerSettled", number)
        if event["said"]["outcome"] == "win" and event["said"]["entries"].keys() == {"tray", "win"}:
            return event
    raise AssertionError


def test_a_round_whose_sum_was_changed_alone(house: House) -> None:
    event = house.event("RoundClosed", 4)
    delta = event["said"]["tray_delta"]
    house.rewrite(
        event["notification_id"], (f'"tray_delta":{delta}', f'"tray_delta":{delta + 100}')
    )
    house.seal_anew()
    verdict = house.verify()
    told = f"tray_delta is {delta + 100}"
    require(verdict, event["notification_id"], parts={"money", "settlements"}, told=told)


def test_one_deleted(house: House) -> None:
    event = house.event("HandSet", 5)
    position = event["notification_id"]
    house.tamper("DELETE FROM pitledger_events WHERE notification_id = %s", position)
    verdict = house.verify()
    require(verdict, position, parts={"tree", "streams"}, told=f"event {position} is missing")
    streams = [one["what"] for one in verdict.findings("streams")]
    key, seq = event["originator_id"], event["originator_version"]
    assert f"{key}/{seq} is missing before it" in streams


def test_one_deleted_and_the_gap_closed(house: House) -> None:
    event = house.event("HandSet", 5)
    position = event["notification_id"]
    house.tamper("DELETE FROM pitledger_events WHERE notification_id = %s", position)
    for shift in (1_000_000, -1_000_001):
        house.tamper(
            "UPDATE pitledger_events SET notification_id = notification_id + %s"
            " WHERE notification_id > %s",
            shift,
            position,
        )
    verdict = house.verify()
    require(verdict, position, parts={"tree", "streams"}, told="its bytes are not those")


def test_two_changed_places(house: House) -> None:
    event = house.event("WagerPlaced", 9)
    position = event["notification_id"]
    for old, new in ((position, -1), (position + 1, position), (-1, position + 1)):
        house.tamper(
            "UPDATE pitledger_events SET notification_id = %s WHERE notification_id = %s", new, old
        )
    verdict = house.verify()
    require(verdict, position, parts={"tree"}, told="its bytes are not those")


def test_one_inserted(house: House) -> None:
    event = house.event("ChipsBought", 2)
    position = event["notification_id"]
    for shift in (1_000_000, -999_999):
        house.tamper(
            "UPDATE pitledger_events SET notification_id = notification_id + %s"
            " WHERE notification_id > %s",
            shift,
            position,
        )
    seq = event["originator_version"]
    state = bytes(event["state"]).replace(b'"seq":%d,' % seq, b'"seq":%d,' % (seq + 1000))
    house.tamper(
        "INSERT INTO pitledger_events SELECT originator_id, originator_version + 1000, topic, %s,"
        " notification_id + 1, round FROM pitledger_events WHERE notification_id = %s",
        state,
        position,
    )
    verdict = house.verify()
    require(verdict, position + 1, parts={"tree", "streams"}, told="its bytes are not those")


def test_the_newest_replaced(house: House) -> None:
    (row,) = house.found("SELECT max(notification_id) AS newest FROM pitledger_events")
    newest = row["newest"]
    event = house.found("SELECT * FROM pitledger_events WHERE notification_id = %s", newest)[0]
    said = json.loads(bytes(event["state"]))
    house.rewrite(newest, (f'"amount":{said["amount"]}', f'"amount":{said["amount"] + 1}'))
    require(house.verify(), newest, parts={"tree"}, told="its bytes are not those")


def test_the_table_truncated(house: House, tmp_path: Path) -> None:
    kept = keep(house, tmp_path)
    house.tamper("TRUNCATE pitledger_events")
    verdict = house.verify()
    require(verdict, 1, parts={"tree", "streams", "read_models"}, told="events were sealed, and")
    aside = house.verify("--checkpoint", kept)
    assert aside.code == 1
    assert any("was rolled back" in one["what"] for one in aside.findings("tree"))


def test_the_newest_events_taken_out(house: House) -> None:
    (row,) = house.found("SELECT max(notification_id) AS newest FROM pitledger_events")
    last = row["newest"] - 5
    house.tamper("DELETE FROM pitledger_events WHERE notification_id > %s", last)
    verdict = house.verify()
    told = f"the log ends at {last}"
    require(verdict, last + 1, parts={"tree", "streams", "read_models"}, told=told)


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


def test_it_is_told_for_people(house: House) -> None:
    event = _won(house)
    paid = event["said"]["paid"]
    house.rewrite(event["notification_id"], (f'"paid":{paid}', f'"paid":{paid + 500}'))
    done = house.run()
    assert done.exit_code == 1
    named = f"event {event['notification_id']}, WagerSettled, {event['originator_id']}/"
    assert f"The first bad event: {named}" in done.stdout
    assert "What to do: " in done.stdout
    assert "settlements: " in done.stdout
    assert "wrong" in done.stdout


def test_in_several_processes_the_same_is_found(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = _won(house)
    paid = event["said"]["paid"]
    house.rewrite(event["notification_id"], (f'"paid":{paid}', f'"paid":{paid + 500}'))
    only = ("--only", "tree,streams,money,settlements")
    alone = house.verify(*only, "--processes", "1")
    monkeypatch.setattr(walk, "_ALONE", 0)
    assert house.verify(*only, "--processes", "2").said == alone.said


def test_outside_of_the_range_nothing_is_looked_at(house: House) -> None:
    event = house.event("WagerPlaced", 7)
    position = event["notification_id"]
    house.rewrite(position, other_text(event))
    assert house.verify("--from", str(position + 50), "--only", "streams,money").code == 0
    verdict = house.verify("--from", str(position - 5), "--to", str(position + 60))
    require(verdict, position, parts={"tree"}, told="its bytes are not those")


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
