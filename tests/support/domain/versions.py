"""Tables that were opened before a rule was mended, and are played on by the version they name."""

from msgspec.structs import replace

from domain.events import Event
from domain.events.table import TableOpened
from domain.hosting import Table, evolve
from tests.support.domain.asked import Asked
from tests.support.domain.given import history, new_table


def opened_under_the_first(opening: Asked) -> Table:
    """As if the opening had been recorded by version 1 of its regulation."""
    return opened_under(1, opening)


def opened_under_the_second(opening: Asked) -> Table:
    """The same of version 2."""
    return opened_under(2, opening)


def opened_under(version: int, opening: Asked) -> Table:
    table = new_table()
    for event in history(opening).events:
        table = evolve(table, _by(version, event))
    return table


def _by(version: int, event: Event) -> Event:
    if not isinstance(event, TableOpened):
        return event
    return replace(event, regulation=f"{event.regulation.partition('@')[0]}@{version}")
