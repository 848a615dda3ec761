"""Rounds: one row a round, from the first wager to the last line."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, ClassVar, Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.events import Event
from domain.events import round as happened
from domain.events.craps import CrapsLine
from domain.games.craps.messages.events import WagerCalledOn
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.messages import events as of_pai_gow
from domain.games.pai_gow.wagers.names import DICE_BONUS
from domain.messages.events import kinds_of
from projections.projection import Projection
from projections.rounds.corrections import CORRECTIONS_AND_DISPUTES
from projections.rounds.row import Bank, CalledOn, CrapsRow, PlacedWager, RoundRow

_BY_SEAT: Final = attrgetter("seat")


def _opened(row: RoundRow, event: happened.RoundOpened) -> RoundRow:
    carried = () if event.craps is UNSET else event.craps.carried
    return replace(
        row,
        number=event.number,
        regulation=event.regulation,
        opened=event.at,
        first_seq=event.seq,
        day=event.day,
        submission_hash=event.submission_hash,
        retained=event.retained,
        offered=event.offered,
        dealer_keeps=event.dealer_keeps,
        placed=(
            *(PlacedWager(o.seat, DICE_BONUS, o.amount, 0, o.player) for o in event.retained),
            *(PlacedWager(o.seat, o.wager, o.amount, 0, o.player, o.point) for o in carried),
        ),
        craps=UNSET if event.craps is UNSET else CrapsRow(opened=event.craps),
    )


def _bank_passed(row: RoundRow, event: of_pai_gow.BankPassed) -> RoundRow:
    return replace(row, passed=(*row.passed, event.seat))


def _bank_accepted(row: RoundRow, event: of_pai_gow.BankAccepted) -> RoundRow:
    banker = Bank(event.seat, event.player, event.chips, event.co_bank, event.dealer_wager)
    return replace(row, banker=banker)


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


def _called_on(row: RoundRow, event: WagerCalledOn) -> RoundRow:
    assert row.craps is not UNSET
    called = (*row.craps.called_on, CalledOn(event.seat, event.wager))
    return replace(row, craps=replace(row.craps, called_on=called))


def _bets_closed(row: RoundRow, event: happened.BetsClosed) -> RoundRow:
    lights = event.lights if isinstance(event.lights, int) else None
    return replace(row, phase="no_more_bets", lights=lights)


def _was_cut(row: RoundRow, event: of_pai_gow.TilesCut) -> RoundRow:
    end = None if isinstance(event.end, UnsetType) else event.end
    return replace(row, cut=event.stacks, cut_to=end)


def _reshuffled(row: RoundRow, event: of_pai_gow.TilesReshuffled) -> RoundRow:
    """What was cut before, and how it was to be delivered, is not what is dealt."""
    return replace(row, reshuffles=(*row.reshuffles, event.reason), cut=None, style=None)


def _delivery(row: RoundRow, event: of_pai_gow.DeliveryChosen) -> RoundRow:
    return replace(row, style=event.style)


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
        running=event.running,
        announced=None if event.announced is UNSET else event.announced,
    )


def _announced(row: RoundRow, event: of_pai_gow.NumberAnnounced) -> RoundRow:
    return replace(row, phase="rolled", number_announced=event.number)


def _dealt(row: RoundRow, event: of_pai_gow.TilesDealt | of_pai_gow.CardsDealt) -> RoundRow:
    style = event.style if isinstance(event, of_pai_gow.TilesDealt) else None
    deck = event.deck if isinstance(event, of_pai_gow.CardsDealt) and event.deck else None
    return replace(row, phase="dealt", start=event.start, style=style, deck=deck, hands=event.hands)


def _hand_set(row: RoundRow, event: of_pai_gow.HandSet) -> RoundRow:
    hands = Setting(event.high, event.low)
    return replace(row, settings={**row.settings, str(event.seat): hands})


def _house_set(row: RoundRow, event: of_pai_gow.HouseSet) -> RoundRow:
    hands = Setting(event.high, event.low)
    return replace(
        row,
        phase="house_set",
        settings={**row.settings, event.position: hands},
        house=event.position,
        house_way=event.way,
    )


def _surrendered(row: RoundRow, event: of_pai_gow.HandSurrendered) -> RoundRow:
    return replace(row, surrendered=(*row.surrendered, event.seat))


def _exposed(row: RoundRow, event: of_pai_gow.TileExposed) -> RoundRow:
    return replace(row, exposed=(*row.exposed, event.position))


def _voided(row: RoundRow, event: of_pai_gow.HandVoided) -> RoundRow:
    return replace(row, voided=(*row.voided, event.seat))


def _abandoned(row: RoundRow, event: of_pai_gow.WagerAbandoned) -> RoundRow:
    return replace(row, abandoned=(*row.abandoned, event.seat))


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
        supervisor=_called_off_by(event),
        announced=_called_out(row, event),
        craps=_with_end(row.craps, event.craps),
    )


def _called_off_by(event: happened.RoundClosed | happened.RoundVoided) -> str | None:
    if isinstance(event, happened.RoundClosed) or event.supervisor is UNSET:
        return None
    return event.supervisor


def _called_out(row: RoundRow, event: happened.RoundClosed | happened.RoundVoided) -> int | None:
    """As the roll recorded it; else as a misdeal told it afterwards."""
    if isinstance(event, happened.RoundClosed) or event.announced is UNSET:
        return row.announced
    return event.announced


def _with_end(craps: CrapsRow | UnsetType, ended: CrapsLine | UnsetType) -> CrapsRow | UnsetType:
    if craps is UNSET or ended is UNSET:
        return craps
    return replace(craps, ended=ended)


_CHANGES: Final[dict[type[Event], Callable[[RoundRow, Any], RoundRow]]] = {
    happened.RoundOpened: _opened,
    of_pai_gow.BankPassed: _bank_passed,
    of_pai_gow.BankAccepted: _bank_accepted,
    happened.WagerPlaced: _placed,
    happened.WagerWithdrawn: _withdrawn,
    WagerCalledOn: _called_on,
    happened.BetsClosed: _bets_closed,
    of_pai_gow.TilesCut: _was_cut,
    of_pai_gow.TilesReshuffled: _reshuffled,
    of_pai_gow.DeliveryChosen: _delivery,
    happened.NoRollCalled: _no_roll,
    happened.DiceRolled: _rolled,
    of_pai_gow.NumberAnnounced: _announced,
    of_pai_gow.TilesDealt: _dealt,
    of_pai_gow.CardsDealt: _dealt,
    of_pai_gow.HandSet: _hand_set,
    of_pai_gow.HouseSet: _house_set,
    of_pai_gow.HandSurrendered: _surrendered,
    of_pai_gow.TileExposed: _exposed,
    of_pai_gow.HandVoided: _voided,
    of_pai_gow.WagerAbandoned: _abandoned,
    happened.RoundClosed: _over,
    happened.RoundVoided: _over,
    **CORRECTIONS_AND_DISPUTES,
}


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
