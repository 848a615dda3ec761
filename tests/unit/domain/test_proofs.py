"""Who signs, carries or supervises has proved it: decided by the rules, on what the desk knows."""

from typing import Any, Final

import pytest

from domain.controls import PROOF
from domain.events.envelope import Stamp
from domain.messages.commands import COMMANDS, parse_command
from domain.proofs import Person, Proofs
from domain.proving import refuse_wrong_proofs, require_proofs
from domain.refusals import BooksRefuse

DANA: Final = Person("dana", "dealer")
FRANK: Final = Person("frank", "floorperson")
COUNT: Final = {
    "command": "count_tray",
    "table": "PG01",
    "inventory": 5,
    "signatures": [DANA._asdict(), FRANK._asdict()],
}


def stamp(proofs: Proofs | None, actor: Person | None = FRANK) -> Stamp:
    at = "2026-11-15T20:00:00Z"
    who = None if actor is None else actor._asdict()
    return Stamp(at=at, recorded=at, day="2026-11-15", actor=who, proofs=proofs)


def check(told: dict[str, Any], proofs: Proofs | None, actor: Person | None = FRANK) -> str | None:
    try:
        require_proofs(parse_command(told), stamp(proofs, actor))
    except BooksRefuse as refused:
        return str(refused)
    return None


def test_where_nobody_signs_in_nothing_is_proved() -> None:
    assert check(COUNT, None) is None
    assert check(COUNT, None, None) is None


def test_the_actor_and_those_who_proved_it_have_signed_in() -> None:
    assert check(COUNT, Proofs((DANA,))) is None
    assert check(COUNT, Proofs((DANA, FRANK)), Person("ada", "auditor")) is None
    refused = check(COUNT, Proofs((DANA,)), DANA) or ""
    assert refused.startswith("frank signs with a proof")
    assert refused.endswith(f"[{PROOF}]")
    assert "dana signs with a proof" in (check(COUNT, Proofs()) or "")


@pytest.mark.parametrize("who", ["Dana", "dana ", "DANA"])
def test_a_name_is_the_tokens_to_the_letter(who: str) -> None:
    told = {**COUNT, "signatures": [{"id": who, "role": "dealer"}]}
    assert check(told, Proofs((DANA,))) is not None


@pytest.mark.parametrize(
    ("person", "lawful"),
    [
        (Person("pat", "pit_manager"), True),
        (Person("pat", "floorperson"), True),
        (Person("pat", "dealer"), False),
        (Person("pat", "surveillance"), False),
    ],
)
def test_a_supervisor_supervises(person: Person, lawful: bool) -> None:
    told = {"command": "correct_entry", "table": "PG01", "entry": 1, "amount": 1}
    reason = check({**told, "reason": "why", "supervisor": "pat"}, Proofs((person,)))
    assert (reason is None) == lawful


def test_somebody_with_two_roles_signs_in_either() -> None:
    two = Proofs((Person("dana", "cage"), DANA))
    assert check(COUNT, two) is None


def test_a_wrong_proof_is_refused_whatever_it_was_for() -> None:
    refuse_wrong_proofs(stamp(None))
    refuse_wrong_proofs(stamp(Proofs((DANA,))))
    with pytest.raises(BooksRefuse, match="the proof of dana expired"):
        refuse_wrong_proofs(stamp(Proofs((DANA,), "the proof of dana expired")))


def test_every_command_that_names_somebody_is_looked_at() -> None:
    """A field for one more person to answer for something belongs into `require_proofs`."""
    known = {"signatures", "supervisor", "carrier"}
    of_a_key = {"signature"}
    schemas = COMMANDS.json_schema()["$defs"].values()
    names = {name for schema in schemas for name in schema.get("properties", ())}
    assert known <= names
    people = {"signature", "supervis", "carrie", "witness", "escort", "sign"}
    assert {one for one in names if any(part in one for part in people)} == known | of_a_key
