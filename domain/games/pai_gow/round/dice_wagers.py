"""Wagers that the dice decide, as soon as they are read, by seat."""

from domain.events import Event
from domain.events.round import DiceRolled
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.centre import dealer_settled
from domain.games.pai_gow.round.paying import collect, pay
from domain.games.pai_gow.round.state import Round, Wager
from domain.games.pai_gow.wagers.names import MAIN
from domain.games.pai_gow.wagers.on_dice import TRIPLES
from domain.games.pai_gow.wagers.record import OnRoll
from domain.games.pai_gow.wagers.vigorish import takes_vigorish


def _takes_the_hands(state: Round, rolled: DiceRolled) -> bool:
    """By the second method of the dragon's eye a triple loses the wagers on the hands as well."""
    return rolled.running > 0 and not takes_vigorish(state.terms)


def settle_on_dice(state: Round, rolled: DiceRolled, rules: Regulation) -> list[Event]:
    """At each seat in the order of the catalogue, and what is on the hands last."""
    wagers = rules.catalogue
    events: list[Event] = []
    for wager in sorted(
        state.wagers, key=lambda one: (one.seat, one.wager == MAIN, wagers.place(one.wager))
    ):
        on_roll = wagers[wager.wager].on_roll
        if on_roll is not None:
            events.append(_settle(state, wager, on_roll, rolled, rules))
        elif wager.wager == MAIN and _takes_the_hands(state, rolled):
            assert rules.eye is not None
            events.append(collect(state, wager, "lose", rules.eye.no_vigorish))
    if state.dealer_plays and _takes_the_hands(state, rolled):
        assert rules.eye is not None
        # The bank keeps what the seats lost; the dealer's own wager goes back to the tray.
        events.append(dealer_settled(state, "void", rules.eye.no_vigorish))
    return events


def _settle(
    state: Round, wager: Wager, on_roll: OnRoll, rolled: DiceRolled, rules: Regulation
) -> Event:
    record = rules.catalogue[wager.wager]
    rule = record.rule_at(rules.name)
    pays = on_roll(rolled, wager.seat)
    if pays is not None:
        return pay(state, wager, pays.odds, rule, "retained" if pays.stays else "win")
    if rules.bonus is not None and record.election == TRIPLES:
        rule = rules.bonus.lose
    return collect(state, wager, "lose", rule)
