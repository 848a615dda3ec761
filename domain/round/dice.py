"""The dice: read, or not a roll at all."""

from datetime import timedelta

from domain.commands.round import AnnounceNumber, NoRoll, Roll
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import DiceRolled, NoRollCalled
from domain.gaming_day import parse_moment
from domain.positions import DEALER
from domain.refusals import Expired, NotOffered, WrongMoment
from domain.regulations import Regulation
from domain.round.turn import open_round_of, require_phase
from domain.table.state import Table


def roll(table: Table, command: Roll, stamp: Stamp) -> list[Event]:
    state, rules = open_round_of(table)
    require_phase(state, "no_more_bets", rules.cites.dice_read, "a roll")
    _refuse_old_dice(table, stamp, rules)
    if command.shaker not in (None, DEALER):
        reason = f"seat {command.shaker} may not shake: the dealer does where no player banks"
        raise WrongMoment(rules.cites.shaker, reason)
    first, second, third = command.dice
    triple = first == second == third
    return [
        DiceRolled(
            rule=rules.cites.dice_read,
            dice=(first, second, third),
            total=first + second + third,
            shaker=DEALER,
            triples=table.triples + 1 if triple else 0,
        )
    ]


def _refuse_old_dice(table: Table, stamp: Stamp, rules: Regulation) -> None:
    age = parse_moment(stamp.at) - parse_moment(table.dice_since)
    if age > timedelta(hours=rules.dice_hours):
        reason = (
            f"the dice came at {table.dice_since}, more than {rules.dice_hours} hours before"
            f" {stamp.at}; change them first"
        )
        raise Expired(rules.cites.dice_age, reason)


def no_roll(table: Table, command: NoRoll, _: Stamp) -> list[Event]:
    state, rules = open_round_of(table)
    require_phase(state, "no_more_bets", rules.cites.no_roll, 'a "no roll"')
    return [NoRollCalled(rule=rules.cites.no_roll, reason=command.reason)]


def announce_number(table: Table, _: AnnounceNumber, __: Stamp) -> list[Event]:
    rules = open_round_of(table)[1]
    raise NotOffered(rules.cites.generator, f"{rules.name} is played with dice, not a generator")
