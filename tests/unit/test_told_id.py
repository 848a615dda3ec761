"""The id of a command that cannot be read: found in whatever is JSON and names one alone."""

import json
from typing import Final
from uuid import UUID

import pytest

from domain.commands import CommandError
from domain.commands.reading import read_json
from domain.commands.told_id import told_id
from domain.messages.commands import parse_command

ID: Final = UUID("0f9d6e2c-6b1f-4d1e-9a53-0c4f2d8f7a11")
_NAMED: Final = f'"command_id":"{ID}"'
UNREADABLE: Final[dict[str, str]] = {
    "an unknown command": f'{{{_NAMED},"command":"shuffle"}}',
    "no command": f"{{{_NAMED}}}",
    "an extra field": f'{{{_NAMED},"command":"settle","colour":"red"}}',
    "a wrong type": f'{{{_NAMED},"command":"buy_in","seat":"1"}}',
    "a key twice": f'{{{_NAMED},"seat":1,"seat":2}}',
    "a nought in a text": f'{{{_NAMED},"command":"a\\u0000"}}',
    "half a surrogate": f'{{{_NAMED},"command":"\\ud800"}}',
    "an endless number": f'{{{_NAMED},"amount":1{"0" * 9000}}}',
    "an infinite number": f'{{{_NAMED},"amount":1e999}}',
    "deeper than commands are": f'{{{_NAMED},"deep":{"[" * 30}{"]" * 30}}}',
    "more values than a request holds": f'{{{_NAMED},"many":[{"0," * 150_000}0]}}',
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_it_is_found(name: str) -> None:
    with pytest.raises(CommandError) as wrong:
        parse_command(UNREADABLE[name])
    assert wrong.value.command_id == ID


@pytest.mark.parametrize(
    "body",
    [
        '{"command":"shuffle"}',
        '{"command":"shuffle","command_id":"one"}',
        '{"command":"shuffle","command_id":7}',
        f'{{{_NAMED},"command_id":"{UUID(int=0)}"}}',
        f'{{{_NAMED},"many":[{"0," * 150_000}0],{_NAMED}}}',
        f"{{{_NAMED}",
        f'{{"inside":{{{_NAMED}}}}}',
    ],
)
def test_what_names_none_has_none(body: str) -> None:
    with pytest.raises(CommandError) as wrong:
        parse_command(body)
    assert wrong.value.command_id is None


def test_of_a_list_it_is_that_of_the_one_that_is_wrong() -> None:
    body = json.dumps([{"command": "settle"}, {"command_id": str(ID), "seats": 10**30}])
    with pytest.raises(CommandError) as wrong:
        read_json(body)
    assert wrong.value.command_id == ID


def test_bytes_that_are_no_text_have_none() -> None:
    assert told_id(b'{"command_id":"\xff"}') is None
