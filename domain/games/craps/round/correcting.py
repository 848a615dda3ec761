"""A roll that was keyed in wrong: the round is taken back with all that it decided."""

from msgspec.structs import replace

from domain.commands.books import CorrectRoll
from domain.controls import CORRECTION
from domain.event_parts import ROLL_CORRECTED
from domain.events import Event
from domain.events.corrections import RollCorrected
from domain.events.envelope import Stamp, into_tray
from domain.games.craps.round.dice import read_dice
from domain.games.craps.round.play import Play
from domain.games.craps.round.state import BeforeRoll
from domain.refusals import BooksRefuse, WrongMoment
from domain.standing_by import require_for_correction
from domain.table.opening import require_open


def correct_roll(play: Play, command: CorrectRoll, stamp: Stamp) -> list[Event]:
    """Until the next round is opened; the round ends once more, by the right dice.

    What the wrong ones decided has been paid and collected, so that another person stands by.
    """
    require_open(play.table)
    kept = _roll_to_correct(play)
    require_for_correction(play.table, command.supervisor, stamp)
    if tuple(command.dice) == kept.dice:
        told = " ".join(map(str, kept.dice))
        reason = f"{told} is what was read in round {kept.round.id}; nothing is wrong"
        raise BooksRefuse(CORRECTION, reason)
    as_it_stood = play._replace(
        game=replace(play.game, round=kept.round, point=kept.point, wagers=kept.wagers)
    )
    read = read_dice(as_it_stood, command.dice, kept.shaker)
    undone = {account: -cents for account, cents in kept.posted.items() if cents}
    taken_back = RollCorrected(
        round=kept.round.id,
        corrects=kept.seq,
        was=kept.dice,
        reason=command.reason,
        supervisor=command.supervisor,
        reopens=True,
        exceptional=True,
        changed=undone.get("tray", 0) + into_tray(read),
        entries=undone,
        **ROLL_CORRECTED.told(),
    )
    return [taken_back, *read]


def _roll_to_correct(play: Play) -> BeforeRoll:
    game, name = play.game, play.table.name
    if game.round is not None:
        reason = f"no dice have been read in round {game.round.id}; `roll` tells them"
        raise WrongMoment(CORRECTION, reason)
    kept = game.before_roll
    if kept is None:
        reason = (
            f"{name} has no roll that may be taken back: none was made, its round was ruled on, or"
            " a carried wager was returned since; the player may `complain`, and the ruling pays"
        )
        raise WrongMoment(CORRECTION, reason)
    if counted_since_roll(play):
        reason = (
            f"the tray of {name} was counted since the dice of round {kept.round.id}, with what"
            " they decided in it; the player may `complain`, and the ruling pays"
        )
        raise WrongMoment(CORRECTION, reason)
    return kept


def counted_since_roll(play: Play) -> bool:
    """A count has met the chips of the right dice; taken back now, they would be missed twice."""
    kept, books = play.game.before_roll, play.table.books
    return kept is not None and (books.counted > kept.seq or books.period != kept.period)
