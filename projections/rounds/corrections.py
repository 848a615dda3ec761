"""What is corrected in a round, and disputed after it."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from domain.events import Event
from domain.events import books as of_books
from domain.events import corrections as of_corrections
from domain.games.pai_gow.messages import events as of_pai_gow
from projections.rounds.row import Correction, Dispute, PlacedWager, RoundRow


def _wager_corrected(row: RoundRow, event: of_corrections.WagerCorrected) -> RoundRow:
    was = row.wager_at(event.was.seat, event.was.wager)
    now = PlacedWager(event.seat, event.wager, event.amount, event.coupon, event.player)
    others = [one for one in row.placed if one is not was]
    placed = [*others, *([now] if now.amount else [])]
    noted = Correction(
        seq=event.seq,
        what="wager",
        was=event.was,
        now=of_corrections.Stood(event.seat, event.wager, event.amount, event.coupon, event.player),
        reason=event.reason,
        supervisor=event.supervisor,
    )
    return replace(
        row,
        placed=tuple(sorted(placed, key=lambda one: one.seat)),
        corrections=(*row.corrections, noted),
    )


def _deal_corrected(row: RoundRow, event: of_pai_gow.DealCorrected) -> RoundRow:
    noted = Correction(
        seq=event.seq,
        what="deal",
        corrects=event.corrects,
        reason=event.reason,
        supervisor=event.supervisor,
    )
    row = _without_the_deal(row, event.seq)
    return replace(row, phase="rolled", corrections=(*row.corrections, noted))


def _bank_corrected(row: RoundRow, event: of_pai_gow.BankCorrected) -> RoundRow:
    """Who really took it follows, with whoever passed it before."""
    noted = Correction(
        seq=event.seq,
        what="bank",
        corrects=event.corrects,
        bank=event.was,
        reason=event.reason,
        supervisor=event.supervisor,
    )
    order = [one.seat for one in row.offered]
    upto = order.index(event.seat) if event.seat in order else len(order)
    passed = tuple(seat for seat in row.passed if seat in order[:upto])
    return replace(row, banker=None, passed=passed, corrections=(*row.corrections, noted))


def _setting_corrected(row: RoundRow, event: of_pai_gow.SettingCorrected) -> RoundRow:
    """The right setting follows and takes its place; how it was set is told by the events alone."""
    noted = Correction(
        seq=event.seq,
        what="setting",
        corrects=event.corrects,
        position=event.position,
        reason=event.reason,
        supervisor=event.supervisor,
    )
    return replace(row, corrections=(*row.corrections, noted))


def _roll_corrected(row: RoundRow, event: of_corrections.RollCorrected) -> RoundRow:
    noted = Correction(
        seq=event.seq,
        what="roll",
        corrects=event.corrects,
        dice=event.was,
        reason=event.reason,
        supervisor=event.supervisor,
    )
    row = _without_the_deal(row, event.seq)
    if event.reopens is True:
        row = _without_its_end(row)
    return replace(
        row,
        phase="no_more_bets",
        dice=None,
        shaker=None,
        shaken_by=None,
        running=None,
        announced=None,
        corrections=(*row.corrections, noted),
    )


def _without_the_deal(row: RoundRow, seq: int) -> RoundRow:
    """Nothing that was recorded of it counts any more."""
    return replace(
        row,
        start=None,
        counts_from=seq,
        hands={},
        settings={},
        house=None,
        house_way=None,
        exposed=(),
    )


def _without_its_end(row: RoundRow) -> RoundRow:
    """A round that the wrong dice ended; it ends once more."""
    craps = row.craps if row.craps is UNSET else replace(row.craps, ended=None)
    return replace(row, ended=None, wagers=(), tray_delta=None, triples=None, craps=craps)


def _complained(row: RoundRow, event: of_books.ComplaintMade) -> RoundRow:
    made = Dispute(complaint=event.seq, seat=event.seat, player=event.player, words=event.words)
    return replace(row, disputes=(*row.disputes, made))


def _held(row: RoundRow, event: of_books.DisputeHeld) -> RoundRow:
    return _disputed(row, event.complaint, state="held", in_dispute=event.amount)


def _ruled(row: RoundRow, event: of_books.DisputeRuled) -> RoundRow:
    return _disputed(
        row,
        event.complaint,
        state=event.decision,
        adjustment=event.adjustment,
        paid_from=event.paid_from,
        reason=event.reason,
        supervisor=event.supervisor,
    )


def _disputed(row: RoundRow, complaint: int, **changes: Any) -> RoundRow:
    disputes = (
        replace(one, **changes) if one.complaint == complaint else one for one in row.disputes
    )
    return replace(row, disputes=tuple(disputes))


CORRECTIONS_AND_DISPUTES: Final[dict[type[Event], Callable[[RoundRow, Any], RoundRow]]] = {
    of_corrections.WagerCorrected: _wager_corrected,
    of_pai_gow.BankCorrected: _bank_corrected,
    of_pai_gow.DealCorrected: _deal_corrected,
    of_corrections.RollCorrected: _roll_corrected,
    of_pai_gow.SettingCorrected: _setting_corrected,
    of_books.ComplaintMade: _complained,
    of_books.DisputeHeld: _held,
    of_books.DisputeRuled: _ruled,
}
