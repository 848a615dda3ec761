"""A table's view says how its layout is to be drawn, and by which rules it is played."""

import pytest

from domain.hosting import decide
from domain.messages.commands import parse_command
from projections.floor import TableRow
from projections.floor.view import table_view
from tests.support.domain.asked import open_table
from tests.support.domain.given import NAME, new_table, stamp


@pytest.mark.parametrize(
    ("regulation", "label", "mark"),
    [
        ("nj-pai-gow", "New Jersey", "NJ"),
        ("md-pai-gow", "Maryland", "MD"),
        ("nj-pai-gow-poker", "New Jersey, poker", "NJ poker"),
    ],
)
def test_places_label_and_mark_come_from_the_regulation(
    regulation: str, label: str, mark: str
) -> None:
    opening = parse_command(open_table(regulation=regulation))
    table = decide(new_table(), opening, stamp({})).table
    view = table_view(TableRow(key=NAME, state=table))
    assert (view.places, view.regulation_label, view.regulation_mark) == (6, label, mark)


def test_a_table_that_was_never_opened_has_none() -> None:
    view = table_view(TableRow(key=NAME, state=new_table()))
    assert (view.places, view.regulation_label, view.regulation_mark) == (0, "", "")
