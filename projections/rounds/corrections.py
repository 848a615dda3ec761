"""What is corrected in a round, and disputed after it."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.events import Event
from domain.events import books as of_books
from domain.events import corrections as of_corrections
from domain.game_library import LIBRARY
from domain.games.seam.round_row import PlacedWager, Told
from projections.rounds.row import Correction, Dispute, RoundRow


def _wager_corrected(row: RoundRow, event: of_corrections.WagerCorrected) -> RoundRow:
    was = row.wager_at(event.was.seat, event.was.wager)
    now = PlacedWager(event.seat, event.wager, event.amount, event.coupon, event.player)
    others = [one for one in row.placed if one is not was]
    placed = [*others, *([now] if now.amount else [])]
    return replace(row, placed=tuple(sorted(placed, key=lambda one: one.seat)))


def _roll_corrected(row: RoundRow, event: of_corrections.RollCorrected) -> RoundRow:
    if event.reopens is True:
        # The wrong dice ended it; it ends once more.
        row = replace(row, ended=None, wagers=(), tray_delta=None)
    return replace(
        row,
        phase="no_more_bets",
        dice=None,
        shaker=None,
        shaken_by=None,
        announced=None,
        counts_from=event.seq,
    )


def _wager_told(event: of_corrections.WagerCorrected) -> Told:
    now = of_corrections.Stood(event.seat, event.wager, event.amount, event.coupon, event.player)
    return {"what": "wager", "was": event.was, "now": now}


def _roll_told(event: of_corrections.RollCorrected) -> Told:
    return {"what": "roll", "corrects": event.corrects, "dice": event.was}


_TOLD: Final[dict[type[Event], Callable[[Any], Told]]] = {
    of_corrections.WagerCorrected: _wager_told,
    of_corrections.RollCorrected: _roll_told,
    **{kind: told for game in LIBRARY.games for kind, told in game.views.round.corrections.items()},
}
"""What is told of each correction, beside who stood by and why."""


def _noted(row: RoundRow, event: Any) -> RoundRow:
    noted = Correction(
        seq=event.seq,
        reason=event.reason,
        supervisor=event.supervisor,
        **_TOLD[type(event)](event),
    )
    return replace(row, corrections=(*row.corrections, noted))


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


CORRECTIONS_AND_DISPUTES: Final[list[tuple[type[Event], Callable[[RoundRow, Any], RoundRow]]]] = [
    *((kind, _noted) for kind in _TOLD),
    (of_corrections.WagerCorrected, _wager_corrected),
    (of_corrections.RollCorrected, _roll_corrected),
    (of_books.ComplaintMade, _complained),
    (of_books.DisputeHeld, _held),
    (of_books.DisputeRuled, _ruled),
]
