"""A key gives way to the next at the real desk, and everybody knows from where on."""

import uuid
from pathlib import Path
from typing import Any

import pytest

from domain.commands import CommandError
from domain.gaming_day import GamingDay
from domain.messages.commands import parse_command
from domain.seal.state import SealKeys
from services.desk import CommandRefused, Desk, DeskInterface
from services.store.ledger import Ledger
from services.store.streams import load_keys_in_force, load_stream, save_snapshots, table_names
from services.transparency.checkpoints import open_checkpoint
from services.transparency.kept_keys import key_in_force, known_keys, read_history
from services.transparency.key_file import read_keys
from services.transparency.keys import KeyNotHere
from services.transparency.notes import NotSigned, SigningKey
from services.transparency.sealed_log import SealedLog
from tests.support.store.databases import tampering
from tests.support.store.playing import buy_in, do, open_table, read, running
from tests.support.transparency.house import House, made_by
from tests.support.transparency.keys import ORIGIN, key


@pytest.fixture
def house(ledger: Ledger, tmp_path: Path) -> House:
    return House(ledger, tmp_path / "house.key")


def rotate(
    house: House, desk: DeskInterface, old: SigningKey, new: SigningKey, **more: Any
) -> dict[str, Any]:
    command = parse_command(house.rotation(old, new, **more))
    (event,) = read(desk.submit(house.entry().prepare([command])).result(10))
    return event


def refused(house: House, desk: Desk, old: SigningKey, new: SigningKey) -> str:
    with pytest.raises(CommandRefused) as caught:
        rotate(house, desk, old, new)
    assert caught.value.refusal.rule == "control:seal-key"
    return caught.value.refusal.reason


def sizes(house: House) -> list[tuple[str, int, int | None]]:
    known = known_keys(house.ledger.datastore)
    return [(str(one.key), one.since, one.until) for one in known]


def in_force(house: House) -> str:
    return str(key_in_force(house.ledger.datastore, house.origin))


def test_the_first_key_is_taken_on_with_the_first_checkpoint(house: House) -> None:
    datastore = house.ledger.datastore
    assert known_keys(datastore) == []
    assert key_in_force(datastore, ORIGIN) is None
    (first,) = read_keys(house.file)
    note = house.seal(0)
    assert made_by(note, first) == [first.verifier]
    assert sizes(house) == [(str(first.verifier), 0, None)]
    assert in_force(house) == str(first.verifier)
    assert key_in_force(datastore, "house.example/other") is None


def test_a_rotation_from_end_to_end(house: House) -> None:
    (first,) = read_keys(house.file)
    with running(house.ledger) as desk:
        do(desk, open_table("PG01"))
        before = house.seal()
        second = house.next(first)
        event = rotate(house, desk, first, second, actor={"id": "ada", "role": "auditor"})
        assert (event["event"], event["key"], event["seq"]) == ("SealKeyRotated", "seal:keys", 1)
        assert event["actor"] == {"id": "ada", "role": "auditor"}
        assert in_force(house) == str(first.verifier)  # until a checkpoint covers it
        covering = house.seal()
        assert in_force(house) == str(second.verifier)
        do(desk, buy_in("PG01"))
        after = house.seal()
    both = [first.verifier, second.verifier]
    assert made_by(before, first, second) == [first.verifier]
    assert made_by(covering, first, second) == both
    assert made_by(after, first, second) == [second.verifier]
    assert sizes(house) == [(str(first.verifier), 0, 2), (str(second.verifier), 2, None)]
    for sealed in SealedLog(house.ledger.datastore).all():
        checkpoint, _ = open_checkpoint(sealed.published(), both)
        history = read_history(house.ledger.datastore)
        expected = history.in_force(ORIGIN, checkpoint.size)
        assert expected is not None
        open_checkpoint(sealed.published(), [expected])
    with pytest.raises(NotSigned):
        open_checkpoint(str(after), [first.verifier])


def test_a_desk_that_starts_anew_knows_which_is_in_force(house: House) -> None:
    (first,) = read_keys(house.file)
    house.seal(0)
    second = house.next(first)
    with running(house.ledger) as desk:
        rotate(house, desk, first, second)
    third = house.next(first, second)
    with running(house.ledger) as desk:
        assert "was in force before" in refused(house, desk, first, third)
        assert "make another key" in refused(house, desk, second, first)
        rotate(house, desk, second, third)
    assert load_keys_in_force(house.ledger).in_force == {ORIGIN: str(third.verifier)}
    # Nothing was sealed meanwhile, so that the next checkpoint covers both.
    assert made_by(house.seal(), first, second, third) == [
        one.verifier for one in (first, second, third)
    ]


def test_before_anything_is_sealed_it_is_refused(house: House) -> None:
    (first,) = read_keys(house.file)
    with running(house.ledger) as desk:
        assert "nothing is sealed" in refused(house, desk, first, house.next(first))
    with house.ledger.datastore.get_connection() as conn:
        rows = conn.execute("SELECT stream, rule FROM pitledger_refusals").fetchall()
    assert [tuple(row.values()) for row in rows] == [("seal:keys", "control:seal-key")]


def test_a_stranger_who_signs_for_his_own_key_is_refused(house: House) -> None:
    house.seal(0)
    with running(house.ledger) as desk:
        assert "was never in force" in refused(house, desk, key(1), key(2))
        (first,) = read_keys(house.file)
        forged = parse_command(
            house.rotation(first, key(2))
            | {"signature": house.rotation(first, key(3))["signature"]}
        )
        with pytest.raises(CommandError, match="did not sign"):
            house.entry().prepare([forged])


@pytest.mark.parametrize("batch_size", [1, 100])
def test_of_two_at_once_one_is_recorded(house: House, batch_size: int) -> None:
    (first,) = read_keys(house.file)
    house.seal(0)
    asked = [parse_command(house.rotation(first, key(number))) for number in (1, 2)]
    desk = Desk(house.ledger, day=GamingDay(), batch_size=batch_size)
    answers = [desk.submit(house.entry().prepare([one])) for one in asked]
    desk.start()
    assert len(answers[0].result(10).events) == 1
    with pytest.raises(CommandRefused, match="was in force before"):
        answers[1].result(10)
    desk.close()
    assert load_keys_in_force(house.ledger).seq == 1


def test_of_two_desks_one_looks_again(house: House) -> None:
    (first,) = read_keys(house.file)
    house.seal(0)
    with running(house.ledger) as desk, running(house.ledger) as other:
        assert load_keys_in_force(house.ledger).seq == 0
        refused(house, desk, key(3), key(4))  # now it has the stream in hand
        rotate(house, other, first, key(1))
        assert "was in force before" in refused(house, desk, first, key(2))


def test_a_repeat_is_answered_as_the_first_time(house: House) -> None:
    (first,) = read_keys(house.file)
    house.seal(0)
    id_ = str(uuid.uuid4())
    with running(house.ledger) as desk:
        once = rotate(house, desk, first, key(1), command_id=id_)
        assert rotate(house, desk, first, key(1), command_id=id_) == once
    assert house.ledger.head() == 1


def test_a_key_that_has_to_sign_and_is_not_here_is_told(house: House) -> None:
    (first,) = read_keys(house.file)
    house.seal(0)
    with running(house.ledger) as desk:
        rotate(house, desk, first, key(1))
    with pytest.raises(KeyNotHere) as caught:
        house.seal()
    assert str(key(1).verifier) in str(caught.value)
    assert str(house.file) in str(caught.value)
    newest = SealedLog(house.ledger.datastore).newest()
    assert newest is not None
    assert newest.size == 0


def test_a_second_machine_with_a_key_of_its_own_does_not_sign(house: House, tmp_path: Path) -> None:
    house.seal(0)
    stranger = House(house.ledger, tmp_path / "other.key")
    with pytest.raises(KeyNotHere):
        stranger.signers(1)
    assert len(known_keys(house.ledger.datastore)) == 1


def test_a_log_that_gets_another_name_starts_anew_and_the_old_one_stays(
    house: House, tmp_path: Path
) -> None:
    (first,) = read_keys(house.file)
    with running(house.ledger) as desk:
        do(desk, open_table("PG01"))
        old = house.seal()
        renamed = House(house.ledger, tmp_path / "new.key", "house.example/again")
        do(desk, buy_in("PG01"))
        (fresh,) = read_keys(renamed.file)
        assert made_by(renamed.seal(), first, fresh) == [fresh.verifier]
        following = renamed.next(fresh)
        rotate(renamed, desk, fresh, following)
        assert made_by(renamed.seal(), first, fresh, following) == [
            fresh.verifier,
            following.verifier,
        ]
    assert sizes(house) == [
        (str(first.verifier), 0, None),
        (str(fresh.verifier), 2, 3),
        (str(following.verifier), 3, None),
    ]
    every = [one.key for one in known_keys(house.ledger.datastore)]
    assert open_checkpoint(str(old), every)[0].origin == ORIGIN


def test_the_keys_stream_is_no_table_and_can_be_loaded_from_a_snapshot(house: House) -> None:
    (first,) = read_keys(house.file)
    house.seal(0)
    with running(house.ledger) as desk:
        rotate(house, desk, first, key(1))
        rotate(house, desk, key(1), key(2))
    assert table_names(house.ledger) == []
    state = load_stream(house.ledger, "seal:keys")
    assert isinstance(state, SealKeys)
    save_snapshots(house.ledger, {state.key: state})
    with tampering(house.ledger) as conn:
        conn.execute("DELETE FROM pitledger_events")
    assert load_keys_in_force(house.ledger) == state
