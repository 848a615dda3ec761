"""What a table takes now, in detail: what somebody who works at it picks from."""

import msgspec

from domain.hosting import in_play, options
from domain.options import Option
from projections.floor.row import TableRow


class NextView(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a table at one place in its stream."""

    table: str
    session: int
    round: str | None
    phase: str
    seq: int
    options: tuple[Option, ...]
    """In the order they would be reached for."""


def next_view(row: TableRow) -> NextView:
    """No hand is among it: whoever sets one without sight of it names its pieces."""
    table = row.state
    playing = table.open_round()
    return NextView(
        table=table.name,
        session=table.session,
        round=None if playing is None else playing.id,
        phase=in_play(table).phase if table.is_open else "closed",
        seq=row.seq,
        options=options(table),
    )
