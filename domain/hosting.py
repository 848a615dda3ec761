"""A table and the game it hosts: one command to its events, one event to what stands after it.

Here, above both, the games are known; a table knows none, and no game knows another.
"""

import functools
import operator
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from domain.commands import Command
from domain.commands.books import Complain
from domain.commands.table import OpenTable
from domain.duties import check_duties
from domain.events import Event
from domain.events.envelope import ShowsPieces, Stamp
from domain.events.meter import MeterEvent
from domain.events.size import check_figures, check_size
from domain.events.table import TableOpened
from domain.game_library import LIBRARY, Library
from domain.games.seam.game import Game
from domain.games.seam.in_play import InPlay
from domain.games.seam.places import beyond
from domain.late_cash import check_late_cash
from domain.meter.evolve import evolve_meter
from domain.meter.state import Meter
from domain.options import Option, Split
from domain.proving import refuse_wrong_proofs
from domain.refusals import NotOffered
from domain.table import state
from domain.table.below_zero import with_tray_below
from domain.table.decide import DECISIONS
from domain.table.disputes import is_of_session
from domain.table.evolve import evolve_table
from domain.table.hosted import GameState
from domain.table.lawful_books import books_commands
from domain.table.opening import open_table, require_closed, require_open
from domain.table.options import table_options
from domain.table.order import after_the_last, check_opening, check_order

_ALWAYS: Final = ("buy_in", "fill", "credit", "count_tray")
"""What an open table takes at any time."""

Lawful: TypeAlias = tuple[str, ...]


if TYPE_CHECKING:
    Hosted: TypeAlias = GameState
else:
    Hosted = functools.reduce(operator.or_, (one.state for one in LIBRARY.games))


class Table(state.Table, frozen=True, kw_only=True):
    """A table as it is kept: the state of its game is of one of the games there are."""

    game: Hosted | None = None


class Decided(NamedTuple):
    """What came of a command: the table and its meter after it, and the events."""

    table: Table
    events: list[Event]
    meter: Meter | None = None


def meter_of(table: Table, command: Command, games: Library = LIBRARY) -> str | None:
    """The meter that deciding the command needs, if any."""
    regulation: str = table.regulation
    if type(command) is OpenTable:
        regulation = command.submission.regulation
    return games.by_regulation[regulation].meter_for(table, command) if regulation else None


def decide(
    table: Table,
    command: Command,
    stamp: Stamp,
    meter: Meter | None = None,
    games: Library = LIBRARY,
) -> Decided:
    """The events the command makes, in their places in their streams, and what stands after them.

    Raises Refused, with the paragraph, and leaves everything as it was.
    """
    refuse_wrong_proofs(stamp)
    if table.regulation:
        _check_place(table, command, games.by_regulation[table.regulation])
    check_duties(table, command, stamp)
    stamp = after_the_last(table, command, stamp)
    facts = _facts(table, command, stamp, meter, games)
    check_order(table, facts, stamp)
    check_opening(table, command, facts, stamp)
    check_late_cash(table, facts, stamp)
    return _concluded(table, facts, stamp, meter, games)


def decide_again(
    table: Table,
    command: Command,
    stamp: Stamp,
    meter: Meter | None = None,
    games: Library = LIBRARY,
) -> Decided:
    """What the rules make of a command that was accepted before, on the state that it found.

    Who may tell it, and how late, was asked then, by the controls of that day: it is not asked
    again. Raises Refused where the rules themselves do not take it.
    """
    stamp = replace(stamp, again=True)
    facts = _facts(table, command, stamp, meter, games)
    return _concluded(table, facts, stamp, meter, games)


def _concluded(
    table: Table, facts: list[Event], stamp: Stamp, meter: Meter | None, games: Library
) -> Decided:
    """The facts in their places; where they take the tray below zero, one of them says so."""
    decided = _take_place(table, facts, stamp, meter, games)
    if table.in_tray() >= 0 > decided.table.in_tray() and decided.table.is_open:
        facts = with_tray_below(facts, -decided.table.in_tray())
        decided = _take_place(table, facts, stamp, meter, games)
    return decided


def _take_place(
    table: Table, facts: list[Event], stamp: Stamp, meter: Meter | None, games: Library
) -> Decided:
    """The facts as events, each in its place in its stream."""
    events: list[Event] = []
    for fact in facts:
        if fact.STREAM == "meter":
            assert meter is not None
            event = _placed(fact, table, stamp, meter.key, meter.seq + 1)
            assert isinstance(event, MeterEvent)
            meter = evolve_meter(meter, event)
            check_figures(event, meter.amount)
        else:
            event = _placed(fact, table, stamp, table.name, table.seq + 1)
            table = evolve(table, event, games)
            check_figures(event, table.tray)
        check_size(event)
        events.append(event)
    return Decided(table, events, meter)


def _check_place(table: Table, command: Command, game: Game) -> None:
    if type(command) is Complain and not is_of_session(table, command.round):
        # The layout that it names a seat of was the one of that session.
        return
    last = game.last_place(table)
    place = beyond(command, last)
    if place is not None:
        reason = f"there is no seat {place} at {table.name}: its layout has seats 1 to {last}"
        raise NotOffered(game.where_seated(table), reason)


def _facts(
    table: Table, command: Command, stamp: Stamp, meter: Meter | None, games: Library
) -> list[Event]:
    """By the table where the command is its own; else by the game it hosts."""
    own = DECISIONS.get(type(command))
    if own is not None:
        return own(table, command, stamp)
    if type(command) is OpenTable:
        require_closed(table)
        submission = command.submission
        game = games.by_regulation[submission.regulation]
        if stamp.controls == "full":
            submission = submission.model_copy(update={"controls": "full"})
        return open_table(table, command, game.opening(submission, meter))
    if not table.regulation:
        require_open(table)
    return games.by_regulation[table.regulation].decide(table, command, stamp, meter)


def _placed(fact: Event, table: Table, stamp: Stamp, key: str, seq: int) -> Event:
    """The fact with its envelope: stream, place, times, who asked; salted where it shows pieces."""
    of_round = fact.round
    if of_round is None and table.game is not None and (fact.OF_ROUND or fact.STREAM == "meter"):
        of_round = table.game.round_id()
    salted = {"salt": stamp.salt_at(key, seq)} if isinstance(fact, ShowsPieces) else {}
    return replace(
        fact,
        key=key,
        seq=seq,
        table=table.name,
        session=fact.session or table.session,
        round=of_round,
        **stamp.envelope(),
        **salted,
    )


def evolve(table: Table, event: Event, games: Library = LIBRARY) -> Table:
    """The table after the event, with the game as the event left it; its stream moved by one."""
    assert event.seq == table.seq + 1, f"{event.key}: {event.seq} does not follow {table.seq}"
    regulation = event.regulation if type(event) is TableOpened else table.regulation
    # What came before any opening is folded all the same: what happened, happened.
    game = games.by_regulation[regulation].evolve(table, event) if regulation else table.game
    return evolve_table(table, event, game)


def next_commands(table: Table, games: Library = LIBRARY) -> Lawful:
    """In the order they would be reached for: play, the table's chips, then its books."""
    return (*_of_play(table, games), *books_commands(table))


def _of_play(table: Table, games: Library) -> Lawful:
    if not table.is_open:
        return ("open_table",)
    lawful = games.by_regulation[table.regulation].lawful(table)
    closes = table.open_round() is None and not table.carried()
    closing = ("close_table",) if closes else ()
    return (*lawful.play, *_ALWAYS, *lawful.equipment, *closing)


def options(table: Table, games: Library = LIBRARY) -> tuple[Option, ...]:
    """The same commands, each with the ways in which it is lawful."""
    last = games.by_regulation[table.regulation].last_place(table) if table.regulation else 0
    known = dict(table_options(table, last))
    if table.is_open:
        known |= games.by_regulation[table.regulation].options(table)
    return tuple(known.get(name) or Option(command=name) for name in next_commands(table, games))


def house_way(table: Table, pieces: tuple[str, ...]) -> Split | None:
    """How the house way in force sets these pieces; it looks at nobody's hand."""
    if not table.regulation:
        return None
    return LIBRARY.by_regulation[table.regulation].house_way(table, pieces)


def last_place(table: Table) -> int:
    """The number of its layout's last betting area; 0 before it was first opened."""
    if not table.regulation:
        return 0
    return LIBRARY.by_regulation[table.regulation].last_place(table)


def in_play(table: Table) -> InPlay:
    """What may be shown of the game while it is played."""
    return LIBRARY.by_regulation[table.regulation].in_play(table) if table.regulation else InPlay()
