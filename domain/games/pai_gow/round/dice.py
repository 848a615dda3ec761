"""The dice as they are read, or the number of a generator in their place."""

from typing import Final

import msgspec

from domain.commands.round import Roll
from domain.event_parts import ROLLED
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import DiceRolled
from domain.games.pai_gow.dice import dice_bonus
from domain.games.pai_gow.dice.rolled import Dice, is_triple
from domain.games.pai_gow.layout.positions import DEALER
from domain.games.pai_gow.messages.commands import AnnounceNumber
from domain.games.pai_gow.messages.events import NumberAnnounced
from domain.games.pai_gow.messages.parts import Rolled
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.age import refuse_old_at_roll
from domain.games.pai_gow.round.closing import close_if_nobody_plays
from domain.games.pai_gow.round.dice_wagers import settle_on_dice
from domain.games.pai_gow.round.evolve import after
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Round, Shaker, Streak
from domain.games.pai_gow.round.turn import open_round_of, require_phase
from domain.refusals import NotOffered, WrongMoment

DICE: Final = 3


def roll(play: Play, command: Roll, stamp: Stamp) -> list[Event]:
    """The wagers on the dice are decided at once; without one on the hands the round is over."""
    state, rules = open_round_of(play)
    require_phase(state, "no_more_bets", _where_in_turn(state, rules), "a roll")
    refuse_old_at_roll(play, stamp)
    shaker = _shaker(play, state, command, rules)
    by_dealer = command.shaker == DEALER and shaker != DEALER
    return read_dice(play, command.dice, shaker, by_dealer=by_dealer, announced=command.announced)


def read_dice(
    play: Play,
    dice_told: list[int],
    shaker: Shaker,
    *,
    by_dealer: bool = False,
    announced: int | None = None,
) -> list[Event]:
    """What the dice decide of the round as it stands, whatever total was called out for them.

    The roll is its shaker's also where the dealer shook for them (13:69F-10.6A(f), 11.8D(f)).
    """
    state, rules = open_round_of(play)
    dice = _three(dice_told, rules)
    running = running_with(play.game.streak, dice)
    rolled = DiceRolled(
        rule=_where_read(state, rules),
        dice=dice,
        total=sum(dice),
        shaker=shaker,
        shaken_by=DEALER if by_dealer else msgspec.UNSET,
        announced=msgspec.UNSET if announced is None else announced,
        **ROLLED.told(Rolled(running=running, triples=_count_after(state, running, rules))),
    )
    events = [rolled, *settle_on_dice(after(state, [rolled]), rolled, rules)]
    return close_if_nobody_plays(state, events, rules)


def _three(told: list[int], rules: Regulation) -> Dice:
    if len(told) != DICE:
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


def _shaker(play: Play, state: Round, command: Roll, rules: Regulation) -> Shaker:
    """Whose roll it is; who has it may let the dealer shake, but a bank shakes itself."""
    entitled = play.game.shaker()
    if command.shaker == DEALER and rules.reading.bank_shakes and state.bank is not None:
        reason = f"the dealer may not shake: seat {entitled} banks round {state.id} and shakes"
        raise WrongMoment(rules.bank.shaker, reason)
    if command.shaker not in (None, "dealer", entitled):
        who = "the dealer" if entitled == "dealer" else f"seat {entitled}"
        reason = f"seat {command.shaker} may not shake: {who} does"
        raise WrongMoment(_where_shaken(play, state, rules), reason)
    return entitled


def _where_read(state: Round, rules: Regulation) -> str:
    """The paragraph that has the dice uncovered and totalled."""
    if state.bank is not None:
        return rules.bank.roll
    if state.terms.dragons_eye is None:
        return rules.cites.dice_read
    assert rules.eye is not None
    return rules.eye.roll


def _where_in_turn(state: Round, rules: Regulation) -> str:
    """The paragraph that a roll at another moment breaks: "no more bets" comes before the shaker
    is shaken, and dice that were read are not shaken again."""
    if state.phase != "betting":
        return _where_read(state, rules)
    return rules.cites.shaker if state.bank is None else rules.bank.shaker


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
