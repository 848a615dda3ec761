"""In which ways the game's lawful commands are lawful, found by asking what decides them."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from domain.commands.round import PlaceWager
from domain.games.craps.round.play import Play
from domain.games.craps.round.state import Wager
from domain.games.craps.round.wagering import hold_rules_of_placing
from domain.games.craps.wagers.record import CrapsWager
from domain.money import MOST_CENTS
from domain.options import Limits, OpenSpot, Option
from domain.refusals import Refused


def options(play: Play, lawful: Iterable[str]) -> dict[str, Option]:
    """By command; of those that need nothing said there is no more to know."""
    return {name: option for name in lawful if (option := _ways(play, name)) is not None}


def _ways(play: Play, name: str) -> Option | None:
    if name == "place_wager":
        return Option(command=name, spots=tuple(_placeable(play)))
    if name in ("roll", "correct_roll"):
        dealer = () if play.rules.reading.dealer_never_shoots else ("dealer",)
        shooters = (*dealer, *range(1, play.game.terms.seats + 1))
        choices = {"shaker": shooters} if name == "roll" else {}
        return Option(command=name, dice=play.rules.dice, choices=choices)
    if name == "no_roll":
        return Option(command=name, choices={"cause": ("not_flat", "fell_out")})
    if name in _ABOUT:
        meant = [one for one in play.game.wagers if _ABOUT[name](play, one)]
        return Option(command=name, spots=tuple(_standing(play, meant)))
    return None


_ABOUT: Final[dict[str, Callable[[Play, Wager], bool]]] = {
    "withdraw_wager": lambda _, one: not one.carried,
    "call_on": lambda play, one: play.rules.catalogue[one.wager].place_bet and not one.is_on,
    "return_wager": lambda _, __: True,
    "correct_wager": lambda _, one: one.amount > one.carried,
}
"""Commands about a wager that lies there, and which ones they may be about."""


def _standing(play: Play, wagers: Iterable[Wager]) -> Iterator[OpenSpot]:
    for one in wagers:
        record = play.rules.catalogue[one.wager]
        yield OpenSpot(
            seat=one.seat,
            wager=one.wager,
            label=record.label,
            rule=play.rules.where_offered(one.wager),
            down=one.amount,
            player=one.player,
            point=one.point if record.has_come_point else None,
        )


def _placeable(play: Play) -> Iterator[OpenSpot]:
    """By seat, as the wagers are listed; every rule of placing is asked."""
    terms = play.game.terms
    offered = [one for one in play.rules.catalogue.values() if one.name in terms.odds]
    for seat in range(1, terms.seats + 1):
        here = next((one.player for one in play.game.wagers if one.seat == seat), None)
        for record in offered:
            before = play.game.wager_at(seat, record.name)
            down = 0 if before is None else before.amount
            limits = _limits(play, record, down)
            if limits is None or not _may_place(play, seat, record.name, limits.least):
                continue
            yield OpenSpot(
                seat=seat,
                wager=record.name,
                label=record.label,
                rule=play.rules.where_offered(record.name),
                down=down,
                player=here,
                limits=limits,
            )


def _limits(play: Play, record: CrapsWager, down: int) -> Limits | None:
    """What may be added to a spot, in steps that the odds pay in whole cents."""
    odds = play.game.terms.odds_of(record.name)
    assert odds is not None
    step = odds.denominator
    low, high = play.table.terms.limits.get(record.name, (1, MOST_CENTS))
    # A win is held to what is believable as well, whatever the odds make of the stake.
    high = min(high, MOST_CENTS * odds.denominator // odds.numerator)
    least = max(step, -(-low // step) * step - down)
    most = high // step * step - down
    return Limits(least, most, step) if least <= most else None


def _may_place(play: Play, seat: int, wager: str, amount: int) -> bool:
    command = PlaceWager.model_construct(
        command="place_wager", seat=seat, wager=wager, amount=amount
    )
    try:
        hold_rules_of_placing(play, command)
    except Refused:
        return False
    return True
