"""Server-sent events: nothing lost, nothing twice, and an end when the server stops."""

import time
from collections.abc import Iterator

import pytest

from services.bootstrap import Service
from services.settings import Settings
from tests.support.domain import asked
from tests.support.http.playing import WINS, Pit, Table, names
from tests.support.http.serving import Served, listening, served


def test_events_come_with_ids_as_they_happen(pit: Pit, table: Table) -> None:
    head = pit.head()
    with listening(pit.http) as stream:
        made = table.play_round({1: WINS})
        messages = stream.until("RoundClosed")
    assert [message.id for message in messages] == [str(head + n) for n in range(1, len(made) + 1)]
    assert [message.name for message in messages] == names(made)
    for message, event in zip(messages, made, strict=True):
        assert (message.data["key"], message.data["seq"]) == (event["key"], event["seq"])


def test_the_stream_says_what_the_log_says(pit: Pit, table: Table) -> None:
    head = pit.head()
    table.play_round({1: WINS})
    log = pit.events_since(head)
    with listening(pit.http, last_id=head) as stream:
        assert [message.data for message in stream.take(len(log))] == log


def test_last_event_id_goes_on_without_loss_or_repeat(pit: Pit, table: Table) -> None:
    head = pit.head()
    made = table.play_round({1: WINS})
    seen: list[str] = []
    position = head
    while len(seen) < len(made):
        with listening(pit.http, last_id=position) as stream:
            messages = stream.take(min(3, len(made) - len(seen)))
        seen += [message.id for message in messages]
        position = int(seen[-1])
        if len(seen) == 3:
            made += table.play_round({1: WINS})
    assert seen == [str(head + n) for n in range(1, len(made) + 1)]


def test_a_long_history_is_sent_in_order(pit: Pit, table: Table) -> None:
    """More than one page of the log."""
    head = pit.head()
    for _ in range(6):
        table.do_as_one(*[asked.buy_in()] * 200)
    with listening(pit.http, last_id=head) as stream:
        messages = stream.take(1200)
    assert [message.id for message in messages] == [str(head + n) for n in range(1, 1201)]
    assert [message.data["seq"] for message in messages] == list(range(2, 1202))


def test_after_does_what_last_event_id_does_and_yields_to_it(pit: Pit, table: Table) -> None:
    head = pit.head()
    table.do(asked.buy_in(), asked.buy_in())
    with listening(pit.http, after=head) as stream:
        assert stream.take(1)[0].id == str(head + 1)
    with listening(pit.http, last_id=head + 1, after=head) as stream:
        assert stream.take(1)[0].id == str(head + 2)


def test_without_a_position_it_begins_now(pit: Pit, table: Table) -> None:
    table.do(asked.buy_in())
    with listening(pit.http) as stream:
        bought = table.do(asked.buy_in(6, 12_345))[0]
        assert stream.take(1)[0].data == bought


def test_two_listeners_hear_the_same(pit: Pit, table: Table) -> None:
    with listening(pit.http) as first, listening(pit.http) as second:
        table.do(asked.buy_in(), asked.buy_in())
        assert first.take(2) == second.take(2)


def test_refusals_are_not_in_the_stream(pit: Pit, table: Table) -> None:
    with listening(pit.http) as stream:
        table.refused(asked.settle())
        table.do(asked.buy_in())
        assert stream.take(1)[0].name == "ChipsBought"


def test_the_floor_is_sent_row_by_row_as_it_changes(pit: Pit, table: Table) -> None:
    pit.house.runner.catch_up()
    rows = {row["table"]: row for row in pit.get("/v1/tables")["tables"]}
    with listening(pit.http, view="floor") as stream:
        first = stream.take(len(rows))
        assert {message.data["table"]: message.data for message in first} == rows
        assert {message.name for message in first} == {"table"}
        assert all(
            message.id == f"{message.data['table']}/{message.data['seq']}" for message in first
        )
        table.buy_in()
        changed = stream.take(1)[0].data
    assert (changed["table"], changed["seq"], changed["drop_estimated"]) == (table.name, 2, 10_000)
    assert changed == table.row(2)


@pytest.fixture
def another(house: Service, settings: Settings) -> Iterator[Served]:
    """A second server on the same house, to be stopped by the test."""
    with served(house.app(), settings) as running:
        yield running


@pytest.mark.parametrize("view", ["events", "floor"])
def test_a_stream_ends_when_the_server_stops(
    another: Served, pit: Pit, table: Table, view: str
) -> None:
    pit.house.runner.catch_up()
    with listening(another.http, view=view) as stream:
        began = time.monotonic()
        another.ask_to_stop()
        rest = list(stream)
    another.wait_until_stopped()
    assert time.monotonic() - began < 9.0
    assert view == "floor" or rest == []
    table.plays_on()
