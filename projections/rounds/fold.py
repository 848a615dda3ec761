"""Rounds: one row a round, from the first wager to the last line."""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, ClassVar, Final, TypeAlias

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.events import Event
from domain.events import round as happened
from domain.games.library import LIBRARY
from domain.games.seam.round_row import Changes, PlacedWager
from domain.messages.events import kinds_of
from projections.projection import Projection
from projections.rounds.corrections import CORRECTIONS_AND_DISPUTES
from projections.rounds.row import RoundRow

_Change: TypeAlias = Callable[[RoundRow, Any], Changes]
_BY_SEAT: Final = attrgetter("seat")


def _opened(_: RoundRow, event: happened.RoundOpened) -> Changes:
    return {
        "number": event.number,
        "regulation": event.regulation,
        "opened": event.at,
        "first_seq": event.seq,
        "day": event.day,
        "submission_hash": event.submission_hash,
        "retained": event.retained,
        "offered": event.offered,
        "dealer_keeps": event.dealer_keeps,
    }


def _placed(row: RoundRow, event: happened.WagerPlaced) -> Changes:
    before = row.wager_at(event.seat, event.wager)
    coupon = event.coupon + (before.coupon if before else 0)
    now = PlacedWager(event.seat, event.wager, event.total, coupon, event.player)
    placed = [one for one in row.placed if one is not before]
    placed.append(now)
    placed.sort(key=_BY_SEAT)
    return {"placed": tuple(placed)}


def _withdrawn(row: RoundRow, event: happened.WagerWithdrawn) -> Changes:
    gone = row.wager_at(event.seat, event.wager)
    return {"placed": tuple(one for one in row.placed if one is not gone)}


def _bets_closed(_: RoundRow, event: happened.BetsClosed) -> Changes:
    lights = event.lights if isinstance(event.lights, int) else None
    return {"phase": "no_more_bets", "lights": lights}


def _no_roll(row: RoundRow, event: happened.NoRollCalled) -> Changes:
    return {"no_rolls": (*row.no_rolls, event.reason)}


def _rolled(_: RoundRow, event: happened.DiceRolled) -> Changes:
    same = isinstance(event.shaken_by, UnsetType)
    return {
        "phase": "rolled",
        "dice": event.dice,
        "shaker": event.shaker,
        "shaken_by": event.shaker if same else event.shaken_by,
        "running": event.running,
        "announced": None if event.announced is UNSET else event.announced,
    }


def _closed(_: RoundRow, event: happened.RoundClosed) -> Changes:
    return {"phase": "closed", "reason": None, "supervisor": None, **_end(event)}


def _voided(row: RoundRow, event: happened.RoundVoided) -> Changes:
    return {
        "phase": "voided",
        "reason": event.reason,
        "supervisor": None if event.supervisor is UNSET else event.supervisor,
        # As the roll recorded it; else as a misdeal told it afterwards.
        "announced": row.announced if event.announced is UNSET else event.announced,
        **_end(event),
    }


def _end(event: happened.RoundClosed | happened.RoundVoided) -> Changes:
    return {
        "ended": event.at,
        "wagers": event.wagers,
        "bank": event.bank,
        "dealer_wager": event.dealer_wager,
        "meter": event.meter,
        "tray_delta": event.tray_delta,
        "triples": event.triples,
    }


_OF_ANY_GAME: Final[list[tuple[type[Event], _Change]]] = [
    (happened.RoundOpened, _opened),
    (happened.WagerPlaced, _placed),
    (happened.WagerWithdrawn, _withdrawn),
    (happened.BetsClosed, _bets_closed),
    (happened.NoRollCalled, _no_roll),
    (happened.DiceRolled, _rolled),
    (happened.RoundClosed, _closed),
    (happened.RoundVoided, _voided),
    *CORRECTIONS_AND_DISPUTES,
]


def _by_kind(changes: Iterable[tuple[type[Event], _Change]]) -> dict[type[Event], list[_Change]]:
    found: dict[type[Event], list[_Change]] = {}
    for kind, change in changes:
        found.setdefault(kind, []).append(change)
    return found


_CHANGES: Final = _by_kind(
    (
        *_OF_ANY_GAME,
        *(one for game in LIBRARY.games for one in game.views.round.changes.items()),
    )
)
"""Each changes other fields."""


class Rounds(Projection[RoundRow]):
    """One row a round."""

    name: ClassVar[str] = "rounds"
    version: ClassVar[int] = 6
    indexed: ClassVar[bool] = True
    newest_first: ClassVar[bool] = True
    kinds = kinds_of(Event, stream="table")
    row = RoundRow

    def row_of(self, event: Event) -> str | None:
        return event.round

    def first(self, place: str, event: Event) -> RoundRow:
        assert event.table is not None
        assert event.session is not None
        return RoundRow(key=event.key, round=place, table=event.table, session=event.session)

    def fold(self, row: RoundRow, event: Event) -> RoundRow:
        # What is said of it afterwards does not move a round from its place among the others.
        changes: Changes = {"seq": event.seq} if event.OF_ROUND else {}
        for change in _CHANGES.get(type(event), ()):
            changes.update(change(row, event))
        return replace(row, **changes) if changes else row
