"""What the game keeps of a round so that a mistake can be taken back, and the taking back."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.events.books import DisputeRuled
from domain.events.corrections import RollCorrected, WagerCorrected
from domain.events.envelope import Event, RoundPosting
from domain.events.kinds import of_class
from domain.events.round import (
    DiceRolled,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    WagerLine,
    WagerReturned,
)
from domain.games.pai_gow.messages.events import BankCorrected, TilesChanged, TilesSetOut
from domain.games.pai_gow.round.evolve import evolve_round
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.rotation import begun_anew
from domain.games.pai_gow.round.state import (
    BeforeRoll,
    Decks,
    EndedByDice,
    PaiGow,
    game_at,
)
from domain.games.pai_gow.wagers.names import DICE_BONUS
from domain.table.state import Table

_BY_SOMEBODY: Final = frozenset({"abandoned", "void", "surrender"})
_TILES: Final = (TilesSetOut, TilesChanged)
_ENDS: Final = frozenset((RoundClosed, RoundVoided))
_IS_ROUND_POSTING: Final = of_class(RoundPosting)


def decided_by_somebody(lines: tuple[WagerLine, ...]) -> WagerLine | None:
    """The first that somebody chose, or lost by leaving: no dice and no hands decided it, and it is
    not undone."""
    return next((line for line in lines if line.outcome in _BY_SOMEBODY), None)


def remembered(table: Table, game: PaiGow, event: Event) -> PaiGow:
    """The game after the event, with the round as its dice found it; the table is before both."""
    if type(event) is DiceRolled:
        return replace(game, before_roll=_as_found(table, event))
    kept = game.before_roll
    if kept is None:
        return game
    now = _between_rounds(kept, event) if kept.ended else _in_the_round(table, kept, event)
    return game if now is kept else replace(game, before_roll=now)


def _in_the_round(table: Table, kept: BeforeRoll, event: Event) -> BeforeRoll | None:
    kind = type(event)
    if kind in _ENDS:
        return _over(table, kept, event)
    if kind is WagerCorrected:
        # A wager that is corrected after the dice was wrong before them as well.
        return replace(kept, round=evolve_round(kept.round, event))
    return _posted(kept, event) if _IS_ROUND_POSTING[kind] else kept


def _posted(kept: BeforeRoll, event: Any) -> BeforeRoll:
    if not event.entries:
        return kept
    posted = dict(kept.posted)
    for account, cents in event.entries.items():
        posted[account] = posted.get(account, 0) + cents
    return replace(kept, posted=posted)


def _as_found(table: Table, event: DiceRolled) -> BeforeRoll:
    before = game_at(table)
    assert before.round is not None
    return BeforeRoll(
        seq=event.seq,
        round=before.round,
        streak=before.streak,
        by_dealer=event.shaken_by == "dealer",
        box=0 if table.books.box is None else table.books.box.number,
    )


def _over(table: Table, kept: BeforeRoll, event: Any) -> BeforeRoll | None:
    """Of a round that the dice alone ended everything stays as they found it."""
    before = game_at(table)
    assert before.round is not None
    if isinstance(event, RoundVoided) or before.round.phase != "rolled":
        return None
    ended = EndedByDice(round=before.round, rotation=before.rotation, decks=before.decks)
    return replace(kept, ended=ended)


def _between_rounds(kept: BeforeRoll, event: Event) -> BeforeRoll | None:
    """Until the next round is opened, or something rests on how the last one ended."""
    ended = kept.ended
    assert ended is not None
    if isinstance(event, RoundOpened | WagerReturned):
        return None
    if isinstance(event, DisputeRuled) and event.round == kept.round.id:
        # A ruling has paid for the roll; taken back now, it would be paid for twice.
        return None
    if isinstance(event, _TILES):
        rotation = begun_anew(ended.rotation)
        decks = Decks() if isinstance(event, TilesChanged) else ended.decks
        return replace(kept, ended=replace(ended, rotation=rotation, decks=decks))
    return kept


def counted_since_roll(play: Play) -> bool:
    """The tray was counted, or the box taken off, with what the dice decided in it."""
    kept, books = play.game.before_roll, play.table.books
    if kept is None or books.box is None:
        return False
    return books.counted > kept.seq or books.box.number != kept.box


def _roll_taken_back(game: PaiGow, _: RollCorrected) -> PaiGow:
    kept = game.before_roll
    assert kept is not None
    if kept.ended is not None:
        game = replace(game, rotation=kept.ended.rotation, decks=kept.ended.decks)
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
