"""Progress of long work: a bar on a terminal, plain lines elsewhere."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Column
from rich.text import Text

_LINE_EVERY_SECONDS: Final = 2.0
_BAR_WIDTH: Final = 16


class Counting(Protocol):
    """Something that is notified how far the work is."""

    def __call__(self, done: int) -> None: ...


@contextmanager
def progress(what: str, total: int) -> Iterator[Counting]:
    """Shown on standard error, so that output can be piped."""
    if sys.stderr.isatty():
        with progress_bar(what, Console(stderr=True)) as bar:
            task = bar.add_task(what, total=total)
            yield lambda done: bar.update(task, completed=done)
        return
    yield _Lines(what, total)


def progress_bar(what: str, console: Console) -> Progress:
    """What is done gives way where a line is short: bar, count, rate and time are always seen."""
    return Progress(
        TextColumn(what, table_column=Column(no_wrap=True, overflow="ellipsis", ratio=1)),
        BarColumn(bar_width=_BAR_WIDTH, table_column=Column(min_width=_BAR_WIDTH)),
        _kept(MofNCompleteColumn),
        _kept(_Rate),
        _kept(TimeRemainingColumn),
        console=console,
        transient=True,
        expand=True,
    )


def _kept(column: type[ProgressColumn]) -> ProgressColumn:
    return column(table_column=Column(no_wrap=True))


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed or 0:,.0f}/s")


class _Lines:
    def __init__(self, what: str, total: int) -> None:
        self._what = what
        self._total = total
        self._began = self._told = time.monotonic()
        self._over = False

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        over, self._over = self._over, done == self._total
        if not over and (self._over or now - self._told >= _LINE_EVERY_SECONDS):
            self._told = now
            rate = done / max(now - self._began, 1e-9)
            left = (self._total - done) / rate if rate else 0
            told = f"{self._what}: {done} of {self._total}, {rate:,.0f}/s, {left:.0f} s left"
            print(told, file=sys.stderr, flush=True)
