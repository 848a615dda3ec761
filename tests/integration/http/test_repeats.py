"""A repeated command id: the first answer again, byte for byte, and nothing done twice."""

import json
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import httpx

from tests.support.domain import asked
from tests.support.domain.asked import Asked
from tests.support.http.playing import DEALER, WINS, Pit, Table, expect_problem


def with_id(command: Asked) -> Asked:
    return {**command, "command_id": str(uuid4())}


def same(first: httpx.Response, again: httpx.Response) -> bool:
    return (first.status_code, first.content) == (again.status_code, again.content)


def test_a_repeat_answers_as_the_first_time(pit: Pit, table: Table) -> None:
    command = with_id(asked.buy_in())
    first = table.send(command)
    assert first.status_code == 201
    assert first.json()["events"][0]["command_id"] == command["command_id"]
    with pit.nothing_stored():
        assert same(first, table.send(command))
        assert same(first, table.send(command))
    table.plays_on()


def test_a_repeat_that_is_now_unlawful_answers_the_same(pit: Pit, table: Table) -> None:
    table.do_as_one(*asked.up_to_the_house(DEALER, {1: WINS}))
    command = with_id(asked.settle())
    first = table.send(command)
    assert first.status_code == 201
    table.close(1_000_000)
    with pit.nothing_stored():
        assert same(first, table.send(command))
    assert pit.refusals(table.name) == []


def test_a_repeat_written_otherwise_is_the_same_command(pit: Pit, table: Table) -> None:
    command = with_id(asked.buy_in())
    first = table.send(command)
    told = {**dict(reversed(command.items())), "kind": "cash", "table": table.name}
    again = pit.http.post("/v1/commands", content=json.dumps(told, indent=3))
    assert same(first, again)


def test_an_id_with_another_body_is_refused_as_a_request(pit: Pit, table: Table) -> None:
    command = with_id(asked.buy_in(1, 10_000))
    table.do(command)
    with pit.nothing_stored():
        for other in (
            {**command, "amount": 10_001},
            {**command, "actor": {"id": "d-7", "role": "dealer"}},
            {**asked.settle(), "command_id": command["command_id"]},
            [command, asked.buy_in()],
        ):
            problem = expect_problem(table.send(other), "other-body")
            assert command["command_id"] in problem["detail"]
    table.plays_on()


def test_an_id_is_one_for_the_whole_property(pit: Pit, table: Table) -> None:
    command = with_id(asked.buy_in())
    table.do(command)
    other = pit.table()
    other.open()
    with pit.nothing_stored():
        expect_problem(other.send(command), "other-body")


def test_a_refused_command_is_decided_anew(pit: Pit, table: Table) -> None:
    command = with_id(asked.place(1))
    table.refused(command)
    table.refused(command)
    table.open_round()
    first = table.send(command)
    assert first.status_code == 201
    assert same(first, table.send(command))
    assert len(pit.refusals(table.name)) == 2


def test_a_refused_id_may_come_back_with_another_body(table: Table) -> None:
    command = with_id(asked.place(1, 999))
    table.open_round()
    table.refused(command)
    assert table.do({**command, "amount": 1000})[0]["amount"] == 1000


def test_a_repeated_list_answers_as_the_first_time(pit: Pit, table: Table) -> None:
    commands = [with_id(one) for one in asked.up_to_the_house(DEALER, {1: WINS})]
    first = table.send(commands)
    assert first.status_code == 201
    table.do(asked.settle())
    with pit.nothing_stored():
        assert same(first, table.send(commands))


def test_a_part_of_a_list_is_another_body(pit: Pit, table: Table) -> None:
    commands = [with_id(asked.buy_in()), with_id(asked.buy_in())]
    assert table.send(commands).status_code == 201
    with pit.nothing_stored():
        expect_problem(table.send(commands[0]), "other-body")
        expect_problem(table.send(list(reversed(commands))), "other-body")


def test_many_at_once_with_one_id_are_done_once(pit: Pit, table: Table) -> None:
    command, head = with_id(asked.buy_in()), pit.head()
    with ThreadPoolExecutor(8) as callers:
        answers = list(callers.map(table.send, [command] * 24))
    assert all(same(answers[0], again) for again in answers)
    assert answers[0].status_code == 201
    assert pit.head() == head + 1


def test_many_at_once_without_ids_are_done_each(pit: Pit, table: Table) -> None:
    head = pit.head()
    with ThreadPoolExecutor(8) as callers:
        answers = list(callers.map(table.send, [asked.buy_in()] * 24))
    assert {answer.status_code for answer in answers} == {201}
    assert sorted(answer.json()["events"][0]["seq"] for answer in answers) == list(range(2, 26))
    assert pit.head() == head + 24
