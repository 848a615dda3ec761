"""Every GET address, asked by every role: no hand in play, no player's cash, where it may not be."""

import json
import re
from collections.abc import Iterator
from typing import Final

import pytest

from services.http.blind import COUNTS
from services.http.masking import SEES_CASH, SEES_HANDS
from tests.support.domain import asked
from tests.support.http.addresses import names_of, readable_addresses
from tests.support.http.playing import DEALER, Told, expect_problem
from tests.support.http.serving import listening
from tests.support.http.staff import STAFF, Staff, at_work
from tests.support.transparency.at_once import seal

TABLE: Final = "PG01"
DAY: Final = "2026-11-14"
AT: Final = f"{DAY}T20:00:00Z"
HANDS: Final = {1: "6-6 1-6 / 5-5 2-3"}
PLAYERS: Final = ("buyer-of-chips", "payer-of-marker", "corrected-buyer")
SALT: Final = re.compile(r'"salt": ?"[0-9a-f]{32}"')
UNTOLD: Final = "payer-in-chips"
"""Paid a marker in chips: no cash, and so in no currency report."""


@pytest.fixture(scope="module")
def staff(server: str, logs: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    folder = tmp_path_factory.mktemp("sight")
    with at_work(server, folder, currency_threshold=1) as staff:
        play(staff)
        yield staff


def play(staff: Staff) -> None:
    """Cash of three players, and a round with its hands in play."""
    buyer, payer, corrected = PLAYERS
    marker = {"command": "pay_marker", "seat": 5, "amount": 300}
    tell(staff, {"command": "open_table", "submission": {"regulation": "nj-pai-gow"}})
    tell(staff, asked.buy_in(4, 20_000, player=buyer))
    tell(staff, {**marker, "marker": "M-1", "tender": "cash", "player": payer})
    tell(staff, {**marker, "marker": "M-2", "tender": "chips", "player": UNTOLD})
    (bought,) = tell(staff, asked.buy_in(6, 30_000, player=corrected))
    right = {"command": "correct_entry", "amount": 40_000, "reason": "a bill was missed"}
    tell(staff, {**right, "entry": bought["seq"], "supervisor": "paula"})
    tell(staff, {**asked.fill("F-1", 5000), "step": "requested"})
    for command in asked.up_to_the_house(DEALER, HANDS):
        tell(staff, command)
    staff.house.runner.catch_up()
    seal(staff.house.storage.ledger)


def tell(staff: Staff, command: Told) -> list[Told]:
    opening = {"inventory": 1_000_000} if command["command"] == "open_table" else {}
    return staff.done("frank", {**command, **opening, "table": TABLE, "at": AT})


NAMED: Final = names_of(TABLE, DAY)


def shows_cash(text: str) -> bool:
    return any(player in text for player in PLAYERS)


def shows_hands(text: str) -> bool:
    """Tiles of a hand beside each other, as the whole set is never listed."""
    plain = text.replace(" ", "")
    return '"6-6","1-6"' in plain or '"5-5","2-3"' in plain


def shows_salt(text: str) -> bool:
    """With which hands could be guessed from the public hash of their event."""
    return SALT.search(text) is not None


@pytest.mark.parametrize("who", STAFF)
def test_no_address_shows_a_role_what_it_may_not_see(staff: Staff, who: str) -> None:
    role, seen = STAFF[who], []
    for path in readable_addresses(staff, NAMED, DAY):
        answer = staff.get(who, path)
        assert answer.status_code in (200, 303, 403, 404, 422), f"{path}: {answer.text}"
        assert role in SEES_HANDS or not shows_hands(answer.text), path
        assert role in SEES_HANDS or not shows_salt(answer.text), path
        assert role in SEES_CASH or not shows_cash(answer.text), path
        text = answer.text
        seen.append((path, shows_hands(text), shows_cash(text), shows_salt(text)))
    # It is there for those who may see it, or the test would look for nothing.
    for at, roles in ((1, SEES_HANDS), (2, SEES_CASH), (3, SEES_HANDS)):
        assert any(one[at] for one in seen) == (role in roles)


@pytest.mark.parametrize("who", STAFF)
def test_nor_does_the_stream(staff: Staff, who: str) -> None:
    role, head = STAFF[who], staff.house.storage.ledger.head()
    if role in COUNTS:
        expect_problem(staff.get(who, "/v1/stream"), "forbidden")
        return
    with listening(staff.clients[who], last_id=0) as stream:
        told = json.dumps([message.data for message in stream.take(head)])
    assert shows_hands(told) == shows_salt(told) == (role in SEES_HANDS)
    assert shows_cash(told) == (role in SEES_CASH)
    assert UNTOLD in told


def test_only_the_name_is_masked(staff: Staff) -> None:
    whole = staff.get("ada", "/v1/events").json()["events"]
    for mine, theirs in zip(whole, staff.get("carl", "/v1/events").json()["events"], strict=True):
        assert {name for name in mine if mine[name] != theirs[name]} <= {
            *("hands", "high", "low", "salt")
        }
    shown = staff.get("vic", "/v1/events").json()["events"]
    masked = [
        (mine["event"], theirs["player"])
        for mine, theirs in zip(whole, shown, strict=True)
        if mine != theirs and {name for name in mine if mine[name] != theirs[name]} == {"player"}
    ]
    assert masked == [
        ("ChipsBought", "??"),
        ("MarkerPaid", "??"),
        ("ChipsBought", "??"),
        ("EntryCorrected", "??"),
    ]


def test_the_report_is_for_the_same_roles(staff: Staff) -> None:
    for who, role in STAFF.items():
        answer = staff.get(who, "/v1/reports/currency", day=DAY)
        assert (answer.status_code == 200) == (role in SEES_CASH)
