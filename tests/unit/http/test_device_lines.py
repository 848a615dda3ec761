"""Lines of a device: what is one, what is answered, and what cannot even be answered."""

import json
from typing import Any
from uuid import UUID

import pytest

from domain.messages.commands import parse_command
from services.desk.request import Origin, make_request
from services.http.device import IDS
from services.http.device_lines import (
    MOST_NUMBER,
    MOST_UNANSWERED,
    LineOfWork,
    NotALine,
    Numbers,
    events_line,
    problem_line,
    read_line,
)
from services.http.problems import Problem
from tests.support.domain import asked

ROLL = {"command": "roll", "dice": [1, 2, 3]}


def test_a_line_is_a_number_and_the_body_of_a_request() -> None:
    one = read_line(json.dumps({"number": 7, "command": ROLL}))
    assert (one.number, json.loads(one.body), one.wrong) == (7, ROLL, None)
    several = read_line(json.dumps({"commands": [ROLL, ROLL], "number": MOST_NUMBER}, indent=2))
    assert (several.number, json.loads(several.body)) == (MOST_NUMBER, [ROLL, ROLL])
    one.require_form()


def test_what_stands_there_is_read_as_it_stands() -> None:
    """What is wrong with a command is for the reader of commands to say, as over HTTP."""
    written = '{"command":"roll","command":"deal","dice":[1,2,  3]}'
    assert read_line(f'{{"number":1,"command": {written} }}').body == written.encode()
    assert read_line('{"number":1,"command":5}').body == b"5"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"number":3}', "either `command` or `commands`"),
        ('{"number":3,"command":{},"commands":[]}', "either `command` or `commands`"),
        ('{"number":3,"command":[]}', "several stand in `commands`"),
        ('{"number":3,"commands":{}}', "one alone stands in `command`"),
        ('{"number":3,"command":{},"table":"PG01"}', "table"),
        ('{"number":3,"command":{"a":1},"command":{"a":2}}', "'command' stands there twice"),
        ('{"number":3,"commands":[],"x":1,"commands":[]}', "'commands' stands there twice"),
    ],
)
def test_a_line_of_another_form_can_be_answered(text: str, what: str) -> None:
    line = read_line(text)
    assert line.number == 3
    with pytest.raises(Problem) as wrong:
        line.require_form()
    assert wrong.value.kind == "invalid-request"
    assert what in wrong.value.more["errors"][0]["what"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", 1007),
        ("{", 1007),
        ("roll", 1007),
        ('{"number":1}{', 1007),
        ('{"number":1,"command":' + "[" * 100_000, 1007),
        ("5", 1008),
        ("[]", 1008),
        ("{}", 1008),
        ('{"number":0,"command":{}}', 1008),
        ('{"number":-1}', 1008),
        ('{"number":1.5}', 1008),
        ('{"number":"1"}', 1008),
        ('{"number":true}', 1008),
        (f'{{"number":{MOST_NUMBER + 1}}}', 1008),
    ],
)
def test_without_a_number_it_cannot_be_answered(text: str, code: int) -> None:
    with pytest.raises(NotALine) as wrong:
        read_line(text)
    assert wrong.value.code == code
    assert "number" in wrong.value.reason


def test_answers_carry_the_number_and_the_very_bytes() -> None:
    stored = [b'{"event":"A", "x":1}', '{"event":"Ä"}'.encode()]
    text = events_line(12, stored)
    assert text == '{"number":12,"status":200,"events":[{"event":"A", "x":1},{"event":"Ä"}]}'
    told = json.loads(problem_line(3, Problem("refused", "no", rule="r", refusal="WrongMoment")))
    assert (told["number"], told["status"]) == (3, 409)
    assert told["problem"]["type"] == "urn:pitledger:problem:refused"
    assert told["problem"]["rule"] == "r"
    assert "refusal" not in told["problem"]


def test_the_first_lines_of_a_connection_may_have_come_before() -> None:
    numbers = Numbers()
    first = 1000
    again = [numbers.take(first + n) for n in range(MOST_UNANSWERED + 10)]
    assert again == [True] * MOST_UNANSWERED + [False] * 10
    assert numbers.take(first + MOST_UNANSWERED + 9)
    assert numbers.take(1)
    assert not numbers.take(first + MOST_UNANSWERED + 10)


def test_lines_are_counted_up_by_one() -> None:
    numbers = Numbers()
    numbers.take(5)
    with pytest.raises(Problem, match="after 5 comes 6"):
        numbers.take(7)
    assert numbers.take(6)


def test_a_line_that_was_not_done_holds_up_those_behind_it() -> None:
    numbers = Numbers()
    for number in range(1, 5):
        numbers.take(number)
    numbers.answer(1, 409)
    numbers.answer(2, 503)
    numbers.answer(3, 503)
    for number in (3, 4, 5):
        with pytest.raises(Problem, match="line 2 was not done; send it again first") as problem:
            numbers.take(number)
        assert problem.value.kind == "busy"
        numbers.answer(number, 503)
    assert numbers.take(1)
    for number in (2, 3, 4, 5, 6):
        assert numbers.take(number)


def ids_of(*commands: dict[str, Any], place: str = "device/ann/a/1") -> tuple[UUID, ...]:
    told = [parse_command({**one, "table": "PG01"}) for one in commands]
    return make_request(told, Origin(place, namespace=IDS)).ids


def test_a_line_makes_ids_of_its_place() -> None:
    line = LineOfWork("ann", "a")
    assert line.place(1) == "device/ann/a/1"
    both = ids_of(asked.buy_in(), asked.buy_in())
    assert both == ids_of(asked.buy_in(), asked.buy_in())
    assert len({*both, *ids_of(asked.buy_in(), place=line.place(2))}) == 3
    # For all time: a device may send a line again after an upgrade.
    assert both[0] == UUID("5eb66969-b165-54b0-9d19-76170e632735")


def test_a_line_is_known_also_where_its_commands_have_ids() -> None:
    own = UUID("00000000-0000-4000-8000-000000000001")
    told = parse_command({**asked.buy_in(), "table": "PG01", "command_id": str(own)})
    (place_id,) = ids_of(asked.buy_in())
    origin = Origin("device/ann/a/1", may_be_again=True, namespace=IDS)
    request = make_request([told], origin)
    assert (request.ids, request.place_id) == ((own,), place_id)
    assert (request.delivery, request.again) == ("device/ann/a/1", True)
    assert request.claims == (own, place_id)
    assert make_request([told]).claims == (own,)
    assert make_request([told], Origin("topic/0/1")).claims == (own,)
