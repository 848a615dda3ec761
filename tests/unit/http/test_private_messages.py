"""What goes with a command from one process to the other."""

from uuid import UUID

import pytest

from domain.commands.fields import Actor
from services.desk import DeskBusy, Origin
from services.desk.request_queue import DeskFailed, DeskMoved
from services.entry.tokens import Known
from services.http.command_path import Asked
from services.http.private_messages import (
    ASKED,
    NONCE,
    PROOF,
    Door,
    headers_to,
    is_proof,
    read_answer,
    read_asked,
)
from services.http.problems import PassedOn, Problem, problem_response
from services.runtime.lease import Holder

IDS = UUID("00000000-0000-4000-8000-00000000000d")
DOOR = Door("http://127.0.0.1:80", "secret")


@pytest.mark.parametrize("tables", [None, frozenset({"PG01", "PG02"}), frozenset()])
def test_a_command_arrives_as_it_was_asked(tables: frozenset[str] | None) -> None:
    known = Known(Actor(id="zoë\r\n", role="dealer"), b"hash of a token", tables)
    origin = Origin("device/zoë/a/1", may_be_again=True, namespace=IDS, is_claimed=False)
    asked = Asked(b"body", "PG01", known, origin, is_kept=True, line="device zoë/a")
    told = headers_to(DOOR, asked)
    assert all(value.isascii() and value.isprintable() for value in told.values())
    assert "hash of a token" not in str(told)
    arrived = read_asked(told[ASKED], b"body")
    assert (arrived.body, arrived.table, arrived.origin) == (b"body", "PG01", origin)
    assert (arrived.is_kept, arrived.line) == (True, asked.line)
    assert arrived.known == Known(known.actor, b"", tables)


def test_nobody_signed_in_is_nobody_there() -> None:
    told = headers_to(DOOR, Asked(b"", None, None, Origin("x/1")))
    assert read_asked(told[ASKED], b"").known is None


def test_only_who_knows_the_secret_proves_it_and_each_end_by_a_proof_of_its_own() -> None:
    told = headers_to(DOOR)
    assert is_proof(told[PROOF], "secret", told[NONCE], "client")
    assert not is_proof(told[PROOF], "secret", told[NONCE], "server")
    assert not is_proof(told[PROOF], "other", told[NONCE], "client")
    assert not is_proof(told[PROOF], "secret", "other", "client")
    assert not is_proof(None, "secret", told[NONCE], "client")
    assert not is_proof(told[PROOF], "secret", None, "client")
    assert headers_to(DOOR)[NONCE] != told[NONCE]


@pytest.mark.parametrize("url", ["http://127.0.0.1:80", "http://[::1]:80"])
def test_a_door_is_found_by_its_address(url: str) -> None:
    door = Door(url, "secret")
    assert Door.of(Holder(door.address(), 1)) == door


@pytest.mark.parametrize("address", ["", "desk://:secret@127.0.0.1:9"])
def test_who_has_none_is_told(address: str) -> None:
    with pytest.raises(DeskMoved, match="takes no commands of this version"):
        Door.of(Holder(address, 1))


def test_a_problem_is_answered_word_by_word() -> None:
    problem = Problem("refused", "x" * 20_000, rule="r", reason="ß")
    there = problem_response(problem)
    with pytest.raises(PassedOn) as passed:
        read_answer(409, {"x-other": "1"}, bytes(there.body))
    here = problem_response(passed.value)
    assert (here.status_code, here.body) == (there.status_code, there.body)
    assert here.headers == there.headers


def test_what_is_no_answer_of_ours_is_told() -> None:
    with pytest.raises(DeskFailed, match="answered 502"):
        read_answer(502, {}, b"<html>")
    with pytest.raises(DeskMoved):
        read_answer(421, {}, b"")
    busy = bytes(problem_response(Problem("busy", "full")).body)
    with pytest.raises(DeskBusy, match="full"):
        read_answer(503, {}, busy)
