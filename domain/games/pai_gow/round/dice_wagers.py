"""Wagers that the dice decide, as soon as they are read, seat 1 to 6."""

from domain.events import Event
from domain.events.round import DiceRolled
from domain.games.pai_gow.dice import dice_bonus, dragons_eye, triples
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.centre import dealer_settled
from domain.games.pai_gow.round.paying import collect, pay
from domain.games.pai_gow.round.state import Round, Wager
from domain.terms import DICE_BONUS, MAIN, ON_THE_DICE, TRIPLES

_LAST_IN_ORDER = len(ON_THE_DICE)


def _takes_the_hands(state: Round, rolled: DiceRolled) -> bool:
    """By the second method of the dragon's eye a triple loses the wagers on the hands as well."""
    return rolled.running > 0 and not state.terms.takes_vigorish


def settle_on_dice(state: Round, rolled: DiceRolled, rules: Regulation) -> list[Event]:
    events: list[Event] = []
    for wager in sorted(state.wagers, key=_order):
        if wager.wager == DICE_BONUS:
            events.append(_settle_bonus(state, wager, rolled, rules))
        elif wager.wager in ON_THE_DICE:
            events.append(_settle(state, wager, rolled, rules))
        elif wager.wager == MAIN and _takes_the_hands(state, rolled):
            assert rules.eye is not None
            events.append(collect(state, wager, "lose", rules.eye.no_vigorish))
    if state.dealer_plays and _takes_the_hands(state, rolled):
        assert rules.eye is not None
        # The bank keeps what the seats lost; the dealer's own wager goes back to the tray.
        events.append(dealer_settled(state, "void", rules.eye.no_vigorish))
    return events


def _order(wager: Wager) -> tuple[int, int]:
    on_dice = wager.wager in ON_THE_DICE
    return wager.seat, ON_THE_DICE.index(wager.wager) if on_dice else _LAST_IN_ORDER


def _settle(state: Round, wager: Wager, rolled: DiceRolled, rules: Regulation) -> Event:
    if wager.wager in TRIPLES:
        rule = triples.CITES[wager.wager]
        odds = triples.odds_to_one(wager.wager, rolled.dice, wager.seat)
    else:
        assert rules.eye is not None
        rule = rules.eye.pays[wager.wager]
        odds = dragons_eye.odds_to_one(wager.wager, rolled.dice, wager.seat)
    if odds is None:
        return collect(state, wager, "lose", rule)
    return pay(state, wager, odds, rule)


def _settle_bonus(state: Round, wager: Wager, rolled: DiceRolled, rules: Regulation) -> Event:
    """Paid on every triple; after the first and second it stays on the table."""
    assert rules.eye is not None
    rule = rules.eye.pays[DICE_BONUS]
    if not rolled.running:
        return collect(state, wager, "lose", rule)
    odds = dice_bonus.bonus_odds(rolled.running, shaker=rolled.shaker == wager.seat)
    last = rolled.running == dice_bonus.LAST
    return pay(state, wager, odds, rule, "win" if last else "retained")
