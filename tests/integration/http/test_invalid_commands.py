"""What a command alone shows to be wrong: 422, what and where; nothing stored, the table goes on."""

import uuid
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.support.domain import asked
from tests.support.domain.asked import Asked, ask
from tests.support.http.playing import Pit, Table, expect_problem

NAMED: Final = "0f9d6e2c-6b1f-4d1e-9a53-0c4f2d8f7a11"
STACKS: Final = asked.stacks({})


def stacks_with(tile: str) -> list[list[str]]:
    """The first tile taken out, another one put in its place."""
    return [[tile, *STACKS[0][1:]], *STACKS[1:]]


def wager(**wrong: Any) -> Asked:
    return {**asked.place(1), **wrong}


def without(command: Asked, field: str) -> Asked:
    return {name: value for name, value in command.items() if name != field}


WRONG: Final[dict[str, tuple[object, str, str]]] = {
    "unknown command": (ask("shuffle"), "command", "shuffle"),
    "no command": ({"seat": 1}, "command", "missing"),
    "a command that is no text": (ask("buy_in") | {"command": 7}, "command", "7"),
    "missing field": (without(asked.place(1), "amount"), "amount", "required"),
    "extra field": (wager(colour="red"), "colour", "not permitted"),
    "text for a number": (wager(amount="2500"), "amount", "integer"),
    "a truth for a number": (wager(amount=True), "amount", "integer"),
    "negative amount": (wager(amount=-2500), "amount", "greater than 0"),
    "nothing at all": (wager(amount=0), "amount", "greater than 0"),
    "fractional amount": (wager(amount=25.5), "amount", "integer"),
    "an amount nobody has": (wager(amount=10**30), "amount", "beyond any amount"),
    "seat 25": (wager(seat=25), "seat", "less than or equal to 24"),
    "unknown wager": (wager(wager="red"), "wager", "pai_gow"),
    "negative coupon": (wager(coupon=-1), "coupon", "greater than or equal to 0"),
    "tile not in the set": (ask("deal", stacks=stacks_with("1-7")), "stacks", "not a tile"),
    "tile twice": (ask("deal", stacks=stacks_with("1-2")), "stacks", "1-2"),
    "31 tiles": (ask("deal", stacks=[STACKS[0][1:], *STACKS[1:]]), "stacks", "31 tiles"),
    "neither tiles nor cards": (ask("deal"), "command", "either"),
    "a card twice": (ask("deal", hands={"1": ["AS"] * 7}), "hands", "7 times"),
    "half a hand": (ask("set_hand", seat=1, high=["6-6", "1-1"]), "command", "neither"),
    "dice of 7": (asked.roll(1, 2, 7), "dice.2", "less than or equal to 6"),
    "one die": (asked.roll(1), "dice", "at least 2"),
    "four dice": (asked.roll(1, 2, 3, 4), "dice", "at most 3"),
    "an id that is none": (ask("settle", command_id="one"), "command_id", "UUID"),
    "a time without its offset": (ask("settle", at="2026-11-15T20:00:00"), "at", "offset"),
    "a time that is none": (ask("settle", at="tonight"), "at", "tonight"),
    "a number for a time": (ask("settle", at=1_700_000_000), "at", "RFC 3339"),
    "actor without role": (ask("settle", actor={"id": "d-7"}), "actor.role", "required"),
    "unknown regulation": (
        ask("open_table", submission={"regulation": "nj-roulette"}, inventory=1),
        "submission.regulation",
        "nj-pai-gow",
    ),
    "limits the wrong way round": (
        ask(
            "open_table",
            submission={"regulation": "nj-pai-gow", "limits": {"pai_gow": [5000, 1000]}},
            inventory=1,
        ),
        "submission",
        "minimum 5000 is above maximum 1000",
    ),
    "empty list": ([], "commands", "empty"),
    "a number": (7, "command", "JSON object"),
    "a text": ("settle", "command", "JSON object"),
    "nothing": (None, "command", "JSON object"),
    "a list of numbers": ([7], "0.command", "JSON object"),
}


@pytest.fixture
def untouched(pit: Pit, table: Table) -> Iterator[Table]:
    """Nothing of what is sent to it may be stored, and it must play on."""
    with pit.nothing_stored():
        yield table
    table.plays_on()


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_command_is_told_where_and_what(untouched: Table, name: str) -> None:
    body, where, what = WRONG[name]
    problem = expect_problem(untouched.send(body), "invalid-command")
    errors = problem["errors"]
    assert any(error["where"] == where and what in error["what"] for error in errors), errors
    assert all(error["what"] in problem["detail"] for error in errors)


@pytest.mark.parametrize("name", WRONG)
def test_the_problem_carries_the_id_of_what_is_wrong(untouched: Table, name: str) -> None:
    body, *_ = WRONG[name]
    if not isinstance(body, dict) or "command_id" in body:
        pytest.skip("it has no id of its own to be found by")
    named = {**body, "command_id": NAMED}
    assert expect_problem(untouched.send(named), "invalid-command")["command_id"] == NAMED
    listed = expect_problem(untouched.send([asked.buy_in(), named]), "invalid-command")
    assert listed["command_id"] == NAMED
    assert "command_id" not in expect_problem(untouched.send(body), "invalid-command")


def test_every_rejection_carries_the_id(pit: Pit, untouched: Table) -> None:
    refused = untouched.send([asked.open_round(), ask("roll", dice=[1, 2, 3], command_id=NAMED)])
    assert expect_problem(refused, "refused")["command_id"] == NAMED
    placeless = ask("settle", command_id=NAMED)
    response = pit.http.post("/v1/commands", json=[placeless, asked.buy_in()])
    assert expect_problem(response, "invalid-command")["command_id"] == NAMED
    twice = expect_problem(untouched.send([placeless, placeless]), "invalid-command")
    assert twice["command_id"] == NAMED


def test_an_id_used_before_is_named(table: Table) -> None:
    named = str(uuid.uuid4())
    table.do({**asked.buy_in(), "command_id": named})
    again = table.send({**asked.buy_in(), "seat": 2, "command_id": named})
    assert expect_problem(again, "other-body")["command_id"] == named


@pytest.mark.parametrize("body", [b"", b"open_round", b'{"command": "settle"', b"\xff\xfe", b"NaN"])
def test_what_is_not_json_is_told_so(pit: Pit, untouched: Table, body: bytes) -> None:
    response = pit.http.post(untouched.path, content=body)
    problem = expect_problem(response, "invalid-command")
    assert problem["errors"][0]["where"] == "body"
    assert "JSON" in problem["detail"]


def test_several_mistakes_are_told_at_once(untouched: Table) -> None:
    response = untouched.send(wager(seat=0, amount=-1))
    problem = expect_problem(response, "invalid-command")
    assert {error["where"] for error in problem["errors"]} == {"seat", "amount"}


def test_path_and_body_must_name_the_same_table(pit: Pit, untouched: Table) -> None:
    other = pit.table()
    response = untouched.send({**asked.buy_in(), "table": other.name})
    problem = expect_problem(response, "invalid-command")
    assert problem["errors"][0]["where"] == "table"
    assert other.name in problem["detail"]
    assert untouched.name in problem["detail"]


@pytest.mark.parametrize("several", [False, True])
def test_without_a_path_a_command_names_its_table(
    pit: Pit, untouched: Table, several: bool
) -> None:
    named = {**asked.buy_in(), "table": untouched.name}
    body = [named, asked.buy_in()] if several else asked.buy_in()
    problem = expect_problem(pit.http.post("/v1/commands", json=body), "invalid-command")
    assert problem["errors"][0]["where"] == ("1.table" if several else "0.table")


@pytest.mark.parametrize("name", ["PG-01", "PG%2001", "T" * 33, "p.g", "%C3%A9"])
def test_a_bad_table_name_is_told(pit: Pit, untouched: Table, name: str) -> None:
    response = pit.http.post(f"/v1/tables/{name}/commands", json=asked.buy_in())
    problem = expect_problem(response, "invalid-command")
    assert problem["errors"][0]["where"] == "table"


def test_a_body_has_its_size(pit: Pit, untouched: Table) -> None:
    response = pit.http.post(untouched.path, content=b" " * 1_000_001)
    assert "1000000" in expect_problem(response, "too-large")["detail"]


def test_a_body_sent_in_pieces_has_the_same_size(pit: Pit, untouched: Table) -> None:
    pieces = (b" " * 100_000 for _ in range(11))
    expect_problem(pit.http.post(untouched.path, content=pieces), "too-large")


def test_a_body_just_small_enough_is_read(pit: Pit, table: Table) -> None:
    command = b'{"command": "buy_in", "seat": 1, "amount": 100}'
    response = pit.http.post(table.path, content=command.ljust(1_000_000))
    assert response.status_code == 201
