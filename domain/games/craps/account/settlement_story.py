"""Sentences about what the dice decided, why, and what stays on the layout."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from domain.account.phrases import sentence
from domain.account.play import PLAY_STORY
from domain.account.scene import Scene, Story
from domain.events import round as happened
from domain.game_names import wager_named
from domain.games.craps.account.phrases import before_roll_in, bet_of, point_in
from domain.games.craps.messages.parts import CrapsLine
from domain.games.craps.wagers.catalogue import CATALOGUE
from domain.games.craps.wagers.deciding import CRAPS, SEVEN, STANDOFF
from domain.games.craps.wagers.record import CrapsWager
from domain.money import dollars
from domain.wording import listed, odds_told

_End = happened.RoundClosed | happened.RoundVoided


def _settled(scene: Scene, event: happened.WagerSettled) -> list[str]:
    on = f" on the {event.point}" if isinstance(event.point, int) else ""
    wager = f"{dollars(event.amount)} {wager_named(event.wager)} wager{on}"
    if event.outcome == "win":
        odds = odds_told(Fraction(event.paid, event.amount))
        words = f"seat {event.seat} wins {dollars(event.paid)}, {odds}, on its {wager}"
    elif event.outcome == "lose":
        words = f"seat {event.seat} loses its {wager}"
    else:
        words = f"seat {event.seat} gets its {wager} back"
    reason = _why(scene, event)
    return [sentence(f"{words}: {reason}" if reason else words, event)]


def _why(scene: Scene, event: happened.WagerSettled) -> str:
    """By the dice; of a round called off before them there is nothing to say."""
    rolled, record = scene.rolled, CATALOGUE[event.wager]
    if rolled is None:
        return ""
    if record.moves:
        return _of_a_line(scene, event, record, rolled.total)
    if record.place_bet:
        number = int(event.wager.rpartition("_")[2])
        return _number_or_seven(number, rolled.total)
    if rolled.total == SEVEN:
        return "a 7 came first"
    way = "the hard way" if event.outcome == "win" else "the easy way"
    return f"{listed(map(str, rolled.dice))} is {rolled.total} {way}"


def _of_a_line(scene: Scene, event: happened.WagerSettled, record: CrapsWager, total: int) -> str:
    number = event.point if record.has_come_point else point_in(scene)
    if isinstance(number, int):
        if not record.has_come_point and total == number:
            return f"the point {number} was made"
        return _number_or_seven(number, total)
    first = "its first roll" if record.has_come_point else "the come out roll"
    thrown = f"craps, {total} on {first}" if total in CRAPS else f"{total} on {first}"
    if event.outcome == "void":
        return f"{STANDOFF} on {first} neither wins nor loses it"
    return thrown


def _number_or_seven(number: int, total: int) -> str:
    return f"a 7 came before the {number}" if total == SEVEN else f"the {number} came before a 7"


def _closed(scene: Scene, event: happened.RoundClosed) -> list[str]:
    return [*PLAY_STORY[type(event)](scene, event), *_staying(scene, event)]


def _voided(scene: Scene, event: happened.RoundVoided) -> list[str]:
    point = point_in(scene)
    stands = "A come out roll is still to come" if point is None else f"The point stays {point}"
    return [*PLAY_STORY[type(event)](scene, event), *_staying(scene, event), f"{stands}."]


def _staying(scene: Scene, event: _End) -> Iterator[str]:
    """What is carried into the next round, and where it lies then."""
    assert isinstance(event.craps, CrapsLine)
    called = {(one.seat, one.wager) for one in before_roll_in(scene) if one.is_on}
    for line in event.wagers:
        if line.outcome == "retained":
            is_on = (line.seat, line.wager) in called
            where = _where(line, event.craps, is_on=is_on)
            who = bet_of(line.seat, line.player, line.wager)
            yield f"The {who}, {dollars(line.amount)}, {where} [{line.rule}]."


def _where(line: happened.WagerLine, roll: CrapsLine, *, is_on: bool) -> str:
    record = CATALOGUE[line.wager]
    if isinstance(line.point, int):
        came_now = roll.dice is not None and sum(roll.dice) == line.point
        return f"moves to the {line.point}" if came_now else f"stays on the {line.point}"
    if record.moves:
        return f"{'is now' if roll.come_out else 'stays'} on the point {roll.point}"
    if record.place_bet and roll.come_out and roll.dice is not None and not is_on:
        return "was off on the come out roll and stays"
    return "stays"


SETTLEMENT_STORY: Final[Story] = {
    happened.WagerSettled: _settled,
    happened.RoundClosed: _closed,
    happened.RoundVoided: _voided,
}
