"""The count room's pages: who carries, who counts, by denomination, and blind."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.http.staff import STAFF
from tests.support.http.story import DAY, TABLE
from tests.support.http.visitors import Visitors, at_pages

SHEET = f"/count/{TABLE}/1/1"


@pytest.fixture
def visitors(server: str, logs: None, tmp_path: Path) -> Iterator[Visitors]:
    """The table was rolled, and its box carried away by sam."""
    with at_pages(server, tmp_path) as visitors:
        visitors.story.up_to("count_drop")
        yield visitors


def counted(visitors: Visitors, who: str, **fields: str) -> httpx.Response:
    """The sheet filled in: $800 in cash by denomination, and nothing else."""
    told = {
        "table": TABLE,
        "session:int": "1",
        "box:int": "1",
        "cash.10000:pieces": "7",
        "cash.2000:pieces": "4",
        "cash.500:pieces": "3",
        "cash:plus": "5.00",
        "counter_checks:dollars": "0",
        "vouchers:dollars": "0",
        "coupons:dollars": "0",
        "back": "/count",
        **fields,
    }
    return visitors.do(who, "count_drop", **told)


def test_each_role_sees_the_boxes_and_what_is_its_own_to_do(visitors: Visitors) -> None:
    for who, role in STAFF.items():
        shown = visitors.look(who, "/count")
        assert shown.status_code == 200, shown.text
        assert f'id="{TABLE}-1-1"' in shown.text
        assert "sam" in shown.text
        assert "2026-11-15 <span class=clock>06:10:00" in shown.text
        assert (f'href="{SHEET}"' in shown.text) == (role == "count_room")
        assert ('value="remove_box"' in shown.text) == (role == "security")
        sheet = visitors.look(who, SHEET)
        assert ('name="cash.10000:pieces"' in sheet.text) == (role == "count_room")


def test_the_service_adds_up_what_was_counted_by_denomination(visitors: Visitors) -> None:
    done = counted(visitors, "cora")
    assert (done.status_code, done.headers["location"]) == (303, "/count")
    event = visitors.staff.get("ada", "/v1/events", after=0, limit=5000).json()["events"][-1]
    assert (event["event"], event["amount"], event["cash"]) == ("DropCounted", 80_000, 80_000)
    assert (event["counter_checks"], event["coupons"]) == (0, 0)
    shown = visitors.look("cora", f"/count?day={DAY}")
    assert "cash $800.00" in shown.text
    assert "cora" in shown.text.split('id="counted"')[1]
    assert visitors.look("cora", SHEET).status_code == 404


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"cash.10000:pieces": "-7"}, "cash.10000"),
        ({"cash.10000:pieces": "7.5"}, "cash.10000"),
        ({"cash.x:pieces": "7"}, "cash.x"),
        ({"cash.-100:pieces": "7"}, "cash.-100"),
        ({"cash:plus": "-1"}, "cash"),
        ({"cash:plus": "lots"}, "cash"),
        ({"coupons:dollars": "-1"}, "coupons"),
    ],
)
def test_what_is_no_count_is_named(visitors: Visitors, fields: dict[str, str], where: str) -> None:
    answer = counted(visitors, "cora", **fields)
    assert answer.status_code == 422
    assert f"<dt>{where}</dt>" in answer.text
    assert f'id="{TABLE}-1-1"' in visitors.look("cora", "/count").text


def test_only_the_count_room_counts_and_only_what_is_there(visitors: Visitors) -> None:
    for who in STAFF.keys() - {"cora"}:
        answer = counted(visitors, who)
        assert answer.status_code == 403, who
        assert "is for count_room" in answer.text
    answer = counted(visitors, "cora", **{"box:int": "2"})
    assert answer.status_code == 409
    assert "take it off first" in answer.text
    for address in (f"/count/{TABLE}/1/9", "/count/NOWHERE/1/1", "/count/%3Cb%3E/1/1"):
        missing = visitors.look("cora", address)
        assert missing.status_code == 404
        assert "<b>" not in missing.text
    assert visitors.look("cora", f"/count/{TABLE}/one/1").status_code == 422
    assert visitors.look("cora", "/count?day=0001-01-01").status_code == 422


def test_security_takes_the_next_box_off_and_who_carried_does_not_count(visitors: Visitors) -> None:
    took = {"table": TABLE, "session:int": "1", "box:int": "2"}
    done = visitors.do("sid", "remove_box", **took)
    assert done.status_code == 303
    shown = visitors.look("cora", "/count").text
    assert f'href="/count/{TABLE}/1/2"' in shown
    assert "sid" in shown


def test_the_count_room_corrects_its_own_count_with_a_supervisor(visitors: Visitors) -> None:
    counted(visitors, "cora", **{"cash:plus": "15.00"})
    shown = visitors.look("cora", f"/count?day={DAY}").text
    entry = re.search(r'name="entry:int" value="(\d+)"', shown)
    assert entry
    assert ">$10.00</td>" in shown
    fields = {"entry:int": entry[1], "amount:dollars": "800", "reason": "a ten twice"}
    signed = {"table": TABLE, "supervisor:person": "frank"}
    done = visitors.do("cora", "correct_entry", **fields, **signed)
    assert done.status_code == 303, done.text
    assert ">$10.00</td>" not in visitors.look("cora", f"/count?day={DAY}").text
