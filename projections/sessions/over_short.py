"""What the counts of a session found over or short, on the day on which each came to light.

The events post what was counted out of the tray and out of the box; what that does not explain
stays behind on their accounts. It is known when the count is told, and changes when an amount is
corrected: each time by so much, in the gaming day that was open then, as everything is posted.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from domain.events import Event
from domain.events import books as of_books
from domain.events import table as of_table
from domain.events.corrections import EntryCorrected
from domain.messages.events import kinds_of
from domain.table.evolve_corrected import into_the_box, into_the_tray
from projections.sessions.period import Period
from projections.sessions.row import OverShort, SessionRow

TELLING: Final = kinds_of(
    of_table.TableOpened,
    of_table.TrayCounted,
    of_table.TableClosed,
    of_table.DropCounted,
    of_books.VigorishOwed,
    EntryCorrected,
)
"""What can show a difference, or change one that was shown."""


def with_over_short(before: SessionRow, after: SessionRow, event: Event) -> SessionRow:
    """The session with what one of these events showed of it."""
    if isinstance(event, EntryCorrected) and event.late:
        moved = _by_late(before.periods, event)
    else:
        was, now = _found(before.periods), _found(after.periods)
        moved = {what: now[what] - was[what] for what in now}
    shown = tuple(
        OverShort(day=event.day, shift=event.shift, what=what, cents=cents)
        for what, cents in moved.items()
        if cents
    )
    return replace(after, over_short=(*after.over_short, *shown)) if shown else after


def _found(periods: Iterable[Period]) -> dict[str, int]:
    """Over above zero, short below; of what is not counted yet nothing is known."""
    periods = list(periods)
    return {
        "opener": sum(period.discrepancy or 0 for period in periods),
        "tray": sum(period.variance for period in periods if period.upto is not None),
        "drop": sum(
            box.counted - box.estimated
            for period in periods
            for box in period.boxes
            if box.counted is not None
        ),
    }


def _by_late(periods: Iterable[Period], event: EntryCorrected) -> dict[str, int]:
    """Audited figures stay as they are. All of them were counted, so that what is corrected makes
    so much more or less of a difference at once."""
    more = event.amount - event.was
    begun = next(period for period in periods if period.number == event.period)
    held = begun.number == 1 and begun.last_closer is not None
    opener = {"last_closer": -more, "opener": more if held else 0}
    return {
        "opener": opener.get(event.what, 0),
        "tray": -into_the_tray(event),
        "drop": more if event.what == "drop" else -into_the_box(event),
    }
