"""The terminal's page and what its script talks to: one command, one place, no hand."""

import json
from typing import Any
from uuid import uuid4

import httpx
import pytest

from domain.messages.commands import command_names
from tests.support.domain import asked
from tests.support.domain.asked import Asked, ask
from tests.support.http.pages import OWN_PAGE
from tests.support.http.playing import DEALER, LOSES, WINS, Pit, Table, expect_problem

PAGE = {"Accept": "text/html"}
JSON = {"Accept": "application/json", "Content-Type": "application/json", **OWN_PAGE}
BOTH = {1: WINS, 2: LOSES}


def state(pit: Pit, table: Table) -> dict[str, Any]:
    return pit.read(f"/tables/{table.name}/terminal/state", seq=table.seq)


def send(pit: Pit, table: Table, command: Asked, **more: Any) -> httpx.Response:
    body = {"command": {"command_id": str(uuid4()), **command}, **more}
    address = f"/tables/{table.name}/terminal"
    return pit.http.post(address, content=json.dumps(body), headers=JSON)


def test_the_page_names_its_table_and_loads_its_script(pit: Pit, table: Table) -> None:
    pit.house.runner.catch_up()
    answer = pit.http.get(f"/tables/{table.name}/terminal", headers=PAGE)
    assert answer.status_code == 200
    assert f'data-table="{table.name}"' in answer.text
    assert 'src="/static/terminal/main.js"' in answer.text
    assert "default-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["terminal", "terminal/state"])
def test_a_table_that_is_not_there_has_no_terminal(pit: Pit, path: str) -> None:
    assert pit.http.get(f"/tables/NOWHERE/{path}", headers=PAGE).status_code == 404


def test_the_state_is_the_table_and_what_it_takes(pit: Pit, table: Table) -> None:
    shown = state(pit, table)
    assert shown["table"] == table.row(table.seq)
    assert [one["command"] for one in shown["next"]["options"]] == shown["table"]["next"]
    assert shown["actor"] == {"id": "demo-pit_manager", "role": "pit_manager"}
    assert "open_round" in shown["may"]
    assert "remove_box" not in shown["may"]


def test_a_command_is_the_visitors_and_is_done_once(pit: Pit, table: Table) -> None:
    command = {"command_id": str(uuid4()), **ask("open_round")}
    first = send(pit, table, command)
    assert first.status_code == 201
    with pit.nothing_stored():
        assert send(pit, table, command).json() == first.json()
    [event] = first.json()["events"]
    assert set(event) == {"event", "key", "seq", "table", "round", "rule"}
    [stored] = pit.get("/v1/events", after=pit.head() - 1)["events"]
    assert stored["actor"] == {"id": "demo-pit_manager", "role": "pit_manager"}


def test_no_answer_shows_a_hand(pit: Pit, table: Table) -> None:
    """Not even to whoever asked for the house way: what is not known is not told."""
    table.do(*asked.up_to_the_deal(DEALER, BOTH))
    bodies = []
    for command in (ask("set_hand", seat=1), ask("set_hand", seat=2), ask("set_house")):
        answer = send(pit, table, command)
        assert answer.status_code == 201
        table.seq = answer.json()["events"][-1]["seq"]
        shown = state(pit, table)
        options = shown["next"]["options"]
        bodies += [answer.text, json.dumps(shown["table"])]
        assert all("whole" not in one or len(one["pieces"]["whole"]) == 32 for one in options)
    for tile in (*DEALER.split(), *WINS.replace("/", "").split()):
        assert not any(f'"{tile}"' in body for body in bodies), tile


def test_a_supervisor_signs_beside_the_sender(pit: Pit, table: Table) -> None:
    table.do(asked.open_round())
    signer = {"field": "supervisor", "text": "Ann", "several": False}
    answer = send(pit, table, ask("void_round", reason="the lights went out"), signers=[signer])
    assert answer.status_code == 201
    [*_, voided] = pit.get("/v1/events", after=pit.head() - 1)["events"]
    assert (voided["event"], voided["supervisor"]) == ("RoundVoided", "Ann")


def test_a_refusal_comes_with_its_paragraph(pit: Pit, table: Table) -> None:
    table.do(asked.open_round())
    with pit.nothing_stored():
        problem = expect_problem(send(pit, table, asked.place(1, 1)), "refused")
    assert (problem["rule"], "below" in problem["reason"]) == ("19:47-8.2", True)


def test_what_somebody_left_waiting_is_not_sent_by_another(pit: Pit, table: Table) -> None:
    with pit.nothing_stored():
        expect_problem(send(pit, table, ask("open_round"), sender="dana"), "forbidden")
    assert send(pit, table, ask("open_round"), sender="demo-pit_manager").status_code == 201


def test_whoever_sends_may_sign_it_too(pit: Pit, table: Table) -> None:
    table.do(asked.open_round())
    signer = {"field": "supervisor", "several": False, "own": True}
    answer = send(pit, table, ask("void_round", reason="rain"), signers=[signer])
    assert answer.status_code == 201, answer.text
    [*_, voided] = pit.get("/v1/events", after=pit.head() - 1)["events"]
    assert voided["supervisor"] == "demo-pit_manager"


def test_strangers_and_other_roles_do_nothing(pit: Pit, table: Table) -> None:
    address, body = f"/tables/{table.name}/terminal", {"command": ask("open_round")}
    with pit.nothing_stored():
        expect_problem(pit.http.post(address, json=body), "forbidden")
        expect_problem(send(pit, table, ask("remove_box")), "forbidden")


@pytest.mark.parametrize(
    "body",
    [
        *([], "open_round", {}, {"command": "open_round"}),
        *({"command": {}}, {"command": {"command": "open_round"}, "signers": 3}),
        {"command": {"command": "open_round"}, "signers": [{"field": "supervisor"}]},
    ],
)
def test_what_is_no_command_is_said_to_be_none(pit: Pit, table: Table, body: object) -> None:
    with pit.nothing_stored():
        answer = pit.http.post(
            f"/tables/{table.name}/terminal", content=json.dumps(body), headers=JSON
        )
    expect_problem(answer, "invalid-command")


def test_every_command_has_a_form_that_asks_for_all_it_needs(pit: Pit) -> None:
    forms = pit.get("/terminal/forms")
    assert set(forms) == command_names()
    kinds = {one["name"]: one["kind"] for one in forms["count_tray"]}
    assert kinds == {"inventory": "inventory", "signatures": "people", "roll": "flag"}
    needed = {one["name"] for one in forms["void_round"] if one.get("required")}
    assert needed == {"reason", "supervisor"}
    [step] = [one for one in forms["fill"] if one["name"] == "step"]
    assert step["choices"] == ["requested", "issued", "received", "voided"]
    assert {one["kind"] for one in forms["rule_dispute"]} == {
        "text",
        "person",
        "int",
        "choice",
        "dollars",
    }
