"""Cash told into other days than its own, over HTTP with AUTH on and full controls."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from domain import controls
from tests.support.http.playing import Told
from tests.support.http.staff import STAFF, Staff, at_work

MONDAY, TUESDAY, WEDNESDAY, THURSDAY = (f"2026-03-{day:02}" for day in (2, 3, 4, 5))
TABLE: Final = "PG07"
NINE_THOUSAND: Final = 900_000
WHY: Final = "the terminal was down"


def signed(*names: str) -> dict[str, Any]:
    return {"signatures": [{"id": name, "role": STAFF[name]} for name in names]}


def at_table(command: str, **fields: Any) -> Told:
    return {"command": command, "table": TABLE, **fields}


def cash(at: str | None = None, amount: int = NINE_THOUSAND, **more: Any) -> Told:
    told = at_table("buy_in", seat=1, amount=amount, player="mr-kim", **more)
    return told if at is None else {**told, "at": at}


def late(at: str, amount: int = NINE_THOUSAND) -> Told:
    return cash(at, amount, reason=WHY, supervisor="paula")


def open_table(staff: Staff) -> None:
    submission = {"regulation": "nj-pai-gow"}
    opening = at_table("open_table", submission=submission, inventory=10_000_000)
    staff.done("frank", {**opening, **signed("dana", "frank")}, ["dana"])


def report(staff: Staff, name: str, day: str) -> dict[str, list[Told]]:
    staff.house.runner.catch_up(10)
    answer = staff.get("ada", f"/v1/reports/{name}", day=day)
    assert answer.status_code == 200, answer.text
    return {one["name"]: one["rows"] for one in answer.json()["sections"]}


@pytest.fixture
def staff(server: str, logs: None, tmp_path: Path) -> Iterator[Staff]:
    """On Monday evening, at a table that was just opened."""
    with at_work(server, tmp_path, f"{MONDAY}T20:00:00Z", controls="full") as staff:
        open_table(staff)
        yield staff


def test_nothing_is_told_from_before_the_table_was_opened(staff: Staff) -> None:
    for told in (cash(f"{MONDAY}T19:48:00Z"), late("2026-02-28T21:00:00Z")):
        signers = ["paula"] if "supervisor" in told else []
        problem = staff.refused("dana", told, signers)
        assert problem["rule"] == controls.BEFORE_OPENING
        assert "is before PG07 was opened" in problem["reason"]
        assert "leave `at` out if it happens now" in problem["reason"]
    assert staff.done("dana", cash())


def test_a_dealer_alone_tells_no_cash_into_an_earlier_day(staff: Staff) -> None:
    staff.clock.show(f"{THURSDAY}T20:00:00Z")
    at = f"{TUESDAY}T21:00:00Z"
    marker = at_table("pay_marker", seat=1, amount=100, marker="M-1", tender="cash", at=at)
    for told in (cash(at), cash(at, reason=WHY), marker):
        problem = staff.refused("dana" if told["command"] == "buy_in" else "frank", told)
        assert problem["rule"] == controls.LATE_CASH
        assert f"cash of the gaming day {TUESDAY}, and it is {THURSDAY}" in problem["reason"]
        assert "`supervisor`" in problem["reason"]
    assert staff.refused("dana", late(at))["rule"] == controls.PROOF
    alone = cash(at, reason=WHY, supervisor="dana")
    assert staff.refused("dana", alone)["rule"] == controls.DUTIES_APART
    nobodys = staff.refused("dana", cash(at, supervisor="paula"), ["paula"])
    assert nobodys["rule"] == controls.LATE_CASH
    assert "add `reason`" in nobodys["reason"]


def test_late_cash_is_an_exception_that_is_answered_before_its_day_is_audited(
    staff: Staff,
) -> None:
    staff.clock.show(f"{TUESDAY}T07:00:00Z")
    (bought,) = staff.done("dana", late(f"{MONDAY}T23:00:00Z"), ["paula"])
    assert (bought["day"], bought["reason"], bought["supervisor"]) == (MONDAY, WHY, "paula")
    assert (bought["happened_on"], bought["told_on"]) == (MONDAY, TUESDAY)
    (found,) = report(staff, "exceptions", MONDAY)["open"]
    assert (found["kind"], found["number"]) == ("cash_told_late", str(bought["seq"]))
    assert f"cash of {MONDAY}, told late: {WHY}" in found["words"]
    roll = at_table("count_tray", roll=True, inventory=10_000_000 - NINE_THOUSAND)
    staff.done("frank", {**roll, **signed("dana", "frank")}, ["dana"])
    staff.done("sam", at_table("remove_box", session=1, box=1))
    staff.done("paula", {"command": "close_day", "day": MONDAY, "status": "provisional"})
    staff.done("cora", at_table("count_drop", session=1, box=1, cash=NINE_THOUSAND))
    staff.done("cora", {"command": "close_day", "day": MONDAY, "status": "counted"})
    audit = {"command": "close_day", "day": MONDAY, "status": "audited"}
    assert staff.refused("ada", audit)["rule"] == controls.DAY_OPEN_EXCEPTION
    answer = at_table("acknowledge", exception=bought["seq"], reason="seen on tape")
    # Who stood by does not answer for it.
    assert staff.refused("paula", answer)["rule"] == controls.DUTIES_APART
    staff.done("ada", answer)
    staff.done("ada", audit)


def test_both_days_count_it(staff: Staff) -> None:
    staff.done("dana", cash(amount=200_000))
    staff.clock.show(f"{TUESDAY}T20:00:00Z")
    staff.done("dana", cash(amount=300_000))
    staff.done("dana", late(f"{MONDAY}T21:00:00Z"), ["paula"])
    for day, amount in ((MONDAY, 1_100_000), (TUESDAY, 1_200_000)):
        found = report(staff, "currency", day)
        (player,) = found["players"]
        assert (player["player"], player["amount"]) == ("mr-kim", amount)
        (told,) = found["told_late"]
        assert told["amount"] == NINE_THOUSAND
        assert (told["happened_on"], told["told_on"]) == (MONDAY, TUESDAY)
        assert (told["supervisor"], told["reason"]) == ("paula", WHY)


def test_three_days_told_at_once_are_above_the_threshold_of_the_day_they_are_told(
    staff: Staff,
) -> None:
    staff.clock.show(f"{THURSDAY}T20:00:00Z")
    days = (MONDAY, TUESDAY, WEDNESDAY)
    for day in days:
        staff.done("dana", late(f"{day}T21:00:00Z"), ["paula"])
    (player,) = report(staff, "currency", THURSDAY)["players"]
    assert (player["amount"], player["transactions"]) == (3 * NINE_THOUSAND, 3)
    for day in days:
        found = report(staff, "currency", day)
        assert found["players"] == []
        assert [one["amount"] for one in found["told_late"]] == [NINE_THOUSAND]
    kinds = [one["kind"] for one in report(staff, "exceptions", THURSDAY)["open"]]
    assert kinds == ["cash_told_late"] * 3


def test_a_correction_of_earlier_cash_counts_by_its_difference(staff: Staff) -> None:
    (bought,) = staff.done("dana", cash(amount=100))
    staff.clock.show(f"{TUESDAY}T20:00:00Z")
    right = at_table("correct_entry", entry=bought["seq"], amount=2_000_100)
    staff.done("frank", {**right, "reason": WHY, "supervisor": "paula"}, ["paula"])
    (monday,) = report(staff, "currency", MONDAY)["players"]
    (tuesday,) = report(staff, "currency", TUESDAY)["players"]
    assert (monday["amount"], tuesday["amount"]) == (2_000_100, 2_000_000)
    (found,) = report(staff, "exceptions", TUESDAY)["open"]
    assert found["kind"] == "cash_told_late"
