"""One table: its layout live, its chips and slips, and what each role may do at it."""

import time
from functools import cache
from typing import Final, NamedTuple

from fastapi import APIRouter, Request, Response

from domain.account.phrases import ENDED
from projections.floor.view import TableView
from services.http.problems import Problem, shorten
from services.http.reading import books, ledger_of
from services.queries import Queries, is_table_name
from services.rulebook.catalogue import example_submissions
from services.rulebook.in_force import InForce, Played, SubmissionsInForce
from services.web.frame import page
from services.web.table_actions import Offered, offered
from services.web.table_page import DENOMINATIONS, table_page
from services.web.visitor import Visiting

router = APIRouter(include_in_schema=False)
_MOST_CHOICES: Final = 40
_ALIKE_SECONDS: Final = 1.0
_PAUSE_SECONDS: Final = 0.02


class Choice(NamedTuple):
    """A submission that a table may be opened under."""

    group: str
    label: str
    json: str


@router.get("/tables/{table}")
def table_as_it_stands(table: str, request: Request, visitor: Visiting) -> Response:
    """One that was never opened is shown to whoever may open it."""
    if not is_table_name(table):
        raise Problem("not-found", f"there is no table {shorten(table)!r}")
    row = books(request).row_of(table)
    if row is not None:
        _wait_until_alike(books(request), table, row.seq)
    shown = (
        None if row is None else table_page(books(request), ledger_of(request), row, visitor.actor)
    )
    view = None if shown is None else shown.view
    offer = offered(visitor, view, table, request.app.state.settings.controls)
    if shown is None and not offer.may("open_table"):
        raise Problem("not-found", f"there is no table {table}")
    return page(
        request,
        visitor,
        "table.html",
        section="floor",
        title=f"Table {table}",
        table=table,
        shown=shown,
        said=ENDED,
        offer=offer,
        choices=_choices(request, offer, view),
        denominations=DENOMINATIONS,
        back=f"/tables/{table}",
    )


def _wait_until_alike(found: Queries, table: str, seq: int) -> None:
    """A page is loaded again when the table's row changes; its rounds and slips, which other read
    models have, may come a moment later, and nothing would ask for them again."""
    until = time.monotonic() + _ALIKE_SECONDS
    while found.projected(table) < seq and time.monotonic() < until:
        time.sleep(_PAUSE_SECONDS)


def _choices(request: Request, offer: Offered, view: TableView | None) -> list[Choice]:
    """What this table played under first, then what others do, then the examples."""
    if not offer.may("open_table"):
        return []
    table = "" if view is None else view.table
    found = [
        Choice("In force in this house", _label(one), one.json)
        for one in sorted(in_force(request), key=lambda one: table not in one.tables)
    ]
    return [*found[:_MOST_CHOICES], *_examples()]


@cache
def _examples() -> tuple[Choice, ...]:
    """They come with the build."""
    return tuple(
        Choice("Examples", f"{about.partition('. ')[0]} ({one.regulation})", InForce.told(one))
        for about, one in example_submissions()
    )


def _label(one: InForce) -> str:
    names = ", ".join(one.tables[:3]) + (" …" if len(one.tables) > 3 else "")
    return f"{one.label}: {one.words} ({names})"


def in_force(request: Request) -> list[InForce]:
    """The submissions that the tables of the house were last opened under."""
    state = request.app.state
    if not hasattr(state, "submissions_in_force"):
        state.submissions_in_force = SubmissionsInForce(state.ledger.datastore)
    found: SubmissionsInForce = state.submissions_in_force
    return found.of(Played(*one) for one in books(request).submissions_played())
