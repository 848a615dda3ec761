"""The dice as they are read, or the number of a generator in their place."""

from datetime import timedelta
from typing import Final

import msgspec

from domain.commands.round import AnnounceNumber, Roll
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import DiceRolled, NumberAnnounced
from domain.games.pai_gow.dice import dice_bonus
from domain.games.pai_gow.dice.rolled import Dice, is_triple
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.closing import close_if_nobody_plays
from domain.games.pai_gow.round.dice_wagers import settle_on_dice
from domain.games.pai_gow.round.evolve import after
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Round, Shaker, Streak
from domain.games.pai_gow.round.turn import open_round_of, require_phase
from domain.gaming_day import stored_moment
from domain.refusals import Expired, NotOffered, WrongMoment

_DICE: Final = 3


def roll(play: Play, command: Roll, stamp: Stamp) -> list[Event]:
    """The wagers on the dice are decided at once; without one on the hands the round is over."""
    state, rules = open_round_of(play)
    require_phase(state, "no_more_bets", rules.cites.dice_read, "a roll")
    refuse_old(play.game.dice_since, stamp, rules.dice_hours, rules.cites.dice_age, "dice")
    shaker = _shaker(play, state, command, rules)
    return read_dice(play, command.dice, shaker, command.announced)


def read_dice(
    play: Play, dice_told: list[int], shaker: Shaker, announced: int | None = None
) -> list[Event]:
    """What the dice decide of the round as it stands, whatever total was called out for them."""
    state, rules = open_round_of(play)
    dice = _three(dice_told, rules)
    running = running_with(play.game.streak, dice)
    rolled = DiceRolled(
        rule=rules.cites.dice_read,
        dice=dice,
        total=sum(dice),
        shaker=shaker,
        running=running,
        triples=_count_after(state, running, rules),
        announced=msgspec.UNSET if announced is None else announced,
    )
    events = [rolled, *settle_on_dice(after(state, [rolled]), rolled, rules)]
    return close_if_nobody_plays(state, events, rules)


def _three(told: list[int], rules: Regulation) -> Dice:
    if len(told) != _DICE:
        reason = f"{rules.name} is played with three dice, and {len(told)} were told"
        raise NotOffered(rules.cites.dice, reason)
    return tuple(told)


def running_with(streak: Streak, dice: Dice) -> int:
    """Which triple in a row these dice are; 0 where they are none."""
    return streak.count + 1 if is_triple(dice) else 0


def _count_after(state: Round, running: int, rules: Regulation) -> int:
    """Where a dice bonus is paid on it, the third triple starts the count again."""
    if rules.reading.triples_run_on and state.terms.dragons_eye is None:
        return running
    return running % dice_bonus.LAST


def refuse_old(since: str, stamp: Stamp, hours: int, rule: str, what: str) -> None:
    """Dice and tiles may stay on a table so long and no longer."""
    if stored_moment(stamp.at) - stored_moment(since) > timedelta(hours=hours):
        reason = (
            f"the {what} came at {since}, more than {hours} hours before"
            f" {stamp.at}; change them first"
        )
        raise Expired(rule, reason)


def _shaker(play: Play, state: Round, command: Roll, rules: Regulation) -> Shaker:
    """Whose roll it is; who has it may let the dealer shake."""
    entitled = play.game.shaker()
    if command.shaker not in (None, "dealer", entitled):
        who = "the dealer" if entitled == "dealer" else f"seat {entitled}"
        reason = f"seat {command.shaker} may not shake: {who} does"
        raise WrongMoment(_where_shaken(play, state, rules), reason)
    return entitled


def _where_shaken(play: Play, state: Round, rules: Regulation) -> str:
    """The paragraph that says whose roll it is."""
    if state.bank is not None:
        return rules.bank.shaker
    if rules.eye is not None and play.game.streak.button is not None:
        return rules.eye.shaker
    return rules.cites.shaker


def announce_number(play: Play, command: AnnounceNumber, _: Stamp) -> list[Event]:
    """In place of the dice, where no player banks and the submission elects it."""
    state, rules = open_round_of(play)
    if not state.terms.generator:
        raise NotOffered(rules.cites.generator, "this table is played with dice, not a generator")
    if state.bank is not None:
        raise NotOffered(rules.bank.shaker, "the bank shakes the dice; no generator serves it")
    require_phase(state, "no_more_bets", rules.cites.generator, "the generator's number")
    events: list[Event] = [NumberAnnounced(rule=rules.cites.generator, number=command.number)]
    return close_if_nobody_plays(state, events, rules)
