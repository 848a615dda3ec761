"""Work shared out by stream: who has which, and processes that fail are told of at once."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from services.runtime.by_stream import Processes, Share, Work, WorkerDied


def count(pages: Iterator[bytes], add: int) -> bytes:
    return str(sum(map(len, pages)) + add).encode()


def fail(pages: Iterator[bytes], _: int) -> bytes:
    raise LookupError(f"no use for {next(pages)!r}")


def be_killed(pages: Iterator[bytes], _: int) -> bytes:
    next(pages)
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


def leave_early(pages: Iterator[bytes], _: int) -> bytes:
    return next(pages)


@contextmanager
def processes(number: int, work: Work) -> Iterator[Processes[int]]:
    made = Processes(number, work, 100, name="counted", read=int)
    try:
        yield made
    finally:
        made.end()
    assert not multiprocessing.active_children()


def give_on(one: Processes[int]) -> None:
    """As long as it takes somebody."""
    for _ in range(100_000):
        one.give(0, b"12")


def test_each_answers_for_its_own_pages() -> None:
    with processes(2, count) as both:
        for page in (b"a", b"bc"):
            both.give(0, page)
        both.give(1, b"def")
        assert both.answers() == [103, 103]


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (fail, "LookupError: no use for b'12'"),
        (be_killed, "a process that counted was killed by SIGKILL"),
        (leave_early, "a process that counted ended too early"),
    ],
)
def test_one_that_fails_ends_it_for_whoever_gives_it_more(work: Work, said: str) -> None:
    with processes(1, work) as one, pytest.raises(WorkerDied, match=said):
        give_on(one)


def test_a_stream_stays_with_its_owner_and_new_ones_go_to_who_has_least() -> None:
    share = Share(2)
    keys = ("a", "a", "b", "c", "a", "b", "c", "d")
    assert [share.owner(key) for key in keys] == [0, 0, 1, 1, 0, 1, 1, 0]
