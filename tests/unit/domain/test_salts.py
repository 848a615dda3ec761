"""A public hash gives no hand away: what shows pieces carries a salt that nobody can guess."""

import hashlib
import itertools
import re
from pathlib import Path
from typing import Final, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

from domain.events import Event, encode, topic_of
from domain.events.envelope import ShowsPieces, Stamp
from domain.events.table import TableOpened
from domain.games.pai_gow.messages.events import HandSet, SettingCorrected
from domain.messages.events import EVENT_TYPES, decode
from projections.projection import folded
from projections.registry import all_projections
from tests.support.domain.salted import EXAMPLES, NAMED, SALT, WRITTEN, as_before, examples

OTHER: Final = bytes(range(16, 32))


CARDS: Final = EXAMPLES / "conformance/nj-pai-gow-poker"


def shown(salt: bytes | None = SALT, folder: Path = EXAMPLES) -> list[ShowsPieces]:
    played = (event for one in examples(salt, folder) for event in one.events)
    return [event for event in played if isinstance(event, ShowsPieces)]


@pytest.mark.parametrize("kind", EVENT_TYPES)
def test_an_event_that_has_room_for_pieces_has_a_salt(kind: type[Event]) -> None:
    hints = get_type_hints(kind).values()
    assert any("tuple[str, ...]" in str(hint) for hint in hints) == issubclass(kind, ShowsPieces)


def test_no_other_event_names_a_piece() -> None:
    """But an opening: exceptions to the house way are filed for all to read, and are no hands."""
    for one in examples():
        for event in one.events:
            if not isinstance(event, ShowsPieces | TableOpened):
                assert not NAMED.search(encode(event)), (one.name, event)
    assert all(NAMED.search(encode(event)) for event in shown())
    assert {type(event) for event in shown()} == {
        kind for kind in EVENT_TYPES if issubclass(kind, ShowsPieces)
    }


def test_every_place_has_a_salt_of_its_own_though_the_stamps_be_alike() -> None:
    for one in examples():
        written = [encode(event) for event in one.events if isinstance(event, ShowsPieces)]
        salts = [match[1] for state in written if (match := WRITTEN.search(state))]
        assert len(salts) == len(written)
        assert len({*salts}) == len(salts)
        assert SALT.hex().encode() not in salts


def test_two_events_of_one_command_are_salted_apart() -> None:
    """One of them may be shown while the other is not."""
    made = [command for one in examples() for command in one.commands]
    both = [
        (taken_up.salt, again.salt)
        for events in made
        for taken_up, again in itertools.pairwise(events)
        if isinstance(taken_up, SettingCorrected) and isinstance(again, HandSet)
    ]
    assert both
    assert all(first != second for first, second in both)


def test_streams_with_the_same_numbers_are_salted_apart() -> None:
    stamp = Stamp("", "", "", salt=SALT)
    places = itertools.product(("PG01", "PG0", "PG012", "meter:PG01"), (1, 2, 11, 12))
    assert len({stamp.salt_at(key, seq) for key, seq in places}) == 16


def test_other_bits_make_another_salt_and_change_nothing_else() -> None:
    salted, otherwise = shown(SALT, CARDS), shown(OTHER, CARDS)
    assert encode(salted[0]) != encode(otherwise[0])
    assert {one.salt for one in salted}.isdisjoint(one.salt for one in otherwise)
    for one, other in zip(examples(SALT, CARDS), examples(OTHER, CARDS), strict=True):
        assert list(map(as_before, one.events)) == list(map(as_before, other.events))


def test_where_nothing_is_stored_the_salt_is_null() -> None:
    assert all(b'"salt":null,' in encode(event) for event in shown(None))
    assert all(
        isinstance(event, ShowsPieces) or b'"salt"' not in encode(event)
        for one in examples(None)
        for event in one.events
    )


def test_events_stored_before_are_read_and_written_as_they_were() -> None:
    for event in shown():
        stored = as_before(event)
        assert b"salt" not in stored
        again = decode(topic_of(event), stored)
        assert isinstance(again, ShowsPieces)
        assert again.salt is msgspec.UNSET
        assert encode(again) == stored


def test_no_state_and_no_row_keeps_a_salt() -> None:
    for one, bare in zip(examples(), examples(None), strict=True):
        assert one.tables == bare.tables
        for model in all_projections():
            assert folded(model, one.events) == folded(model, bare.events)


def test_a_stamp_that_is_logged_does_not_tell_its_salt() -> None:
    stamp = Stamp("2026-11-15T20:00:00Z", "", "2026-11-15", command_id="c-1", salt=SALT)
    assert repr(stamp) == "Stamp(at='2026-11-15T20:00:00Z', day='2026-11-15', command_id='c-1')"
    assert repr(SALT) not in f"{stamp} {[stamp]} {replace(stamp, command_id='c-2')!r}"


def guessed(stored: bytes, known: HandSet) -> list[bytes]:
    """Settings that give the public hash of the event, by one who knows all but the pieces."""
    public = hashlib.sha256(b"\0" + stored).digest()
    tried = (
        replace(known, high=order[: len(known.high)], low=order[len(known.high) :], salt=salt)
        for order in itertools.permutations((*known.high, *known.low))
        for salt in (msgspec.UNSET, None)
    )
    states = map(encode, tried)
    return [state for state in states if hashlib.sha256(b"\0" + state).digest() == public]


def test_a_hand_is_guessed_from_its_hash_without_a_salt_and_not_with_one() -> None:
    """From its own four tiles, in any order: a guesser has it easier here than he ever would."""
    hand = next(event for event in shown() if isinstance(event, HandSet) and len(event.high) == 2)
    assert guessed(as_before(hand), hand) == [as_before(hand)]
    assert guessed(encode(hand), hand) == []


def test_a_salt_is_128_bits_in_hex() -> None:
    assert all(re.fullmatch("[0-9a-f]{32}", str(event.salt)) for event in shown())
