"""The dice: read, which ends the round, or not a roll at all."""

from msgspec import UNSET

from domain.commands.round import NoRoll, Roll
from domain.event_parts import ROLLED
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import DiceRolled
from domain.games.craps.round.play import Play, open_round_of, require_phase
from domain.games.craps.round.settlement import settle
from domain.games.craps.round.state import Shooter
from domain.games.seam.no_roll import no_roll_called
from domain.refusals import NotOffered, NotThisPlayer


def roll(play: Play, command: Roll, _: Stamp) -> list[Event]:
    """Which player shoots is told for the record; nobody is where nobody is named."""
    state, rules = open_round_of(play), play.rules
    require_phase(state, "no_more_bets", rules.cites.throw, "a roll")
    if command.shaker == "dealer" and rules.reading.dealer_never_shoots:
        reason = (
            "the dealer is no shooter: a player throws the dice of"
            f" {rules.name}; tell that player's seat as `shaker`, or leave it out"
        )
        raise NotThisPlayer(rules.cites.shooter, reason)
    return read_dice(play, command.dice, command.shaker, announced=command.announced)


def read_dice(
    play: Play, told: list[int], shooter: Shooter, *, announced: int | None = None
) -> list[Event]:
    """What the dice decide of the layout as it stands, whatever was called out for them."""
    rules = play.rules
    if len(told) != rules.dice:
        reason = f"{rules.name} is played with {rules.dice} dice, and {len(told)} were told"
        raise NotOffered(rules.cites.dice, reason)
    dice = tuple(told)
    rolled = DiceRolled(
        rule=rules.cites.throw,
        dice=dice,
        total=sum(dice),
        shaker=shooter,
        announced=UNSET if announced is None else announced,
        **ROLLED.told(),
    )
    return [rolled, *settle(play, dice)]


def no_roll(play: Play, command: NoRoll, _: Stamp) -> list[Event]:
    """Wagers and calls stand; the dice are thrown again."""
    rule = play.rules.cites.no_roll
    require_phase(open_round_of(play), "no_more_bets", rule, 'a "no roll"')
    if command.cause == "uncovered":
        reason = f"the dice of {play.rules.name} are thrown, and no lid is lifted off them"
        raise NotOffered(rule, f"{reason}; tell what was wrong with the throw")
    return [no_roll_called(rule, command)]
