"""A list is done as one: all of it or nothing of it."""

from uuid import uuid4

from tests.support.domain import asked
from tests.support.http.playing import DEALER, LIMITS, WINS, Pit, Table, expect_problem, names


def test_an_accepted_list_answers_with_all_its_events(table: Table) -> None:
    commands = [*asked.up_to_the_house(DEALER, {1: WINS}), asked.settle()]
    events = table.do_as_one(*commands)
    assert names(events)[0] == "RoundOpened"
    assert names(events)[-1] == "RoundClosed"
    assert [event["seq"] for event in events] == list(range(2, 2 + len(events)))


def test_a_refused_third_command_leaves_nothing_of_the_first_two(pit: Pit, table: Table) -> None:
    wagers = [asked.place(1), asked.place(2), asked.place(3, 999)]
    table.open_round()
    with pit.nothing_stored():
        problem = table.refused(wagers)
    assert (problem["index"], problem["command"]) == (2, "place_wager")
    assert problem["table"] == table.name
    assert "999" in problem["reason"]
    table.do_as_one(*wagers[:2])
    assert [wager["seat"] for wager in _placed(pit, table)] == [1, 2]


def _placed(pit: Pit, table: Table) -> list[dict[str, int]]:
    found: list[dict[str, int]] = pit.read(f"/v1/rounds/{table.name}-1-1")["placed"]
    return found


def test_the_first_refusal_is_the_one_told(pit: Pit, table: Table) -> None:
    with pit.nothing_stored():
        problem = table.refused([asked.buy_in(), asked.settle(), asked.roll()])
    assert (problem["index"], problem["command"]) == (1, "settle")


def test_a_list_over_two_tables_stands_or_falls_as_one(pit: Pit, table: Table) -> None:
    other = pit.table()
    other.open()
    there = {**asked.buy_in(), "table": other.name}
    here = {**asked.settle(), "table": table.name}
    with pit.nothing_stored():
        response = pit.http.post("/v1/commands", json=[there, here])
    problem = expect_problem(response, "refused")
    assert (problem["index"], problem["table"]) == (1, table.name)
    table.plays_on()
    other.plays_on()


def test_a_table_may_be_opened_and_played_in_one_request(pit: Pit) -> None:
    table = pit.table()
    opening = {**asked.open_table(limits=LIMITS), "table": table.name}
    events = table.do_as_one(opening, asked.open_round(), asked.place(1), asked.void_round())
    assert names(events) == [
        *("TableOpened", "RoundOpened", "WagerPlaced", "WagerSettled", "RoundVoided"),
    ]


def test_a_wrong_command_in_a_list_is_told_by_its_place(pit: Pit, table: Table) -> None:
    with pit.nothing_stored():
        response = table.send([asked.buy_in(), asked.buy_in(25), asked.buy_in(1, -5)])
    problem = expect_problem(response, "invalid-command")
    assert [error["where"] for error in problem["errors"]] == ["1.seat"]


def test_one_id_cannot_stand_for_two_commands(pit: Pit, table: Table) -> None:
    command = {**asked.buy_in(), "command_id": str(uuid4())}
    with pit.nothing_stored():
        problem = expect_problem(table.send([command, command]), "invalid-command")
    assert problem["errors"] == [{"where": "command_id", "what": "used twice in one request"}]


def test_a_list_has_its_length(pit: Pit, table: Table) -> None:
    assert len(table.do_as_one(*[asked.buy_in()] * 200)) == 200
    with pit.nothing_stored():
        problem = expect_problem(table.send([asked.buy_in()] * 201), "invalid-command")
    assert "201" in problem["detail"]
