"""A rotation at the entry: the signature is seen to there, and the first key looked up."""

import json
from types import SimpleNamespace
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from domain.commands import CommandError
from domain.messages.commands import parse_command
from services.cli.main import app
from services.desk.request import Context, stream_of
from services.entry.requests import Entry
from services.kafka.delivery import Delivery, read_delivery
from services.queries import Queries
from services.settings import read_settings
from services.transparency.notes import SigningKey
from services.transparency.rotation import endorse
from tests.support.transparency.keys import ORIGIN, key, rotation

FIRST, SECOND, THIRD = (key(number) for number in range(1, 4))
PLAY: Final = {"command": "buy_in", "table": "PG01", "seat": 1, "amount": 500}


class Sealed(Queries):
    """The books of a house whose log is sealed."""

    def __init__(self) -> None:
        """Without a database."""
        self.asked: list[str] = []

    def first_seal_key(self, origin: str) -> str | None:
        self.asked.append(origin)
        return str(FIRST.verifier)


def entry(books: Sealed | None = None, origin: str = ORIGIN) -> Entry:
    return Entry(read_settings({}, origin=origin), books or Sealed(), None)


def problem(*told: dict[str, Any], origin: str = ORIGIN) -> tuple[str, str]:
    books = Sealed()
    with pytest.raises(CommandError) as caught:
        entry(books, origin).prepare([parse_command(one) for one in told])
    assert books.asked == []
    (one,) = caught.value.problems
    return one["where"], one["what"]


def test_a_rotation_comes_with_the_first_key() -> None:
    books = Sealed()
    request = entry(books).prepare([parse_command(rotation(FIRST, SECOND))])
    assert request.context == Context(seal_key=str(FIRST.verifier))
    assert request.streams == ("seal:keys",)
    assert books.asked == [ORIGIN]


def test_nothing_else_looks_it_up() -> None:
    books = Sealed()
    assert entry(books).prepare([parse_command(PLAY)]).context.seal_key is None
    assert books.asked == []
    assert not Entry.reads_the_books([parse_command(PLAY)])
    assert Entry.reads_the_books([parse_command(PLAY), parse_command(rotation(FIRST, SECOND))])


def test_the_old_key_has_signed_for_the_new_one() -> None:
    right = rotation(FIRST, SECOND)
    wrong = {
        "of another pair": endorse(FIRST, THIRD.verifier),
        "by another key": endorse(THIRD, SECOND.verifier),
        "by the new one": endorse(SECOND, SECOND.verifier),
        "changed": right["signature"][:20] + "x" + right["signature"][21:],
    }
    for signature in wrong.values():
        where, what = problem({**right, "signature": signature})
        assert where == "signature"
        assert str(FIRST.verifier) in what


def test_the_fields_of_a_list_are_told_apart() -> None:
    wrong = {**rotation(FIRST, SECOND), "signature": endorse(THIRD, SECOND.verifier)}
    assert problem(PLAY, wrong)[0] == "1.signature"


def test_a_key_is_the_logs_and_whole() -> None:
    where, what = problem(rotation(FIRST, SECOND), origin="house.example/other")
    assert (where, "the log is called house.example/other" in what) == ("old", True)
    for field in ("old", "new"):
        told = rotation(FIRST, SECOND)
        told[field] = told[field][:-1] + ("A" if told[field][-1] != "A" else "B")
        assert problem(told)[0] == field
    witness = SigningKey(ORIGIN, b"\x07" * 32, cosigner=True).verifier
    assert problem({**rotation(FIRST, SECOND), "new": str(witness)})[0] == "new"


def delivered(message_key: bytes | None) -> Delivery:
    value = json.dumps(rotation(FIRST, SECOND)).encode()
    record = SimpleNamespace(
        topic="c", partition=0, offset=7, key=message_key, value=value, headers=[]
    )
    return read_delivery(record, entry())


@pytest.mark.parametrize("message_key", [None, b"seal:keys"])
def test_from_the_topic_its_key_is_the_keys_stream(message_key: bytes | None) -> None:
    request = delivered(message_key).request
    assert request is not None
    assert stream_of(request.commands[0]) == "seal:keys"
    assert request.context.seal_key == str(FIRST.verifier)


def test_under_another_key_of_the_topic_it_is_rejected() -> None:
    rejected = delivered(b"PG01").rejected
    assert rejected is not None
    assert "'seal:keys'" in rejected.reason


def test_in_play_nothing_is_sealed() -> None:
    played = CliRunner().invoke(app, ["play", "-"], input=json.dumps(rotation(FIRST, SECOND)))
    assert played.exit_code == 3
    assert '"rule":"control:seal-key"' in played.stdout.replace(": ", ":")
