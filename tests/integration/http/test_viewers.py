"""Many viewers: the books are read once for all of them, and each sees what its role may."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from prometheus_client import REGISTRY

from projections.floor.view import TableView
from services.bootstrap import Service
from services.http.app import make_app
from services.http.log_pages import READ_AT_ONCE
from services.http.pace import Pace
from services.http.viewers import Viewer
from services.queries import Queries
from services.settings import Settings
from services.store.ledger import Ledger, Logged
from tests.integration.http.test_access import bearer, write_tokens
from tests.support.domain import asked
from tests.support.http.playing import WINS, Pit, Table, Told, expect_problem, one
from tests.support.http.serving import Served, listening, served

MANY: Final = 30


class CountingBooks(Queries):
    """How often the floor is read."""

    reads = 0

    def tables_changed(self, since: Mapping[str, int]) -> list[TableView]:
        self.reads += 1
        return super().tables_changed(since)

    looks = 0

    def all_projected(self, tables: Sequence[str]) -> dict[str, int]:
        self.looks += 1
        return super().all_projected(tables)


class CountingLedger(Ledger):
    """How often the log is read."""

    reads = 0

    def log_after(self, position: int, limit: int) -> list[Logged]:
        self.reads += 1
        return super().log_after(position, limit)


class HeldLedger(CountingLedger):
    """Whose older events are read when it is let go."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.released = threading.Event()
        self.held_before = 0
        self.at_once = self.most_at_once = 0
        self._counting = threading.Lock()

    def log_after(self, position: int, limit: int) -> list[Logged]:
        if position >= self.held_before:
            return super().log_after(position, limit)
        with self._counting:
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        assert self.released.wait(60)
        found = super().log_after(position, limit)
        with self._counting:
            self.at_once -= 1
        return found


@contextmanager
def opened(house: Service, settings: Settings, **limits: Any) -> Iterator[Served]:
    storage = house.storage
    changed = settings.model_copy(update=limits)
    app = make_app(
        settings=changed,
        desk=house.desk,
        ledger=HeldLedger(storage.ledger.datastore),
        books=CountingBooks(storage.ledger.datastore),
        checks={},
    )
    app.state.books.reads = app.state.ledger.reads = 0
    with served(app, changed) as running:
        yield running


def app_of(running: Served) -> Any:
    return running._server._app.state


def viewers(view: str) -> float:
    return REGISTRY.get_sample_value("pitledger_http_viewers", {"view": view}) or 0.0


def eventually(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until, "it never came so"
        time.sleep(0.02)


@pytest.mark.parametrize("view", ["floor", "events"])
def test_many_viewers_are_read_for_once_and_nobody_not_at_all(
    house: Service, settings: Settings, table: Table, view: str
) -> None:
    with (
        opened(house, settings) as running,
        httpx.Client(
            base_url=running.http.base_url, limits=httpx.Limits(max_connections=None)
        ) as http,
    ):
        counted = app_of(running).books if view == "floor" else app_of(running).ledger
        assert counted.reads == 0
        with ExitStack() as stack:
            streams = [stack.enter_context(listening(http, view=view)) for _ in range(MANY)]
            began, before = time.monotonic(), counted.reads
            time.sleep(1.0)
            assert 1 <= counted.reads - before <= 8 * (time.monotonic() - began)
            bought = table.buy_in()[0]
            for stream in streams:
                assert any(_tells(message.data, bought) for message in stream)
        eventually(lambda: viewers(view) == 0)
        time.sleep(0.6)
        before = counted.reads
        time.sleep(0.6)
        assert counted.reads == before


def _tells(data: Told, bought: Told) -> bool:
    return (data["table"], data["seq"]) == (bought["table"], bought["seq"])


def test_viewers_of_different_roles_see_different_things_at_once(
    house: Service, settings: Settings, table: Table, tmp_path: Path
) -> None:
    tokens = write_tokens(tmp_path / "tokens.toml")
    with opened(house, settings, auth="on", tokens=tokens) as running, ExitStack() as stack:
        url = running.http.base_url
        seen = {
            role: stack.enter_context(httpx.Client(base_url=url, headers=bearer(role)))
            for role in ("dealer", "surveillance", "auditor")
        }
        streams = {role: stack.enter_context(listening(http)) for role, http in seen.items()}
        made = table.deal_round({1: WINS})
        told = {role: [one.data for one in s.until("TilesDealt")] for role, s in streams.items()}
    assert told["surveillance"] == told["auditor"] == made
    assert set(one(told["dealer"], "TilesDealt")["hands"]["1"]) == {"??"}
    assert told["dealer"][:-1] == made[:-1]


def test_who_is_behind_catches_up_without_loss_while_tables_play(pit: Pit, table: Table) -> None:
    head = pit.head()
    others = pit.table()
    others.open()
    count = 3000

    def play() -> None:
        for _ in range(count // 100):
            table.do_as_one(*[asked.buy_in()] * 100)

    with listening(pit.http) as at_the_end:
        playing = threading.Thread(target=play)
        playing.start()
        seen: list[str] = []
        while len(seen) < count:
            position = int(seen[-1]) if seen else head + 1
            with listening(pit.http, last_id=position) as stream:
                seen += [message.id for message in stream.take(min(700, count - len(seen)))]
        live = [message.id for message in at_the_end.take(count)]
        playing.join()
    assert seen == live == [str(head + 1 + n) for n in range(1, count + 1)]


def test_many_from_the_beginning_wait_for_each_other_and_no_command_for_them(
    house: Service, settings: Settings, table: Table
) -> None:
    for _ in range(12):
        table.do_as_one(*[asked.buy_in()] * 100)
    with opened(house, settings) as running, ExitStack() as stack:
        ledger = app_of(running).ledger
        stack.callback(ledger.released.set)
        head = ledger.held_before = ledger.head()
        http = stack.enter_context(
            httpx.Client(
                base_url=running.http.base_url,
                timeout=60,
                limits=httpx.Limits(max_connections=None),
            )
        )
        begins = [place * 20 for place in range(50)]
        streams = [stack.enter_context(listening(http, last_id=begin)) for begin in begins]
        eventually(lambda: ledger.at_once == READ_AT_ONCE)
        answer = running.http.post(f"/v1/tables/{table.name}/commands", json=asked.buy_in())
        assert answer.status_code == 201
        ledger.released.set()
        for begin, stream in zip(begins, streams, strict=True):
            told = [int(message.id) for message in stream.take(head + 1 - begin)]
            assert told == list(range(begin + 1, head + 2))
        assert ledger.most_at_once == READ_AT_ONCE


def test_a_position_beyond_the_end_waits_for_it(pit: Pit, table: Table) -> None:
    with listening(pit.http, last_id=pit.head() + 2) as stream:
        table.do(asked.buy_in(), asked.buy_in())
        last = table.do(asked.buy_in(3, 700))[0]
        assert stream.take(1)[0].data == last


def test_many_who_wait_for_a_sequence_are_looked_up_for_together(
    house: Service, settings: Settings, table: Table
) -> None:
    with opened(house, settings) as running:
        books = app_of(running).books

        def wait(name: str) -> None:
            with httpx.Client(base_url=running.http.base_url, timeout=20) as http:
                expect_problem(http.get(f"/v1/tables/{name}?seq=999"), "not-projected")

        names = [table.name, *(f"NOBODY{number}" for number in range(MANY))]
        waiting = [threading.Thread(target=wait, args=(name,)) for name in names]
        for thread in waiting:
            thread.start()
        for thread in waiting:
            thread.join()
        assert 1 <= books.looks <= 300  # each by itself would look a hundred times


def test_so_many_may_watch_and_the_next_is_told(house: Service, settings: Settings) -> None:
    with opened(house, settings, viewers=2) as running:
        with listening(running.http, view="floor") as first, listening(running.http) as other:
            assert all((first, other))  # kept, or the client would hang up
            assert (viewers("floor"), viewers("events")) == (1, 1)
            response = running.http.get("/v1/stream")
            assert "2 streams" in expect_problem(response, "full")["detail"]
            assert response.headers["retry-after"] == "1"
        eventually(lambda: viewers("floor") + viewers("events") == 0)
        with listening(running.http) as other:
            assert (viewers("events"), other is not None) == (1, True)


def test_who_reads_too_slowly_is_dropped() -> None:
    slow = Viewer(Pace())
    ended = []
    for _ in range(41):
        slow.offer(b"x")
        ended.append(slow.has_ended())
    assert ended == [False] * 40 + [True]
    assert not slow._waiting


def test_books_that_cannot_be_read_are_told_and_end_the_streams(
    house: Service, settings: Settings
) -> None:
    with opened(house, settings) as running:
        books = app_of(running).books
        with listening(running.http, view="floor") as stream:
            broken, books._datastore = books._datastore, None
            assert all(message.name == "table" for message in stream)
        expect_problem(running.http.get("/v1/stream?view=floor"), "internal")
        books._datastore = broken
        with listening(running.http, view="floor") as stream:
            assert (viewers("floor"), stream is not None) == (1, True)
