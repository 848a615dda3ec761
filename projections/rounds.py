"""Rounds: one row a round, from the first wager to the last line."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from domain.events import Event
from domain.events import round as happened
from domain.terms import DICE_BONUS
from projections.projection import Projection, Row


class PlacedWager(msgspec.Struct, frozen=True):
    """A wager on the layout."""

    seat: int
    wager: str
    amount: int
    coupon: int
    player: str


class SetHands(msgspec.Struct, frozen=True):
    """High and low hand of a position."""

    high: tuple[str, ...]
    low: tuple[str, ...]


class RoundRow(Row, frozen=True, kw_only=True):
    """Everything a person may ask about a round."""

    round: str
    table: str
    session: int
    number: int = 0
    regulation: str = ""
    phase: str = "betting"
    """As the table's, and at the end `closed` or `voided`."""
    opened: str = ""
    ended: str | None = None
    first_seq: int = 0
    placed: tuple[PlacedWager, ...] = ()
    dice: tuple[int, ...] | None = None
    number_announced: int | None = None
    style: str | None = None
    start: str | None = None
    hands: dict[str, tuple[str, ...]] = {}
    settings: dict[str, SetHands] = {}
    surrendered: tuple[int, ...] = ()
    wagers: tuple[happened.WagerLine, ...] = ()
    bank: happened.BankLine | None = None
    dealer_wager: happened.DealerWagerLine | None = None
    meter: happened.MeterLine | None = None
    tray_delta: int | None = None
    triples: int | None = None
    reason: str | None = None


def _opened(row: RoundRow, event: happened.RoundOpened) -> RoundRow:
    return replace(
        row,
        number=event.number,
        regulation=event.regulation,
        opened=event.at,
        first_seq=event.seq,
        day=event.day,
        placed=tuple(
            PlacedWager(one.seat, DICE_BONUS, one.amount, 0, one.player) for one in event.retained
        ),
    )


def _placed(row: RoundRow, event: happened.WagerPlaced) -> RoundRow:
    before = _wager(row, event.seat, event.wager)
    coupon = event.coupon + (before.coupon if before else 0)
    now = PlacedWager(event.seat, event.wager, event.total, coupon, event.player)
    others = [one for one in row.placed if one is not before]
    return replace(row, placed=tuple(sorted([*others, now], key=lambda one: one.seat)))


def _withdrawn(row: RoundRow, event: happened.WagerWithdrawn) -> RoundRow:
    gone = _wager(row, event.seat, event.wager)
    return replace(row, placed=tuple(one for one in row.placed if one is not gone))


def _wager(row: RoundRow, seat: int, wager: str) -> PlacedWager | None:
    return next((one for one in row.placed if (one.seat, one.wager) == (seat, wager)), None)


def _bets_closed(row: RoundRow, _: happened.BetsClosed) -> RoundRow:
    return replace(row, phase="no_more_bets")


def _rolled(row: RoundRow, event: happened.DiceRolled) -> RoundRow:
    return replace(row, phase="rolled", dice=event.dice)


def _announced(row: RoundRow, event: happened.NumberAnnounced) -> RoundRow:
    return replace(row, phase="rolled", number_announced=event.number)


def _dealt(row: RoundRow, event: happened.TilesDealt | happened.CardsDealt) -> RoundRow:
    style = event.style if isinstance(event, happened.TilesDealt) else None
    return replace(row, phase="dealt", start=event.start, style=style, hands=event.hands)


def _hand_set(row: RoundRow, event: happened.HandSet) -> RoundRow:
    hands = SetHands(event.high, event.low)
    return replace(row, settings={**row.settings, str(event.seat): hands})


def _house_set(row: RoundRow, event: happened.HouseSet) -> RoundRow:
    hands = SetHands(event.high, event.low)
    return replace(row, phase="house_set", settings={**row.settings, event.position: hands})


def _surrendered(row: RoundRow, event: happened.HandSurrendered) -> RoundRow:
    return replace(row, surrendered=(*row.surrendered, event.seat))


def _over(row: RoundRow, event: happened.RoundClosed | happened.RoundVoided) -> RoundRow:
    voided = isinstance(event, happened.RoundVoided)
    return replace(
        row,
        phase="voided" if voided else "closed",
        ended=event.at,
        wagers=event.wagers,
        bank=event.bank,
        dealer_wager=event.dealer_wager,
        meter=event.meter,
        tray_delta=event.tray_delta,
        triples=event.triples,
        reason=event.reason if isinstance(event, happened.RoundVoided) else None,
    )


_CHANGES: Final[dict[type[Event], Callable[[RoundRow, Any], RoundRow]]] = {
    happened.RoundOpened: _opened,
    happened.WagerPlaced: _placed,
    happened.WagerWithdrawn: _withdrawn,
    happened.BetsClosed: _bets_closed,
    happened.DiceRolled: _rolled,
    happened.NumberAnnounced: _announced,
    happened.TilesDealt: _dealt,
    happened.CardsDealt: _dealt,
    happened.HandSet: _hand_set,
    happened.HouseSet: _house_set,
    happened.HandSurrendered: _surrendered,
    happened.RoundClosed: _over,
    happened.RoundVoided: _over,
}


class Rounds(Projection[RoundRow]):
    """One row a round."""

    name: ClassVar[str] = "rounds"
    row = RoundRow

    def place(self, event: Event) -> str | None:
        return event.round if event.STREAM == "table" else None

    def first(self, place: str, event: Event) -> RoundRow:
        assert event.table is not None
        assert event.session is not None
        return RoundRow(key=event.key, round=place, table=event.table, session=event.session)

    def fold(self, row: RoundRow, event: Event) -> RoundRow:
        change = _CHANGES.get(type(event))
        if change is not None:
            row = change(row, event)
        return replace(row, seq=event.seq)
