"""Sentences about a round of craps, from what lies there already to the dice."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

from domain.account.phrases import limits_told, player_at, sentence, spoken
from domain.account.scene import Scene, Story
from domain.events import round as happened
from domain.events.table import DiceChanged
from domain.game_names import wager_named
from domain.games.craps.account.phrases import bet_of, point_in, rules_in, stake_told
from domain.games.craps.messages.events import WagerCalledOn
from domain.games.craps.messages.parts import CrapsOpened
from domain.games.craps.round.state import Wager, craps_at
from domain.games.craps.wagers.catalogue import CATALOGUE
from domain.games.craps.wagers.deciding import point_after
from domain.money import dollars
from domain.wording import listed

_BY_SEAT: Final = attrgetter("seat", "player")


def _opened(_: Scene, event: happened.RoundOpened) -> list[str]:
    layout = event.craps
    assert isinstance(layout, CrapsOpened)
    coming = "a come out roll" if layout.point is None else f"a roll with the point {layout.point}"
    limits = limits_told(event.terms.limits)
    words = f"round {event.round} is open for wagers before {coming}: {limits}"
    return [sentence(words, event), *_carried(layout)]


def _carried(layout: CrapsOpened) -> Iterator[str]:
    for (seat, player), wagers in groupby(layout.carried, _BY_SEAT):
        lie = (stake_told(one.wager, one.amount, one.point, layout.point) for one in wagers)
        yield f"Still on the layout for {player_at(seat, player)}: {'; '.join(lie)}."


def _called_on(_: Scene, event: WagerCalledOn) -> list[str]:
    who, stake = player_at(event.seat, event.player), dollars(event.amount)
    words = f"{who} calls its {stake} {wager_named(event.wager)} wager on for the come out roll"
    return [sentence(words, event)]


def _bets_closed(scene: Scene, event: happened.BetsClosed) -> list[str]:
    told = [sentence('the dealer announces "no more bets"', event)]
    game = craps_at(scene.table)
    if game.point is not None:
        return told
    bets = [one for one in game.wagers if CATALOGUE[one.wager].place_bet]
    rule = rules_in(scene).cites.inactive
    told += _such("Off on this come out roll", [one for one in bets if not one.is_on], rule)
    told += _such("On for it, as called", [one for one in bets if one.is_on], rule)
    return told


def _such(words: str, bets: Sequence[Wager], rule: str) -> list[str]:
    named = [f"the {bet_of(one.seat, one.player, one.wager)}" for one in bets]
    return [f"{words}: {listed(named)} [{rule}]."] if named else []


def _rolled(scene: Scene, event: happened.DiceRolled) -> list[str]:
    dice = listed(map(str, event.dice))
    words = f"{_thrown_by(event)} {dice}, {event.total} in all"
    return [sentence(words, event), _of_the_point(scene, event)]


def _thrown_by(event: happened.DiceRolled) -> str:
    if event.shaker is None:
        return "the dice show"
    return "the dealer throws" if event.shaker == "dealer" else f"seat {event.shaker} shoots"


def _of_the_point(scene: Scene, event: happened.DiceRolled) -> str:
    """What the roll makes of the table's point."""
    before, rule = point_in(scene), rules_in(scene).cites.come_out
    after = point_after(before, event.dice)
    if before is None:
        if after is None:
            return f"It makes no point: the next roll is a come out roll again [{rule}]."
        return f"It was the come out roll: the point is {after} [{rule}]."
    if after is not None:
        return f"The point stays {after}."
    made = event.total == before
    how = f"The point {before} is made" if made else f"A 7 came before the point {before}"
    return f"{how}: the next roll is a come out roll [{rule}]."


def _no_roll(_: Scene, event: happened.NoRollCalled) -> list[str]:
    words = f'the dealer calls "no roll": {spoken(event.reason)}; the wagers stand'
    return [sentence(f"{words}, and the dice are thrown again", event)]


def _dice_changed(_: Scene, event: DiceChanged) -> list[str]:
    return [sentence("fresh dice come to the table", event)]


ROUND_STORY: Final[Story] = {
    DiceChanged: _dice_changed,
    happened.RoundOpened: _opened,
    WagerCalledOn: _called_on,
    happened.BetsClosed: _bets_closed,
    happened.DiceRolled: _rolled,
    happened.NoRollCalled: _no_roll,
}
