"""Sentences about the wagers that the dice decide, and about the dice bonus that stays."""

from fractions import Fraction

from domain.events.round import DiceRolled, WagerSettled
from domain.game_names import wager_named
from domain.games.pai_gow.wagers.record import PaiGowWager
from domain.money import dollars
from domain.wording import odds_told


def settled_by_dice(event: WagerSettled, wager: PaiGowWager, rolled: DiceRolled) -> str:
    """What the dice show of it, and what it pays for that."""
    words = f"seat {event.seat}'s {wager_named(event.wager)} wager of {dollars(event.amount)}"
    assert wager.shown is not None
    reason = wager.shown(rolled, event.seat)
    if event.outcome == "lose":
        return f"{words}: {reason}, lost"
    return f"{words}: {reason}, {paid_told(event)}{_stays(event, wager)}"


def paid_told(event: WagerSettled) -> str:
    """The odds and what they come to; a coupon is paid on as the chips are."""
    odds = Fraction(event.paid, event.amount + event.coupon)
    return f"paid {odds_told(odds)}, {dollars(event.paid)}"


def _stays(event: WagerSettled, wager: PaiGowWager) -> str:
    if event.outcome == "retained":
        return "; it stays on the layout"
    return " and returned; the count begins again" if wager.carried else ""
