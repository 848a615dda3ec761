"""Sentences about the wagers that the dice decide, and about the dice bonus that stays."""

from collections.abc import Callable
from typing import Final

from domain.events.round import DiceRolled, WagerSettled
from domain.games.pai_gow.dice.dice_bonus import LAST
from domain.games.pai_gow.dice.rolled import Dice, is_triple
from domain.games.pai_gow.dice.triples import FACES
from domain.money import dollars
from domain.terms import DICE_BONUS
from services.telling.phrases import listed, wager_named

_IN_A_ROW: Final = {1: "first", 2: "second", 3: "third"}
_HOW_MANY: Final = {
    0: "none of the dice shows",
    1: "one of the dice shows",
    2: "two of the dice show",
    3: "all three dice show",
}


def settled_by_dice(event: WagerSettled, rolled: DiceRolled) -> str:
    """What the dice show of it, and what it pays for that."""
    words = f"seat {event.seat}'s {wager_named(event.wager)} wager of {dollars(event.amount)}"
    if event.wager == DICE_BONUS:
        reason = _bonus(event, rolled)
    else:
        reason = _SHOWN.get(event.wager, _all_alike(event.wager))(rolled.dice, event.seat)
    if event.outcome == "lose":
        return f"{words}: {reason}, lost"
    return f"{words}: {reason}, {paid_told(event)}{_stays(event, rolled)}"


def paid_told(event: WagerSettled) -> str:
    """The odds and what they come to; a coupon is paid on as the chips are."""
    odds = event.paid // (event.amount + event.coupon)
    return f"paid {odds:,} to 1, {dollars(event.paid)}"


def _bonus(event: WagerSettled, rolled: DiceRolled) -> str:
    if not rolled.running:
        return "no triple"
    whose = "its own shake" if rolled.shaker == event.seat else "another's shake"
    return f"the {_IN_A_ROW[rolled.running]} triple running, on {whose}"


def _stays(event: WagerSettled, rolled: DiceRolled) -> str:
    if event.outcome == "retained":
        return "; it stays on the layout"
    if event.wager == DICE_BONUS and rolled.running == LAST:
        return " and returned; the count begins again"
    return ""


def _parity(dice: Dice, _: int) -> str:
    if is_triple(dice):
        return "a triple, which neither even nor odd can win"
    return f"the dragon's eye die shows {dice[0]}, {'odd' if dice[0] % 2 else 'even'}"


def _match(dice: Dice, seat: int) -> str:
    return f"{_HOW_MANY[dice.count(seat)]} {seat}"


def _double(dice: Dice, _: int) -> str:
    if dice[1] == dice[2]:
        return f"the other two dice both show {dice[1]}"
    return f"the other two dice show {dice[1]} and {dice[2]}"


def _triple(dice: Dice, _: int) -> str:
    shown = listed(map(str, dice))
    return f"all three dice show {dice[0]}" if is_triple(dice) else f"{shown} are no triple"


def _all_alike(wager: str) -> Callable[[Dice, int], str]:
    """A wager on one face, or on any."""
    face = FACES.get(wager)

    def shown(dice: Dice, seat: int) -> str:
        if face is None or dice.count(face) == len(dice):
            return _triple(dice, seat)
        return f"{listed(map(str, dice))} are not all {face}"

    return shown


_SHOWN: Final[dict[str, Callable[[Dice, int], str]]] = {
    "even": _parity,
    "odd": _parity,
    "match": _match,
    "double": _double,
    "triple": _triple,
}
