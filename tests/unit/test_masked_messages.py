"""What goes out on the masked topic: every event in its place, and nothing that gives a hand away."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from domain.events import Event, encode, topic_of
from domain.events.envelope import ShowsPieces
from domain.events.table import TableOpened
from domain.games.pai_gow.messages.events import HandSet, HouseSet
from domain.unseen import MASK
from projections.currency.fold import is_cash
from services.kafka.masked import MASKED, as_masked
from services.kafka.relay import CannotPublish
from services.kafka.sending import Message, Row, as_message
from services.sight import WITH_CASH, WITH_HANDS
from services.tools.simulator import Floor
from tests.support.domain.salted import NAMED, WRITTEN, examples, played_floor

SOURCE: Final = "/pitledger/house"
OTHERS: Final = "X"
"""In the place of every piece: what was there is not to be seen by what goes out."""


@cache
def history() -> tuple[Event, ...]:
    """Floors of every game with what people there do, and every example for what is rare."""
    start = datetime(2026, 11, 15, 18, tzinfo=UTC)
    floors = [
        Floor(tables=22, rounds=2, seed=seed, start=start, tables_of={"craps": 2})
        for seed in (1, 2)
    ]
    told = [event for floor in floors for event in played_floor(floor)]
    return (*told, *(event for one in examples() for event in one.events))


def row_of(event: Event, position: int = 7) -> Row:
    return position, event.key, event.seq, topic_of(event), encode(event)


@cache
def sent() -> tuple[tuple[Event, Message], ...]:
    return tuple(
        (event, as_masked(row_of(event, at), SOURCE)) for at, event in enumerate(history(), 1)
    )


def told(message: Message) -> dict[str, str]:
    return {name: value.decode() for name, value in message.headers}


def test_no_piece_no_salt_and_no_players_cash_goes_out() -> None:
    kinds = set()
    for event, message in sent():
        if not isinstance(event, TableOpened):  # its pieces are rules that were filed
            assert not NAMED.search(message.value), message.value
        assert not WRITTEN.search(message.value), message.value
        content = json.loads(message.value)
        if is_cash(event):
            assert content["player"] == MASK
        kinds.add(type(event))
    assert {*WITH_HANDS, *WITH_CASH} <= kinds


def test_what_is_hidden_changes_nothing_of_what_goes_out() -> None:
    """However pieces, salt and player are, the message is the same: it can tell nothing of them."""
    changed = 0
    for event, message in sent():
        other = otherwise(event)
        if other is not event:
            assert encode(other) != encode(event)
            assert as_masked(row_of(other, message.position), SOURCE) == message
            changed += 1
    assert changed > 500


def otherwise(event: Event) -> Event:
    """The same moment with other pieces, another salt, or another player's cash."""
    if is_cash(event):
        return replace(event, player="somebody-else")
    if not isinstance(event, ShowsPieces):
        return event
    told: dict[str, Any] = msgspec.to_builtins(event)
    for name in ("high", "low", "was_high", "was_low"):
        if name in told:
            told[name] = [OTHERS for _ in told[name]]
    if "hands" in told:
        told["hands"] = {place: [OTHERS] * len(told["hands"][place]) for place in told["hands"]}
    if isinstance(event, HandSet | HouseSet):
        told["by_exception"] = event.by_exception is msgspec.UNSET
    return msgspec.convert({**told, "salt": "0" * 32}, type(event))


def test_every_event_goes_out_in_its_place_and_whole_but_for_what_is_masked() -> None:
    for event, message in sent():
        before, after = json.loads(encode(event)), json.loads(message.value)
        hidden = {name for name in before if before[name] != after.get(name)}
        assert after.keys() == before.keys() - {"by_exception"} or not hidden
        assert hidden <= {
            "high", "low", "was_high", "was_low", "hands", "salt", "by_exception", "player",
        }  # fmt: skip
        assert (message.key, after["key"], after["seq"]) == (event.key, event.key, event.seq)
        headers_then = told(message)
        assert (MASKED in headers_then) == bool(hidden)
        headers_then.pop(MASKED, None)
        stored = as_message(row_of(event, message.position), SOURCE).headers
        assert headers_then == {name: value.decode() for name, value in stored}


def test_what_is_not_masked_are_the_stored_bytes() -> None:
    plain = [(event, one) for event, one in sent() if MASKED not in told(one)]
    assert len(plain) > len(history()) / 2
    assert all(one.value == encode(event) for event, one in plain)


def test_its_schema_takes_it_and_takes_nothing_that_shows_a_hand(root: Path) -> None:
    written = json.loads((root / "deploy/schemas/events.masked.v1.json").read_text())
    for event, message in examples_of_each():
        schema = Draft202012Validator(
            {**written["$defs"][type(event).__name__], "$defs": written["$defs"]}
        )
        schema.validate(json.loads(message.value))
        if MASKED in told(message):
            assert not schema.is_valid(json.loads(encode(event)))


def examples_of_each() -> Iterator[tuple[Event, Message]]:
    """Thirty of each kind at most: a schema is slow."""
    seen: dict[type[Event], int] = {}
    for event, message in sent():
        seen[type(event)] = seen.get(type(event), 0) + 1
        if seen[type(event)] <= 30:
            yield event, message


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        ("pitledger.Nothing.v1", b'{"event":"Nothing","high":["6-6"]}'),
        ("pitledger.HandSet.v1", b'{"event":"HandSet","high":"6-6"}'),
        ("pitledger.HandSet.v1", b"\xff"),
    ],
)
def test_what_cannot_be_read_does_not_go_out(kind: str, state: bytes) -> None:
    with pytest.raises(CannotPublish, match=r"^PG01/3 at 9 cannot be masked, so neither it nor"):
        as_masked((9, "PG01", 3, kind, state), SOURCE)
