"""What the game keeps of a round so that a mistake can be taken back, and the taking back."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.events.corrections import BankCorrected, RollCorrected, WagerCorrected
from domain.events.envelope import Event, RoundPosting
from domain.events.round import DiceRolled, RoundClosed, RoundVoided
from domain.games.pai_gow.round.evolve import evolve_round
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import BeforeRoll, PaiGow, game_at
from domain.games.pai_gow.wagers.names import DICE_BONUS
from domain.table.state import Table


def remembered(table: Table, game: PaiGow, event: Event) -> PaiGow:
    """The game after the event, with the round as its dice found it; the table is before both."""
    if type(event) is DiceRolled:
        before = game_at(table)
        assert before.round is not None
        box = 0 if table.books.box is None else table.books.box.number
        kept = BeforeRoll(
            seq=event.seq,
            round=before.round,
            streak=before.streak,
            by_dealer=event.shaken_by == "dealer",
            box=box,
        )
        return replace(game, before_roll=kept)
    kept_since = game.before_roll
    if kept_since is None:
        return game
    if isinstance(event, RoundClosed | RoundVoided):
        return replace(game, before_roll=None)
    if isinstance(event, WagerCorrected):
        # A wager that is corrected after the dice was wrong before them as well.
        kept = replace(kept_since, round=evolve_round(kept_since.round, event))
        return replace(game, before_roll=kept)
    if isinstance(event, RoundPosting) and event.entries:
        posted = dict(kept_since.posted)
        for account, cents in event.entries.items():
            posted[account] = posted.get(account, 0) + cents
        return replace(game, before_roll=replace(kept_since, posted=posted))
    return game


def counted_since_roll(play: Play) -> bool:
    """The tray was counted, or the box taken off, with what the dice decided in it."""
    kept, books = play.game.before_roll, play.table.books
    if kept is None or books.box is None:
        return False
    return books.counted > kept.seq or books.box.number != kept.box


def _roll_taken_back(game: PaiGow, _: RollCorrected) -> PaiGow:
    kept = game.before_roll
    assert kept is not None
    return replace(game, round=kept.round, streak=kept.streak, before_roll=None)


def bank_taken_back(game: PaiGow, event: BankCorrected) -> PaiGow:
    """Who sits where, as if nobody had taken the bank there."""
    state, rotation, seat = game.round, game.rotation, event.was.seat
    assert state is not None
    if any(one.seat == seat for one in state.wagers):
        return game
    players = {**rotation.players}
    players.pop(seat, None)
    if seat in rotation.sat:
        players[seat] = rotation.sat[seat]
    return replace(game, rotation=replace(rotation, players=players))


def _wager_corrected(game: PaiGow, event: WagerCorrected) -> PaiGow:
    """Who sits where, and what is retained, as if it had been entered right."""
    state, was, rotation = game.round, event.was, game.rotation
    assert state is not None
    players = dict(rotation.players)
    seated = {one.seat for one in state.wagers} | {line.seat for line in state.lines}
    if state.bank is not None:
        seated.add(state.bank.seat)
    if was.seat not in seated:
        players.pop(was.seat, None)
        if was.seat in rotation.sat:
            players[was.seat] = rotation.sat[was.seat]
    if event.amount:
        players[event.seat] = event.player
    streak = game.streak
    if was.wager == DICE_BONUS:
        retained = tuple(
            replace(one, amount=event.amount) if one.seat == was.seat else one
            for one in streak.retained
            if event.amount or one.seat != was.seat
        )
        streak = replace(streak, retained=retained)
    return replace(game, rotation=replace(rotation, players=players), streak=streak)


TAKEN_BACK: Final[dict[type[Event], Callable[[PaiGow, Any], PaiGow]]] = {
    BankCorrected: bank_taken_back,
    RollCorrected: _roll_taken_back,
    WagerCorrected: _wager_corrected,
}
