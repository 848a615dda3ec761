"""The key that seals the log gives way to the next: in turn, once, and by whose duty it is."""

from typing import Any, Final

import pytest

from domain.commands import CommandError
from domain.commands.seal import RotateKey
from domain.controls import DUTIES, PROOF, SEAL_KEY
from domain.events import encode, topic_of
from domain.events.envelope import Stamp
from domain.events.seal import SealEvent, SealKeyRotated
from domain.key_names import SEAL_KEYS, key_name
from domain.messages.commands import parse_command
from domain.messages.events import decode
from domain.proofs import Proofs
from domain.refusals import Refused
from domain.roles import ROLES
from domain.seal.decide import decide_rotation
from domain.seal.evolve import evolve_keys
from domain.seal.state import SealKeys
from projections import all_projections
from projections.projection import folded
from services.explain import Narrator
from tests.support.transparency.keys import ORIGIN, key, rotated, rotation

FIRST, SECOND, THIRD = (key(number) for number in range(1, 4))
AUDITOR: Final = {"id": "ada", "role": "auditor"}


class KeyRing:
    """The keys of one log, changed one after another."""

    def __init__(self, first: str | None = str(FIRST.verifier)) -> None:
        self.keys = SealKeys()
        self.first = first

    def ask(self, asked: dict[str, Any], **stamp: Any) -> list[SealEvent]:
        command = parse_command(asked)
        assert isinstance(command, RotateKey)
        at = "2026-11-15T20:00:00Z"
        told = {"at": at, "recorded": at, "day": "2026-11-15", "shift": 2, "command_id": "c-1"}
        given = Stamp(**{**told, "actor": asked.get("actor"), "seal_key": self.first, **stamp})
        decided = decide_rotation(self.keys, command, given)
        self.keys = decided.keys
        return decided.events

    def refused(self, rule: str, asked: dict[str, Any], **stamp: Any) -> str:
        before = self.keys
        with pytest.raises(Refused) as refusal:
            self.ask(asked, **stamp)
        assert (refusal.value.rule, self.keys) == (rule, before)
        return refusal.value.reason


def test_a_rotation_is_an_event_of_the_keys_own_stream() -> None:
    ring = KeyRing()
    (event,) = ring.ask(rotation(FIRST, SECOND, actor=AUDITOR))
    assert isinstance(event, SealKeyRotated)
    assert (event.key, event.seq, event.STREAM) == (SEAL_KEYS, 1, "seal")
    assert (event.table, event.session, event.round) == (None, None, None)
    assert (event.day, event.shift, event.actor) == ("2026-11-15", 2, AUDITOR)
    assert (event.old, event.new) == (str(FIRST.verifier), str(SECOND.verifier))
    assert decode(topic_of(event), encode(event)) == event
    (second,) = ring.ask(rotation(SECOND, THIRD))
    assert second.seq == 2
    assert ring.keys.in_force == {ORIGIN: str(THIRD.verifier)}
    assert ring.keys.used == tuple(str(one.verifier) for one in (FIRST, SECOND, THIRD))


def test_only_the_key_in_force_gives_way() -> None:
    ring = KeyRing()
    reason = ring.refused(SEAL_KEY, rotation(SECOND, THIRD))
    assert f"{SECOND.verifier} was never in force" in reason
    assert f"in force is {FIRST.verifier}" in reason
    ring.ask(rotation(FIRST, SECOND))
    assert "was in force before" in ring.refused(SEAL_KEY, rotation(FIRST, THIRD))
    assert "was in force before" in ring.refused(SEAL_KEY, rotation(FIRST, SECOND))


def test_no_key_comes_back() -> None:
    ring = KeyRing()
    ring.ask(rotation(FIRST, SECOND))
    assert "make another key" in ring.refused(SEAL_KEY, rotation(SECOND, FIRST))
    ring.ask(rotation(SECOND, THIRD))
    assert "make another key" in ring.refused(SEAL_KEY, rotation(THIRD, FIRST))


def test_before_anything_is_sealed_no_key_gives_way() -> None:
    reason = KeyRing(first=None).refused(SEAL_KEY, rotation(FIRST, SECOND))
    assert f"nothing is sealed as {ORIGIN} yet" in reason


def test_a_log_of_another_name_has_a_key_of_its_own() -> None:
    ring = KeyRing()
    ring.ask(rotation(FIRST, SECOND))
    name = "house.example/second"
    old, new = key(1, name), key(2, name)
    assert "nothing is sealed" in ring.refused(SEAL_KEY, rotation(old, new), seal_key=None)
    ring.ask(rotation(old, new), seal_key=str(old.verifier))
    assert ring.keys.in_force == {ORIGIN: str(SECOND.verifier), name: str(new.verifier)}


def test_under_full_controls_an_auditor_changes_it() -> None:
    for role in ROLES:
        asked = rotation(FIRST, SECOND, actor={"id": "x", "role": role})
        if role == "auditor":
            assert KeyRing().ask(asked, controls="full")
        else:
            assert role in KeyRing().refused(DUTIES, asked, controls="full")
        assert KeyRing().ask(asked)
    assert "`actor`" in KeyRing().refused(DUTIES, rotation(FIRST, SECOND), controls="full")


def test_a_proof_that_proves_nothing_is_refused() -> None:
    wrong = Proofs(wrong="the proof of dana expired")
    assert "expired" in KeyRing().refused(PROOF, rotation(FIRST, SECOND), proofs=wrong)


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"table": "PG01"}, "table"),
        ({"old": "house.example/pit"}, "old"),
        ({"old": f"a b{FIRST.verifier}"}, "old"),
        ({"old": f"{'x' * 120}{FIRST.verifier}"}, "old"),
        ({"new": str(FIRST.verifier)}, "new"),
        ({"new": str(key(2, "house.example/other").verifier)}, "new"),
        ({"signature": "x"}, "signature"),
        ({"signature": None}, "signature"),
        ({"reason": ""}, "reason"),
        ({"reason": "x" * 201}, "reason"),
        ({"key": "PRIVATE+KEY+x"}, "key"),
    ],
    ids=str,
)
def test_what_the_command_alone_shows_to_be_wrong(more: dict[str, Any], where: str) -> None:
    with pytest.raises(CommandError) as caught:
        parse_command({**rotation(FIRST, SECOND), **more})
    assert [one["where"] for one in caught.value.problems] == [where]


def test_an_event_out_of_turn_is_not_folded() -> None:
    with pytest.raises(AssertionError, match="does not follow"):
        evolve_keys(SealKeys(), rotated(FIRST, SECOND, seq=2))


def test_a_keys_name_is_the_logs() -> None:
    assert key_name(str(FIRST.verifier)) == ORIGIN


def test_no_read_model_cares() -> None:
    event = rotated(FIRST, SECOND, seq=1, day="2026-11-15", at="2026-11-15T20:00:00Z")
    assert all(folded(one, [event]) == {} for one in all_projections())


def test_it_is_told_in_words() -> None:
    event = rotated(FIRST, SECOND, seq=1, actor=AUDITOR)
    told = (
        f"The log is sealed with another key from here on, {SECOND.verifier} (ada, auditor);"
        f" the one before, {FIRST.verifier}, signed for it: once a year."
    )
    assert Narrator().tell(event) == [told]
