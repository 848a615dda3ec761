"""Pages for streams that are behind: few are read at once, each once for all who wait for it."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from domain.commands.fields import Actor
from services.http import log_pages
from services.http.log_pages import _MOST_KEPT, PAGE, READ_AT_ONCE, LogPage, LogPages
from services.store.ledger import Logged

END = 100_000


class Store:
    """Answers when it is told to."""

    def __init__(self, last: int = END) -> None:
        self.last = last
        self.asked: list[int] = []
        self.reading = 0
        self.most_reading = 0
        self.opened = asyncio.Event()
        self.error: Exception | None = None

    async def read(self, after: int, actor: Actor | None) -> LogPage:
        self.asked.append(after)
        self.reading += 1
        self.most_reading = max(self.most_reading, self.reading)
        await self.opened.wait()
        self.reading -= 1
        if self.error is not None:
            raise self.error
        logged = [
            Logged(position, "event.X", b"")
            for position in range(after + 1, min(after + PAGE, self.last) + 1)
        ]
        return LogPage.of(logged, [b"%d " % entry.position for entry in logged])


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No page is let go while a test is still at it."""
    monkeypatch.setattr(log_pages, "_KEPT_SECONDS", 600.0)


def within(run: Callable[[Store, LogPages], Awaitable[None]]) -> None:
    async def running() -> None:
        store = Store()
        await run(store, LogPages(store.read))

    asyncio.run(running())


async def a_while() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_a_page_is_cut_after_what_was_seen() -> None:
    logged = [Logged(position, "event.X", b"") for position in (4, 5, 6)]
    page = LogPage.of(logged, [b"four", b"five", b"six"])
    rest = {position: page.after(position) for position in (0, 3, 4, 5, 6, 9)}
    assert rest == {
        0: b"fourfivesix", 3: b"fourfivesix", 4: b"fivesix", 5: b"six", 6: b"", 9: b"",
    }  # fmt: skip
    assert page.last() == 6


def test_few_pages_are_read_at_once_and_each_once_for_all() -> None:
    async def run(store: Store, pages: LogPages) -> None:
        waiting = [
            pages.behind(place * PAGE + offset, END, None, None)
            for place in range(50)
            for offset in (0, 7, PAGE - 1)
        ]
        await a_while()
        assert store.reading == READ_AT_ONCE
        store.opened.set()
        found = await asyncio.gather(*waiting)
        assert store.most_reading == READ_AT_ONCE
        assert store.asked == [place * PAGE for place in range(50)]
        for number, page in enumerate(found):
            assert page is not None
            assert page.last() == (number // 3 + 1) * PAGE

    within(run)


def test_what_another_may_see_is_read_for_them_alone() -> None:
    async def run(store: Store, pages: LogPages) -> None:
        store.opened.set()
        await asyncio.gather(*(pages.behind(0, END, sight, None) for sight in ("all", "less")))
        assert store.asked == [0, 0]

    within(run)


def test_a_full_page_is_kept_for_those_who_come_a_moment_later() -> None:
    async def run(store: Store, pages: LogPages) -> None:
        store.opened.set()
        first = await pages.behind(0, END, None, None)
        assert await pages.behind(3, END, None, None) is first
        assert store.asked == [0]

    within(run)


def test_no_more_than_a_few_pages_are_kept() -> None:
    async def run(store: Store, pages: LogPages) -> None:
        store.opened.set()
        places = [place * PAGE for place in range(_MOST_KEPT + 1)]
        for place in places:
            await pages.behind(place, END, None, None)
        for place in reversed(places):
            await pages.behind(place, END, None, None)
        assert store.asked == [*places, 0]

    within(run)


def test_the_end_of_the_log_is_read_anew_and_no_more_of_it_than_is_missing() -> None:
    async def run(store: Store, pages: LogPages) -> None:
        store.opened.set()
        for grown in (1, 2):
            store.last = END + grown
            page = await pages.behind(END - 3, store.last, None, None)
            assert page is not None
            assert (page.positions[0], page.last()) == (END - 2, END + grown)
        assert store.asked == [END - 3] * 2

    within(run)


def test_a_page_that_nobody_waits_for_any_more_is_not_read() -> None:
    async def run(store: Store, pages: LogPages) -> None:
        held = [pages.behind(place * PAGE, END, None, None) for place in range(READ_AT_ONCE)]
        left = pages.behind(20 * PAGE, END, None, None)
        wanted = pages.behind(30 * PAGE, END, None, None)
        await a_while()
        left.cancel()
        store.opened.set()
        await asyncio.gather(*held, wanted)
        assert 20 * PAGE not in store.asked
        assert await pages.behind(20 * PAGE, END, None, None) is not None

    within(run)


def test_a_page_that_cannot_be_read_is_told_to_all_and_read_again() -> None:
    async def run(store: Store, pages: LogPages) -> None:
        store.opened.set()
        store.error = OSError("the archive is away")
        waiting = [pages.behind(0, END, None, None) for _ in range(2)]
        for one in waiting:
            with pytest.raises(OSError, match="away"):
                await one
        store.error = None
        assert await pages.behind(0, END, None, None) is not None

    within(run)
