"""A table as the pit sees it now: what the API and the pages show of its row."""

from typing import Final

import msgspec

from domain.game_library import LIBRARY
from domain.games.seam.in_play import Spot
from domain.hosting import in_play, last_place, next_commands
from domain.parts import Parts, WithParts
from domain.terms import Terms
from projections.floor import TableRow

_ADDED: Final = Parts(game.views.in_play for game in LIBRARY.games)
"""What each game alone has in play."""


class PendingSlip(msgspec.Struct, frozen=True):
    """A fill or credit that is under way."""

    slip: str
    kind: str
    step: str
    amount: int


class UncountedBox(msgspec.Struct, frozen=True):
    """A drop box off the table, and what should be in it."""

    box: int
    session: int
    period: int
    estimated: int
    carrier: str | None


class OpenException(msgspec.Struct, frozen=True):
    """A difference that nobody has answered for, by the `seq` that `acknowledge` names."""

    exception: int
    kind: str
    amount: int
    day: str
    was: int | None = None
    """Of a wager that was corrected after the deal: as it stood, and as it stands."""
    now: int | None = None


class OpenComplaint(msgspec.Struct, frozen=True):
    """A disputed round that is not decided, by the `seq` that its commands name."""

    complaint: int
    round: str
    seat: int
    player: str
    held: bool


class OwedVigorish(msgspec.Struct, frozen=True):
    """Vigorish still to be had, by the `seq` that `recover_vigorish` names."""

    owed: int
    seat: int
    player: str
    left: int


@_ADDED.added_to
class TableView(msgspec.Struct, WithParts, frozen=True, kw_only=True):
    """What is shown of a table; cents everywhere, figures of the running period."""

    table: str
    session: int
    period: int
    regulation: str
    regulation_label: str
    """As people call it; empty before the table was first opened, like the mark."""
    regulation_mark: str
    """The same where there is little room."""
    places: int
    """Betting areas of its layout, numbered from 1."""
    phase: str
    round: str | None
    day: str
    opener: int | None
    tray_expected: int
    drop_estimated: int
    win: int
    vigorish: int
    rounds: int
    banked: int
    """Of these the rounds that a player banked."""
    terms: Terms
    seats: tuple[int, ...]
    """Betting areas with something undecided."""
    wagers: tuple[Spot, ...]
    """Undecided wagers of the round."""
    slips: tuple[PendingSlip, ...]
    boxes: tuple[UncountedBox, ...]
    owed: tuple[OwedVigorish, ...]
    complaints: tuple[OpenComplaint, ...]
    exceptions: tuple[OpenException, ...]
    at: str
    seq: int
    next: tuple[str, ...]


def table_view(row: TableRow) -> TableView:
    """Everything here follows from the row; no hand of a round that is played is shown."""
    table, books = row.state, row.state.books
    game, playing = in_play(table), table.open_round()
    rules = LIBRARY.regulation(table.regulation)
    return TableView(
        table=table.name,
        session=table.session,
        period=books.period,
        regulation=table.regulation,
        regulation_label=rules.label if rules else "",
        regulation_mark=rules.mark if rules else "",
        places=last_place(table),
        phase=game.phase if table.is_open else "closed",
        round=None if playing is None else playing.id,
        day=row.day,
        opener=row.opener,
        tray_expected=table.in_tray(),
        drop_estimated=row.drop,
        win=row.win,
        vigorish=row.vigorish,
        rounds=row.rounds,
        banked=row.banked,
        terms=table.terms,
        seats=game.seats,
        wagers=game.wagers,
        slips=tuple(
            PendingSlip(number, slip.kind, slip.step, slip.amount)
            for number, slip in table.slips.items()
        ),
        boxes=tuple(
            UncountedBox(one.number, one.session, one.period, one.drop, one.carrier)
            for one in books.boxes
        ),
        owed=tuple(OwedVigorish(seq, o.seat, o.player, o.left) for seq, o in books.owed.items()),
        complaints=tuple(
            OpenComplaint(seq, one.round, one.seat, one.player, one.held)
            for seq, one in books.complaints.items()
        ),
        exceptions=tuple(
            OpenException(seq, one.kind, one.amount, one.day, one.was, one.now)
            for seq, one in books.exceptions.items()
        ),
        at=row.at,
        seq=row.seq,
        next=next_commands(table),
        **_ADDED.told(game.own),
    )
