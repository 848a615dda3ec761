"""Answers to commands show each role what a GET shows it, and refusals tell no hand or figure."""

import itertools
import json
import re
import uuid
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest

from services.http.masking import SEES_HANDS
from tests.support.domain import asked
from tests.support.domain.asked import Asked
from tests.support.http.devices import device
from tests.support.http.playing import DEALER, LOSES, WINS, Told, expect_problem
from tests.support.http.staff import STAFF, Staff, at_work

PIECE: Final = re.compile(r"(?<![\w-])[1-6]-[1-6](?![\w-])")
SALT: Final = re.compile(r'"salt": ?"[0-9a-f]{32}"')
ENTERS: Final = ("dana", "table-7")
BLIND: Final = [who for who, role in STAFF.items() if role not in SEES_HANDS and who not in ENTERS]
VIGORISH: Final = {"command": "owe_vigorish", "seat": 1, "reason": "no chips left"}
NOT_DEALT: Final = ("6-6 6-6", "2-2 2-2")
_TABLES: Final = itertools.count(1)


@pytest.fixture(scope="module")
def staff(server: str, logs: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    with at_work(server, tmp_path_factory.mktemp("answers"), currency_threshold=1) as staff:
        yield staff


def at(table: str, command: Asked) -> Asked:
    return {**command, "table": table}


@pytest.fixture
def dealt(staff: Staff) -> str:
    return deal(staff, WINS)


def deal(staff: Staff, hand: str, **elections: Any) -> str:
    """A table with a round dealt, and no hand set."""
    table = f"M{next(_TABLES):02}"
    commands = [asked.open_table(**elections), *asked.up_to_the_deal(DEALER, {1: hand})]
    for command in commands:
        staff.done("dana", at(table, command))
    return table


def tell(staff: Staff, who: str, table: str, *commands: Asked) -> httpx.Response:
    told = [at(table, command) for command in commands]
    return staff.clients[who].post("/v1/commands", content=json.dumps(told))


def shows_hand(text: str) -> bool:
    return PIECE.search(text) is not None or SALT.search(text) is not None


@pytest.mark.parametrize("who", STAFF)
def test_an_answer_shows_what_a_get_shows(staff: Staff, dealt: str, who: str) -> None:
    """And its pieces to the dealer or device that enters them at this table."""
    sees = STAFF[who] in SEES_HANDS or who in ENTERS
    command = {**asked.set_hand(1), "command_id": str(uuid.uuid4())}
    first = staff.send(who, at(dealt, command))
    assert first.status_code == 201, first.text
    assert shows_hand(first.text) == sees
    again = staff.send(who, at(dealt, command))
    assert again.text == first.text
    (event,) = first.json()["events"]
    rounds = staff.get(who, f"/v1/rounds/{event['round']}/events", seq=event["seq"])
    if who not in ENTERS and rounds.status_code == 200 and STAFF[who] != "count_room":
        assert event == rounds.json()["events"][-1]


@pytest.mark.parametrize("who", BLIND)
def test_nor_does_the_answer_to_a_list(staff: Staff, dealt: str, who: str) -> None:
    answer = tell(staff, who, dealt, asked.set_hand(1), asked.set_house())
    assert answer.status_code == 201, answer.text
    assert not shows_hand(answer.text)


@pytest.mark.parametrize("who", STAFF)
def test_a_line_and_its_repeat_show_the_same(staff: Staff, dealt: str, who: str) -> None:
    line, http = uuid.uuid4().hex, staff.clients[who]
    command = at(dealt, asked.set_hand(1))
    with device(http, line, who) as wire:
        first = wire.ask(1, command)
    with device(http, line, who) as wire:
        again = wire.ask(1, command)
    assert first["status"] == 200, first
    assert first == again
    assert shows_hand(json.dumps(first)) == (STAFF[who] in SEES_HANDS or who in ENTERS)


@pytest.mark.parametrize("who", STAFF)
def test_players_cash_is_masked_as_by_get(staff: Staff, dealt: str, who: str) -> None:
    buys = asked.buy_in(2, 20_000, player="buyer-of-chips")
    answer = staff.send(who, at(dealt, buys))
    assert answer.status_code == 201
    assert ("buyer-of-chips" in answer.text) == (STAFF[who] in {"auditor", "cage", "pit_manager"})


@pytest.mark.parametrize("who", ["frank", "cora", "carl"])
def test_a_list_that_is_refused_does_not_tell_who_would_win(staff: Staff, who: str) -> None:
    """The same words, rule and place, whether the seat wins or loses, and whatever comes after."""
    told = set()
    for hand in (WINS, LOSES):
        table = deal(staff, hand)
        steps = [asked.set_hand(1), asked.set_house(), asked.settle()]
        for amount in (1, 10**6):
            owes = {**VIGORISH, "amount": amount}
            answer = tell(staff, who, table, *steps, owes, asked.settle())
            problem = expect_problem(answer, "refused")
            assert (problem["rule"], problem["index"]) == ("control:vigorish-owed", 3)
            told.add(answer.text.replace(table, "TABLE"))
    assert len(told) == 1
    assert "cents" not in told.pop()


def test_the_dealer_is_told_why(staff: Staff, dealt: str) -> None:
    steps = [asked.set_hand(1), asked.set_house(), asked.settle()]
    answer = tell(staff, "dana", dealt, *steps, {**VIGORISH, "amount": 10**6})
    assert "cents of vigorish" in expect_problem(answer, "refused")["reason"]


@pytest.mark.parametrize("who", ["frank", "cora"])
def test_a_guess_is_not_told_from_a_wrong_one(staff: Staff, dealt: str, who: str) -> None:
    """Tiles that were dealt and are set wrong, tiles that were not, and a right guess in a list."""
    staff.done("dana", at(dealt, asked.set_hand(1)))
    one, two, three, four = DEALER.split()
    ways = [f"{one} {two}/{three} {four}", f"{one} {three}/{two} {four}",
            f"{one} {four}/{two} {three}"]  # fmt: skip
    settings = [*(tuple(way.split("/")) for way in ways), ("6-6 1-1", "4-4 2-2")]
    told = []
    for high, low in settings:
        guess = tell(staff, who, dealt, asked.set_house(high, low), asked.roll())
        told.append(expect_problem(guess, "refused"))
        assert not shows_hand(guess.text)
    assert all(one == told[0] for one in told)
    assert (told[0]["index"], told[0]["rule"]) == (0, "control:hands-in-play")


def refusals(staff: Staff) -> dict[str, float]:
    """By rule, as the open metrics count them."""
    lines = staff.get("frank", "/metrics").text.splitlines()
    found = [line.rpartition(" ") for line in lines if line.startswith("pitledger_refusals_total{")]
    return {name: float(number) for name, _, number in found}


def test_neither_do_the_metrics_tell(staff: Staff, dealt: str) -> None:
    staff.done("dana", at(dealt, asked.set_hand(1)))
    one, two, three, four = DEALER.split()
    grown = []
    for high, low in ((f"{one} {two}", f"{three} {four}"), ("6-6 1-1", "4-4 2-2")):
        before = refusals(staff)
        answer = staff.send("frank", at(dealt, asked.set_house(high, low)))
        if answer.status_code == 201:  # it was the house way
            continue
        assert not shows_hand(answer.text)
        now = refusals(staff)
        grown.append([name for name in now if now[name] != before.get(name, 0)])
    assert grown
    assert all(one == ['pitledger_refusals_total{rule="control:hands-in-play"}'] for one in grown)


def test_a_refused_list_does_not_tell_whether_a_count_is_right(staff: Staff) -> None:
    """Only a count that differs can be acknowledged."""
    table = f"M{next(_TABLES):02}"
    for command in (asked.open_table(), asked.buy_in(1, 80_000), asked.close_table(920_000)):
        seq = staff.done("dana", at(table, command))[-1]["seq"]
    told = set()
    for amount in (80_000, 70_000):
        counted = [asked.count_drop(amount=amount)]
        for exception in (seq + 1, 10**6):
            acknowledged = {"command": "acknowledge", "exception": exception, "reason": "known"}
            answer = tell(staff, "cora", table, *counted, acknowledged, asked.settle())
            told.add(json.dumps(expect_problem(answer, "refused")))
    assert len(told) == 1
    assert "80000" not in told.pop()


def test_who_counts_does_not_learn_what_to_expect_by_carrying_a_box(staff: Staff) -> None:
    table = f"M{next(_TABLES):02}"
    for command in (asked.open_table(), asked.buy_in(1, 81_300), asked.close_table(918_700)):
        staff.done("dana", at(table, command))
    answer = staff.send("cora", at(table, {"command": "remove_box", "carrier": "sam"}))
    assert answer.status_code == 201, answer.text
    assert "81300" not in answer.text
    assert answer.json()["events"][0]["event"] == "BoxRemoved"
    counted = staff.done("cora", at(table, asked.count_drop(amount=81_300)))
    assert counted[0]["estimated"] == 81_300


def test_where_nobody_signs_in_the_sender_is_the_tables_device(http: httpx.Client) -> None:
    """Unless the command names somebody of another role."""
    told: dict[str, Told] = {"": {}, "floorperson": {"actor": {"id": "f", "role": "floorperson"}}}
    for role, actor in told.items():
        table = f"M{uuid.uuid4().hex[:8]}"
        commands = [asked.open_table(), *asked.up_to_the_deal(DEALER, {1: WINS}), asked.set_hand(1)]
        for command in commands:
            answer = http.post("/v1/commands", json={**at(table, command), **actor})
            assert answer.status_code == 201, answer.text
        assert shows_hand(answer.text) == (role == "")
