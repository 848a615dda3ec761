"""What the database says of the keys, when somebody has changed it or lost it."""

from pathlib import Path

import pytest

from domain.events import encode, topic_of
from domain.messages.commands import parse_command
from services.store.ledger import Ledger
from services.transparency.kept_keys import first_key, keep_history, known_keys
from services.transparency.key_file import read_keys
from services.transparency.key_history import BrokenHistory
from services.transparency.notes import SigningKey
from tests.support.store.databases import tampering
from tests.support.store.playing import running
from tests.support.transparency.house import House, made_by
from tests.support.transparency.keys import ORIGIN, key, rotated

FOREIGN = (
    "INSERT INTO pitledger_seal_keys (vkey, since_size, signature)"
    f" VALUES ('{key(9).verifier}', 5, 'x')"
)


@pytest.fixture
def house(ledger: Ledger, tmp_path: Path) -> House:
    return House(ledger, tmp_path / "house.key")


@pytest.fixture
def keys(house: House) -> list[SigningKey]:
    """One that was in force, and one that is: event 1 is the rotation."""
    (first,) = read_keys(house.file)
    house.seal(0)
    second = house.next(first)
    with running(house.ledger) as desk:
        command = parse_command(house.rotation(first, second))
        desk.submit(house.entry().prepare([command])).result(10)
    house.seal()
    return [first, second]


def execute(house: House, statement: str, *parameters: object) -> None:
    with tampering(house.ledger) as conn:
        conn.execute(statement.encode(), parameters)


def test_what_is_lost_beside_the_log_is_found_in_it(house: House, keys: list[SigningKey]) -> None:
    before = known_keys(house.ledger.datastore)
    execute(house, "DELETE FROM pitledger_seal_keys")
    assert [one.verifier for one in house.signers(2)] == [keys[1].verifier]
    after = known_keys(house.ledger.datastore)
    assert [one[:4] for one in after] == [one[:4] for one in before]


def test_what_is_lost_in_the_log_is_found_beside_it(house: House, keys: list[SigningKey]) -> None:
    """As when its oldest events have gone to the archive."""
    before = known_keys(house.ledger.datastore)
    execute(house, "DELETE FROM pitledger_events")
    assert known_keys(house.ledger.datastore) == before
    assert [one.verifier for one in house.signers(2)] == [keys[1].verifier]


def test_without_a_rotation_the_oldest_checkpoint_tells_the_first(house: House) -> None:
    (first,) = read_keys(house.file)
    house.seal(5)
    house.next(first)  # a rotation that was cut short
    execute(house, "DELETE FROM pitledger_seal_keys")
    assert made_by(house.seal(7), first) == [first.verifier]
    assert [(one.key, one.since) for one in known_keys(house.ledger.datastore)] == [
        (first.verifier, 5)
    ]


def test_a_key_that_signed_nothing_is_not_taken_for_the_first(house: House, tmp_path: Path) -> None:
    house.seal(5)
    execute(house, "DELETE FROM pitledger_seal_keys")
    with pytest.raises(BrokenHistory, match="size 5 is signed by another key"):
        House(house.ledger, tmp_path / "other.key").signers(7)
    assert known_keys(house.ledger.datastore) == []


@pytest.mark.parametrize("note", ["x", "house.example/pit\n5\n", "house.example/pit\n\n"])
def test_a_checkpoint_that_somebody_broke_tells_nothing(house: House, note: str) -> None:
    house.seal(5)
    execute(house, "DELETE FROM pitledger_seal_keys")
    execute(house, "UPDATE pitledger_checkpoints SET note = %s", f"{ORIGIN}\n{note}")
    with pytest.raises(BrokenHistory, match="size 5 is signed by another key"):
        house.signers(7)


@pytest.mark.parametrize(
    "change",
    [
        "state = 'x'",
        "topic = 'pitledger.Nothing.v1'",
        "state = replace(encode(state, 'escape'), '\"recorded\":\"2', '\"recorded\":\"x')::bytea",
    ],
)
def test_a_rotation_that_cannot_be_read_is_told(
    house: House, keys: list[SigningKey], change: str
) -> None:
    assert keys
    execute(house, f"UPDATE pitledger_events SET {change}")
    with pytest.raises(BrokenHistory, match="event 1 cannot be read"):
        known_keys(house.ledger.datastore)


def test_two_that_seal_for_the_first_time_agree(house: House) -> None:
    for number in (1, 2):
        keep_history(house.ledger, ORIGIN, [key(number).verifier], upto=0)
        execute(
            house,
            "INSERT INTO pitledger_seal_keys (vkey, since_size) VALUES (%s, 0)"
            " ON CONFLICT DO NOTHING",
            str(key(3).verifier),
        )
    (known,) = known_keys(house.ledger.datastore)
    assert known.key == key(1).verifier
    assert first_key(house.ledger.datastore, ORIGIN) == str(key(1).verifier)


def test_a_rotation_that_somebody_put_into_the_log_is_not_followed(
    house: House, keys: list[SigningKey]
) -> None:
    """By SQL, with the owner's rights: the signature is that of a key of his own."""
    forged = rotated(key(8), key(9), seq=2, recorded="2026-11-15T20:00:00Z")
    execute(
        house,
        "INSERT INTO pitledger_events (originator_id, originator_version, topic, state,"
        " notification_id) VALUES ('seal:keys', 2, %s, %s, 2)",
        topic_of(forged),
        encode(forged),
    )
    for ask in (lambda: house.signers(2), lambda: known_keys(house.ledger.datastore)):
        with pytest.raises(BrokenHistory, match="signed by another key"):
            ask()
    # What stands before it is still known to who has to sign no further.
    assert [one.verifier for one in house.signers(1)] == [keys[1].verifier]


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE pitledger_seal_keys SET since_size = 7 WHERE signature IS NOT NULL", "otherwise"),
        ("UPDATE pitledger_seal_keys SET signature = 'x' WHERE since_size = 1", "otherwise"),
        ("UPDATE pitledger_seal_keys SET vkey = vkey || 'x' WHERE since_size = 0", "kept as a key"),
        ("DELETE FROM pitledger_seal_keys WHERE since_size = 0", "no key is known before"),
        (FOREIGN, "did not sign"),
    ],
)
def test_what_somebody_changed_beside_the_log_is_found(
    house: House, keys: list[SigningKey], statement: str, why: str
) -> None:
    assert keys
    execute(house, statement)
    with pytest.raises(BrokenHistory, match=why):
        known_keys(house.ledger.datastore)
