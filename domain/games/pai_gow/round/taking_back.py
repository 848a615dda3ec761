"""What a table keeps of a round so that a mistake can be taken back, and the taking back."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.events.corrections import RollCorrected, WagerCorrected
from domain.events.envelope import Event, RoundPosting
from domain.events.round import DiceRolled, RoundClosed, RoundVoided
from domain.games.pai_gow.round.evolve import evolve_round
from domain.table.state import BeforeRoll, Table
from domain.terms import DICE_BONUS


def remembered(before: Table, table: Table, event: Event) -> Table:
    """The table after the event, with the round as its dice found it; `before` is before both."""
    if isinstance(event, DiceRolled):
        assert before.round is not None
        box = 0 if before.books.box is None else before.books.box.number
        kept = BeforeRoll(seq=event.seq, round=before.round, streak=before.streak, box=box)
        return replace(table, before_roll=kept)
    kept_since = table.before_roll
    if kept_since is None:
        return table
    if isinstance(event, RoundClosed | RoundVoided):
        return replace(table, before_roll=None)
    if isinstance(event, WagerCorrected):
        # A wager that is put right after the dice stood wrong before them as well.
        kept = replace(kept_since, round=evolve_round(kept_since.round, event))
        return replace(table, before_roll=kept)
    if isinstance(event, RoundPosting) and event.entries:
        posted = Counter(kept_since.posted)
        posted.update(event.entries)
        return replace(table, before_roll=replace(kept_since, posted=dict(posted)))
    return table


def counted_since_roll(table: Table) -> bool:
    """The tray was counted, or the box taken off, with what the dice decided in it."""
    kept, books = table.before_roll, table.books
    if kept is None or books.box is None:
        return False
    return books.counted > kept.seq or books.box.number != kept.box


def _roll_taken_back(table: Table, _: RollCorrected) -> Table:
    kept = table.before_roll
    assert kept is not None
    return replace(table, round=kept.round, streak=kept.streak, before_roll=None)


def _wager_put_right(table: Table, event: WagerCorrected) -> Table:
    """Who sits where, and what is retained, as if it had been told right."""
    state, was = table.round, event.was
    assert state is not None
    players = dict(table.rotation.players)
    seated = {one.seat for one in state.wagers} | {line.seat for line in state.lines}
    if state.bank is not None:
        seated.add(state.bank.seat)
    if was.seat not in seated:
        players.pop(was.seat, None)
        if was.seat in table.rotation.sat:
            players[was.seat] = table.rotation.sat[was.seat]
    if event.amount:
        players[event.seat] = event.player
    streak = table.streak
    if was.wager == DICE_BONUS:
        retained = tuple(
            replace(one, amount=event.amount) if one.seat == was.seat else one
            for one in streak.retained
            if event.amount or one.seat != was.seat
        )
        streak = replace(streak, retained=retained)
    return replace(table, rotation=replace(table.rotation, players=players), streak=streak)


PUT_RIGHT: Final[dict[type[Event], Callable[[Table, Any], Table]]] = {
    RollCorrected: _roll_taken_back,
    WagerCorrected: _wager_put_right,
}
