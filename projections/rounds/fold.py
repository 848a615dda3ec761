"""Rounds: one row a round, from the first wager to the last line."""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, ClassVar, Final, TypeAlias

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.events import Event
from domain.events import round as happened
from domain.game_library import LIBRARY
from domain.games.seam.round_row import PlacedWager
from domain.messages.events import kinds_of
from projections.projection import Projection
from projections.rounds.corrections import CORRECTIONS_AND_DISPUTES
from projections.rounds.row import RoundRow

_Change: TypeAlias = Callable[[RoundRow, Any], RoundRow]
_BY_SEAT: Final = attrgetter("seat")


def _opened(row: RoundRow, event: happened.RoundOpened) -> RoundRow:
    return replace(
        row,
        number=event.number,
        regulation=event.regulation,
        opened=event.at,
        first_seq=event.seq,
        day=event.day,
        submission_hash=event.submission_hash,
    )


def _placed(row: RoundRow, event: happened.WagerPlaced) -> RoundRow:
    before = row.wager_at(event.seat, event.wager)
    coupon = event.coupon + (before.coupon if before else 0)
    now = PlacedWager(event.seat, event.wager, event.total, coupon, event.player)
    placed = [one for one in row.placed if one is not before]
    placed.append(now)
    placed.sort(key=_BY_SEAT)
    return replace(row, placed=tuple(placed))


def _withdrawn(row: RoundRow, event: happened.WagerWithdrawn) -> RoundRow:
    gone = row.wager_at(event.seat, event.wager)
    return replace(row, placed=tuple(one for one in row.placed if one is not gone))


def _bets_closed(row: RoundRow, event: happened.BetsClosed) -> RoundRow:
    lights = event.lights if isinstance(event.lights, int) else None
    return replace(row, phase="no_more_bets", lights=lights)


def _no_roll(row: RoundRow, event: happened.NoRollCalled) -> RoundRow:
    return replace(row, no_rolls=(*row.no_rolls, event.reason))


def _rolled(row: RoundRow, event: happened.DiceRolled) -> RoundRow:
    same = isinstance(event.shaken_by, UnsetType)
    return replace(
        row,
        phase="rolled",
        dice=event.dice,
        shaker=event.shaker,
        shaken_by=event.shaker if same else event.shaken_by,
        announced=None if event.announced is UNSET else event.announced,
    )


def _over(row: RoundRow, event: happened.RoundClosed | happened.RoundVoided) -> RoundRow:
    return replace(
        row,
        phase="closed",
        ended=event.at,
        wagers=event.wagers,
        bank=event.bank,
        dealer_wager=event.dealer_wager,
        meter=event.meter,
        tray_delta=event.tray_delta,
        reason=None,
        supervisor=None,
    )


def _voided(row: RoundRow, event: happened.RoundVoided) -> RoundRow:
    return replace(
        _over(row, event),
        phase="voided",
        reason=event.reason,
        supervisor=None if event.supervisor is UNSET else event.supervisor,
        # As the roll recorded it; else as a misdeal told it afterwards.
        announced=row.announced if event.announced is UNSET else event.announced,
    )


_OF_ANY_GAME: Final[list[tuple[type[Event], _Change]]] = [
    (happened.RoundOpened, _opened),
    (happened.WagerPlaced, _placed),
    (happened.WagerWithdrawn, _withdrawn),
    (happened.BetsClosed, _bets_closed),
    (happened.NoRollCalled, _no_roll),
    (happened.DiceRolled, _rolled),
    (happened.RoundClosed, _over),
    (happened.RoundVoided, _voided),
    *CORRECTIONS_AND_DISPUTES,
]


def _by_kind(parts: Iterable[tuple[type[Event], _Change]]) -> dict[type[Event], _Change]:
    found: dict[type[Event], _Change] = {}
    for kind, change in parts:
        found[kind] = _both(found[kind], change) if kind in found else change
    return found


def _both(one: _Change, other: _Change) -> _Change:
    return lambda row, event: other(one(row, event), event)


_CHANGES: Final = _by_kind(
    (*_OF_ANY_GAME, *(one for game in LIBRARY.games for one in game.views.round.changes.items()))
)


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
        change = _CHANGES.get(type(event))
        if change is not None:
            row = change(row, event)
        # What is said of it afterwards does not move a round from its place among the others.
        return replace(row, seq=event.seq) if event.OF_ROUND else row
