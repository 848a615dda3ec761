"""What a table's page shows: from the read models, masked as the visitor's role demands."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from domain.commands.fields import Actor
from domain.games.seam.layout import Equipment
from domain.roles import SUPERVISES
from domain.table.books import Box
from projections.floor import TableRow
from projections.floor.view import TableView, table_view
from projections.rounds.row import RoundRow
from projections.slips import Slip, Slips, slips_of
from services.http.masking import visible_round
from services.queries import Queries
from services.reports.predicates import All, Is
from services.store.ledger import Ledger
from services.web.layouts import layout_of
from services.web.replay.picture import Drawing, drawing_of, pictures_of
from services.web.replay.steps import Incomplete, replay_of

_ROUNDS: Final = 25
_SLIPS: Final = 12
_SLIP_DAYS: Final = timedelta(days=31)
DENOMINATIONS: Final = (500_000, 100_000, 50_000, 10_000, 2_500, 500, 100, 50, 25)
"""Chips that a tray is counted in; what is left over is counted in cents."""


class TablePage(NamedTuple):
    """One table as it stands."""

    view: TableView
    round: str | None
    """The one in play, else the last one."""
    drawing: Drawing | None
    """As it lies on the cloth."""
    rounds: Sequence[RoundRow]
    under_way: Sequence[Slip]
    done: Sequence[Slip]
    """Slips that were received or voided, the newest first."""
    box: Box | None
    """At the table."""
    standing: Sequence[tuple[str, object]]
    """What runs there, with its label."""
    equipment: Sequence[Equipment]
    supervisors: Sequence[str]
    """Who has acted or signed as one in this session."""


def table_page(books: Queries, ledger: Ledger, row: TableRow, actor: Actor) -> TablePage:
    view, state = table_view(row), row.state
    rounds = [visible_round(one, actor) for one in books.rounds_of(view.table, _ROUNDS)]
    slips, layout = _slips(books, view), layout_of(view.regulation)
    newest = rounds[0].round if rounds else None
    return TablePage(
        view=view,
        round=newest,
        drawing=None if newest is None else _drawing(books, ledger, newest, actor),
        rounds=rounds,
        under_way=[slip for slip in slips if slip.pending],
        done=[slip for slip in reversed(slips) if not slip.pending][:_SLIPS],
        box=state.books.box,
        standing=tuple(layout.standing(view)),
        equipment=layout.equipment(view.regulation),
        supervisors=[who for who, role in state.people.items() if role in SUPERVISES],
    )


def _drawing(books: Queries, ledger: Ledger, round_id: str, actor: Actor) -> Drawing | None:
    """After its last step, as far as the actor may see; None where it is no longer in the store."""
    logged = ledger.log_of_round(round_id)
    if not logged:
        return None
    try:
        replay = replay_of(logged, books, actor)
    except Incomplete:
        return None
    last = replay.last_of_play
    return drawing_of(pictures_of(replay)[last.number - 1], replay.opened.terms)


def _slips(books: Queries, view: TableView) -> list[Slip]:
    """By their last step."""
    since = (date.fromisoformat(view.day) - _SLIP_DAYS).isoformat()
    rows = books.rows.find(Slips(), All((Is("key", "=", view.table), Is("day", ">=", since))))
    return sorted(slips_of(rows), key=lambda slip: slip.steps[-1].seq)
