"""Whatever is done to the log with the owner's rights is found, and the event named."""

import json
from pathlib import Path
from typing import Any

import pytest

from services.verification import walk
from tests.support.verifying import House, Verdict


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
