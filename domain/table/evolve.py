"""How each event changes a table, whichever game it hosts."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from domain.events import corrections as of_corrections
from domain.events import round as of_round
from domain.events import table as of_table
from domain.events.envelope import Event
from domain.events.kinds import IS_POSTING
from domain.people import person
from domain.table.disputes import DISPUTED
from domain.table.evolve_books import KEPT, keep_books
from domain.table.evolve_corrected import into_the_tray
from domain.table.hosted import GameState
from domain.table.slip_series import is_used, with_number
from domain.table.state import Slip, Table
from domain.terms import terms_of

T = TypeVar("T", bound=Table)


def _opened(table: Table, event: of_table.TableOpened) -> Table:
    assert event.session is not None
    return replace(
        table,
        session=event.session,
        is_open=True,
        opened=event.at,
        regulation=event.regulation,
        submission_hash=event.submission_hash,
        terms=terms_of(event.submission),
        # The opener is what stands in the tray; an earlier variance stays with its session.
        tray=0,
        rounds=0,
        people={},
    )


def _slip(table: Table, event: of_table.TableFilled | of_table.TableCredited) -> Table:
    """Under way until it is received or voided; its number is used from the first step on."""
    others = {number: slip for number, slip in table.slips.items() if number != event.slip}
    if event.step in ("requested", "issued"):
        others[event.slip] = _step_of(table, event)
    used = table.slip_numbers
    if not is_used(used, event.slip):
        used = with_number(used, event.slip)
    return replace(table, slips=others, slip_numbers=used)


def _step_of(table: Table, event: of_table.TableFilled | of_table.TableCredited) -> Slip:
    slip = table.slips.get(event.slip)
    who = event.actor["id"] if event.actor else None
    if slip is not None:
        return replace(slip, step=event.step, issued_by=who)
    kind = "fill" if isinstance(event, of_table.TableFilled) else "credit"
    return Slip(kind, event.step, event.amount, event.day, requested_by=who, session=table.session)


def _tray_counted(table: Table, event: of_table.TrayCounted) -> Table:
    """A roll counts what stands in the tray; the dealer's wager on the layout comes back to it."""
    return replace(table, tray=event.counted + table.out_of_tray()) if event.roll else table


def _closed(table: Table, event: of_table.TableClosed) -> Table:
    return replace(table, is_open=False, closed=event.at)


def _round_over(table: Table, _: of_round.RoundClosed | of_round.RoundVoided) -> Table:
    """By its number: a game may open a finished round again, and end it a second time."""
    ended = table.open_round()
    assert ended is not None
    return replace(table, rounds=ended.number)


_SIGNED: Final = frozenset((of_table.TableOpened, of_table.TrayCounted, of_table.TableClosed))
PEOPLE_KEPT: Final = 100
"""More than ever work at a table in one session."""

_CHANGES: Final[dict[type[Event], Callable[[Any, Any], Any]]] = {
    of_table.TableOpened: _opened,
    of_table.TableFilled: _slip,
    of_table.TableCredited: _slip,
    of_table.TrayCounted: _tray_counted,
    of_table.TableClosed: _closed,
    of_round.RoundClosed: _round_over,
    of_round.RoundVoided: _round_over,
    **DISPUTED,
}


def evolve_table(before: T, event: Event, game: GameState | None) -> T:
    """The table after the event, which made this of its game; its stream moved by one."""
    kind = type(event)
    change = _CHANGES.get(kind)
    table: T = before if change is None else change(before, event)
    return replace(
        table,
        seq=event.seq,
        tray=table.tray + _moved_by(before, event) if IS_POSTING[kind] else table.tray,
        last_action=event.at if event.IN_ORDER else table.last_action,
        people=_known(table.people, event),
        books=keep_books(before, table, game, event) if KEPT[kind] else table.books,
        game=game,
    )


def _known(people: dict[str, str], event: Event) -> dict[str, str]:
    """With whoever acted in the event, and whoever signed it, in their roles."""
    signed: tuple[of_table.Signature, ...] = ()
    if type(event) in _SIGNED:
        signed = getattr(event, "signed", ())
    actor = event.actor
    if not signed and (actor is None or people.get(person(actor["id"])) == actor["role"]):
        return people
    told = {person(one.id): one.role for one in signed}
    if actor is not None:
        told[person(actor["id"])] = actor["role"]
    if told.items() <= people.items():
        return people
    others = [(who, role) for who, role in people.items() if who not in told]
    return dict(others[-PEOPLE_KEPT:]) | told


def _moved_by(table: Table, event: Any) -> int:
    """What the money put into the tray; what puts right an ended period leaves it alone."""
    if type(event) is of_corrections.EntryCorrected:
        period = (event.session, event.period)
        return into_the_tray(event) if period == (table.session, table.books.period) else 0
    cents: int = event.entries.get("tray", 0)
    return cents
