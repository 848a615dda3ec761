"""Events as bytes: what is written can be read, and what must not be cannot be written."""

import json
from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest

from domain.events import Event, encode, topic_of
from domain.events.books import ComplaintMade, DisputeHeld, DisputeRuled, VigorishOwed
from domain.events.corrections import RollCorrected, WagerCorrected
from domain.events.day import AlertAcknowledged, AlertRaised, DayClosed
from domain.events.envelope import Posting, RoundEvent, RoundPosting
from domain.events.meter import MeterEvent, MeterOpened
from domain.events.round import BetsClosed, RoundOpened, WagerPlaced, WagerSettled
from domain.events.seal import SealKeyRotated
from domain.events.table import ChipsBought
from domain.games.pai_gow.messages.events import DealCorrected, SettingCorrected, TilesDealt
from domain.hosting import evolve
from domain.messages import events as codec
from domain.messages.events import EVENT_TYPES, UnknownEvent, decode
from domain.meter.evolve import evolve_meter
from domain.meter.state import Meter
from domain.money import ACCOUNTS, Unbalanced
from tests.support.domain.asked import open_round, open_table, place, void_round
from tests.support.domain.craps import AN_EVENING
from tests.support.domain.given import given, history, new_table, when
from tests.support.domain.stories import EVENINGS

COMMAND_ID: Final = "6f1c1f9e-2d55-4f5e-9a65-0f1f0c9a1b11"
STORY: Final = history(*EVENINGS, *AN_EVENING)

FIRST_KEYS: Final = [
    *("event", "version", "key", "seq", "table", "session", "round"),
    *("day", "shift", "at", "recorded", "actor", "command_id", "rule"),
]
"""In the order of the contract's example, with the shift of the day."""
OF_OTHER_STORIES: Final[tuple[type[Event], ...]] = (
    *(DayClosed, AlertRaised, AlertAcknowledged, ComplaintMade, DisputeHeld, DisputeRuled),
    *(WagerCorrected, RollCorrected, DealCorrected, SettingCorrected, SealKeyRotated),
)
"""Told where a day is closed, a mistake put right, a dispute ruled and a key changed."""
TOLD_HERE: Final = [kind for kind in EVENT_TYPES if kind not in OF_OTHER_STORIES]
OF_A_FINISHED_ROUND: Final = (VigorishOwed, ComplaintMade, DisputeHeld, DisputeRuled)


def as_written(event: Event) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(encode(event))
    return content


def example(kind: type[Event]) -> Event:
    return next(event for event in STORY.events if type(event) is kind)


def test_the_story_tells_every_kind_of_event() -> None:
    assert {type(event) for event in STORY.events} == set(TOLD_HERE)


@pytest.mark.parametrize("kind", TOLD_HERE)
def test_an_event_read_back_is_the_event_that_was_written(kind: type[Event]) -> None:
    for event in STORY.events:
        if type(event) is kind:
            again = decode(topic_of(event), encode(event))
            assert again == event
            assert type(again) is kind
            assert encode(again) == encode(event)


@pytest.mark.parametrize("kind", TOLD_HERE)
def test_an_event_begins_with_the_envelope_of_the_contract(kind: type[Event]) -> None:
    written = as_written(example(kind))
    assert list(written)[: len(FIRST_KEYS)] == FIRST_KEYS
    assert (written["event"], written["version"]) == (kind.__name__, kind.VERSION)


def test_a_placed_wager_is_written_as_the_contract_shows_it() -> None:
    [event] = when(given(open_table(), open_round()), place(2, 2500)).events
    written = as_written(event)
    shown = {"seat": 2, "wager": "pai_gow", "amount": 2500, "player": "seat-2"}
    assert list(written)[len(FIRST_KEYS) :][:4] == list(shown)
    assert shown.items() <= written.items()
    assert (written["key"], written["seq"], written["round"]) == ("PG01", 3, "PG01-1-1")
    assert (written["day"], written["at"]) == ("2026-11-15", "2026-11-15T20:00:00Z")


def test_events_are_numbered_without_a_gap_and_name_their_stream() -> None:
    streams = {"PG01": "table", "meter:M1": "meter"}
    assert {(event.key, event.STREAM) for event in STORY.events} == set(streams.items())
    for key in streams:
        seqs = [event.seq for event in STORY.events if event.key == key]
        assert seqs == list(range(1, len(seqs) + 1))
    assert {event.table for event in STORY.events} == {"PG01"}
    sessions = [event.session or 0 for event in STORY.events]
    assert sessions == sorted(sessions)
    assert set(sessions) == {1, 2, 3, 4, 5}


def test_an_event_names_its_round_exactly_if_it_belongs_to_one() -> None:
    for event in STORY.events:
        of_round = isinstance(event, RoundEvent | RoundPosting)
        caused = isinstance(event, MeterEvent) and not isinstance(event, MeterOpened)
        about = caused or isinstance(event, OF_A_FINISHED_ROUND)
        assert (event.OF_ROUND, event.round is not None) == (of_round, of_round or about), event


@pytest.mark.parametrize("kind", EVENT_TYPES)
def test_the_version_of_a_kind_is_the_version_its_events_carry(kind: type[Event]) -> None:
    defaults = {field.name: field.default for field in msgspec.structs.fields(kind)}
    assert defaults["version"] == kind.VERSION
    assert topic_of(kind) == f"pitledger.{kind.__name__}.v{kind.VERSION}"


def test_topics_are_distinct() -> None:
    assert len({topic_of(kind) for kind in EVENT_TYPES}) == len(EVENT_TYPES)


@pytest.mark.parametrize(
    "entries",
    [
        {"tray": 100},
        {"tray": 100, "win": -99},
        {"tray": 1, "win": 1},
        {"tray": 100, "pocket": -100},
        {"pocket": 0},
    ],
)
def test_an_event_that_does_not_balance_can_neither_be_built_nor_read(
    entries: dict[str, int],
) -> None:
    with pytest.raises(Unbalanced):
        ChipsBought(seat=1, amount=100, kind="cash", entries=entries)
    written = as_written(example(ChipsBought)) | {"entries": entries}
    with pytest.raises(msgspec.ValidationError, match=r"balance|account"):
        decode(topic_of(ChipsBought), json.dumps(written).encode())


def test_every_posting_of_the_story_balances_over_known_accounts() -> None:
    postings = STORY.all(Posting)
    assert {account for event in postings for account in event.entries} <= ACCOUNTS
    assert all(sum(event.entries.values()) == 0 for event in postings)


@pytest.mark.parametrize("kind", TOLD_HERE)
def test_an_event_cannot_be_changed(kind: type[Event]) -> None:
    event = example(kind)
    for field in msgspec.structs.fields(kind):
        with pytest.raises(AttributeError):
            setattr(event, field.name, None)


def test_bytes_of_another_kind_of_event_are_not_taken_for_this_one() -> None:
    with pytest.raises(msgspec.ValidationError):
        decode(topic_of(BetsClosed), encode(example(RoundOpened)))


@pytest.mark.parametrize("missing", ["seat", "entries", "outcome"])
def test_an_event_with_a_field_missing_is_not_read(missing: str) -> None:
    written = as_written(example(WagerSettled))
    del written[missing]
    with pytest.raises(msgspec.ValidationError, match=missing):
        decode(topic_of(WagerSettled), json.dumps(written).encode())


@pytest.mark.parametrize("topic", ["pitledger.WagerPlaced.v0", "pitledger.Nothing.v1", ""])
def test_an_unknown_topic_is_not_guessed_at(topic: str) -> None:
    with pytest.raises(UnknownEvent, match="no event is known as"):
        decode(topic, encode(example(WagerPlaced)))


def test_an_old_event_is_lifted_version_by_version_until_it_is_current(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lift(old: int, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        topic = f"pitledger.WagerPlaced.v{old}"
        lifted = {"version": old + 1}
        monkeypatch.setitem(codec.UPCASTERS, topic, lambda content: change(content) | lifted)

    lift(-1, lambda content: {**content, "seat": content["area"]})
    lift(0, lambda content: {**content, "coupon": 0, "total": content["amount"]})
    now = example(WagerPlaced)
    assert isinstance(now, WagerPlaced)
    older = as_written(now) | {"version": -1, "area": now.seat}
    del older["coupon"], older["total"], older["seat"]
    read = decode("pitledger.WagerPlaced.v-1", json.dumps(older).encode())
    assert read == msgspec.structs.replace(now, coupon=0, total=now.amount)


def test_folding_the_stored_bytes_gives_the_table_that_was_decided_on() -> None:
    table, meter = new_table(), Meter(name="M1")
    for event in STORY.events:
        again = decode(topic_of(event), encode(event))
        if isinstance(again, MeterEvent):
            meter = evolve_meter(meter, again)
        else:
            table = evolve(table, again)
    assert (table, meter) == (STORY.table, STORY.meter)


def test_an_event_out_of_its_place_in_the_stream_is_not_folded() -> None:
    with pytest.raises(AssertionError, match="does not follow"):
        evolve(new_table(), STORY.events[1])


def test_dealt_tiles_are_told_by_position() -> None:
    dealt = as_written(example(TilesDealt))
    assert list(dealt["hands"]) == ["dealer", "1", "2", "4", "5", "dead"]
    assert dealt["start"] == "dealer"


def test_who_asked_and_which_command_are_told_with_every_event_it_made() -> None:
    told = {"actor": {"id": "d7", "role": "dealer"}, "command_id": COMMAND_ID}
    betting = given(open_table(), open_round(), place(1), place(2))
    made = [as_written(event) for event in when(betting, void_round() | told).events]
    assert [event["event"] for event in made] == ["WagerSettled", "WagerSettled", "RoundVoided"]
    assert all(told.items() <= event.items() for event in made)
    assert as_written(STORY.events[0])["actor"] is None
