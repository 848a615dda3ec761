"""What waits for somebody, all over the house, and where it is answered."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from domain.gaming_day import parse_moment
from projections.days import DayRow, status_of
from projections.floor.view import TableView
from projections.slips import Slip
from services.projector.standing import Standing
from services.queries import BrokenRow

SLIP_LATE: Final = timedelta(minutes=30)
"""A fill or credit that takes longer has been forgotten, or its chips are on the way somewhere."""
LAG_SECONDS: Final = 5.0
"""What is older than this is no longer what happens now."""
_MOST_NAMED: Final = 6


class Named(NamedTuple):
    """One of the things that wait, and the page it is on."""

    text: str
    address: str


class Wait(NamedTuple):
    """Things of one kind that wait."""

    kind: str
    words: str
    address: str
    named: tuple[Named, ...]
    more: int
    """Beside those that are named."""
    grave: bool = False
    """The figures themselves cannot be trusted until it is mended."""


def of_tables(tables: Iterable[TableView]) -> Iterator[Wait]:
    """Exceptions, complaints and boxes, table by table."""
    tables = list(tables)
    raised = {row.table: len(row.exceptions) for row in tables if row.exceptions}
    yield from _wait(
        "exceptions",
        sum(raised.values()),
        ("exception is open", "exceptions are open"),
        "/exceptions",
        [Named(f"{name} ({many})", f"/exceptions?table={name}") for name, many in raised.items()],
    )
    for held, kind, words in (
        (True, "disputes", ("dispute is on hold", "disputes are on hold")),
        (False, "complaints", ("complaint waits to be heard", "complaints wait to be heard")),
    ):
        found = [one for row in tables for one in row.complaints if one.held == held]
        named = [Named(one.round, f"/rounds/{one.round}") for one in found]
        yield from _wait(kind, len(found), words, "/exceptions", named)
    boxes = {row.table: len(row.boxes) for row in tables if row.boxes}
    yield from _wait(
        "boxes",
        sum(boxes.values()),
        ("drop box is not counted", "drop boxes are not counted"),
        "/count",
        [Named(f"{name} ({many})", f"/tables/{name}#boxes") for name, many in boxes.items()],
    )


def of_slips(slips: Iterable[Slip], now: datetime) -> Iterator[Wait]:
    """Fills and credits that somebody should have finished."""
    late = [
        slip for slip in slips if slip.pending and now - parse_moment(slip.steps[-1].at) > SLIP_LATE
    ]
    late_for = f"under way for over {SLIP_LATE // timedelta(minutes=1)} min"
    yield from _wait(
        "slips",
        len(late),
        (f"slip is {late_for}", f"slips are {late_for}"),
        f"/tables/{late[0].table}#slips" if late else "",
        [Named(f"{one.slip} at {one.table}", f"/tables/{one.table}#slips") for one in late],
    )


def of_days(days: list[DayRow], with_books: Iterable[str], today: str) -> Iterator[Wait]:
    """Days that are over and not closed, and figures that left their limits."""
    past = sorted((day for day in with_books if day < today), reverse=True)
    statuses = [(day, status_of(day, days)) for day in past]
    left = [(day, status) for day, status in statuses if status != "audited"]
    yield from _wait(
        "days",
        len(left),
        ("day is not closed for good", "days are not closed for good"),
        f"/days/{left[0][0]}" if left else "",
        [Named(f"{day}: {status}", f"/days/{day}") for day, status in left],
    )
    alerts = [(row.day, one) for row in days for one in row.alerts if one.open]
    yield from _wait(
        "limits",
        len(alerts),
        ("figure has passed its control limits", "figures have passed their control limits"),
        f"/days/{alerts[-1][0]}" if alerts else "",
        [Named(f"{one.table or one.game} {day}", f"/days/{day}") for day, one in alerts],
    )


def of_read_models(
    lags: Iterable[Standing], stopped: Iterable[str], broken: Iterable[BrokenRow]
) -> Iterator[Wait]:
    """Figures that are not what the log says."""
    stopped = list(stopped)
    late = [one for one in lags if one.seconds > LAG_SECONDS and one.projection not in stopped]
    yield from _wait(
        "stopped",
        len(stopped),
        ("read model is stopped", "read models are stopped"),
        "/system",
        [Named(name, "/system") for name in stopped],
        grave=True,
    )
    yield from _wait(
        "behind",
        len(late),
        ("read model is behind", "read models are behind"),
        "/system",
        [Named(f"{one.projection}, {one.seconds:.0f} s", "/system") for one in late],
        grave=True,
    )
    rows = [Named(one.table, "/system") for one in broken]
    words = ("table cannot be shown", "tables cannot be shown")
    yield from _wait("broken", len(rows), words, "/system", rows, grave=True)


def _wait(  # noqa: PLR0913  one line of the strip
    kind: str,
    many: int,
    words: tuple[str, str],
    address: str,
    named: list[Named],
    *,
    grave: bool = False,
) -> Iterator[Wait]:
    """Nothing where nothing waits."""
    if many:
        told = f"{many:,} {words[0] if many == 1 else words[1]}"
        shown = tuple(named[:_MOST_NAMED])
        yield Wait(kind, told, address, shown, len(named) - len(shown), grave)
