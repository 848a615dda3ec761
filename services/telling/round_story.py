"""Sentences about a round, from the first wager to the house's hand."""

from collections.abc import Callable
from typing import Any, Final

from domain.events import Event
from domain.events import round as happened
from domain.money import dollars
from domain.positions import DEAD, DEALER, count_to
from domain.setting import Setting
from services.telling.phrases import (
    limits_told,
    listed,
    piece_named,
    place,
    sentence,
    setting_told,
    spoken,
    style_told,
    wager_named,
)
from services.telling.scene import Scene

_TURNS: Final = {1: "once around", 2: "twice around"}


def _opened(_: Scene, event: happened.RoundOpened) -> list[str]:
    limits = limits_told(event.terms.limits)
    return [sentence(f"round {event.round} is open for wagers: {limits}", event)]


def _placed(_: Scene, event: happened.WagerPlaced) -> list[str]:
    who = f"seat {event.seat}"
    if event.player != f"seat-{event.seat}":
        who += f" ({spoken(event.player)})"
    words = f"{who} wagers {dollars(event.amount)} on {wager_named(event.wager)}"
    if event.coupon:
        words += f", with a match play coupon of {dollars(event.coupon)}"
    if event.total != event.amount:
        words += f"; {dollars(event.total)} stands there now"
    return [sentence(words, event)]


def _withdrawn(_: Scene, event: happened.WagerWithdrawn) -> list[str]:
    words = f"seat {event.seat} takes back its {wager_named(event.wager)} wager"
    return [sentence(f"{words} of {dollars(event.amount)}", event)]


def _bank_passed(_: Scene, event: happened.BankPassed) -> list[str]:
    return [sentence(f"seat {event.seat} passes the bank", event)]


def _bank_accepted(_: Scene, event: happened.BankAccepted) -> list[str]:
    shared = ", half with the casino" if event.co_bank else ""
    words = f"seat {event.seat} ({spoken(event.player)}) banks the round{shared}"
    words += f", with {dollars(event.chips)} to cover the wagers"
    if event.dealer_wager:
        words += f"; the dealer wagers {dollars(event.dealer_wager)} against it"
    return [sentence(words, event)]


def _cut(_: Scene, event: happened.TilesCut) -> list[str]:
    if isinstance(event.stacks, int):
        moved = "one stack" if event.stacks == 1 else f"{event.stacks} stacks"
    else:
        places = listed(map(str, event.stacks))
        moved = f"stack {places}" if len(event.stacks) == 1 else f"stacks {places}"
    return [sentence(f"the bank cuts: {moved} moved to an end", event)]


def _delivery(_: Scene, event: happened.DeliveryChosen) -> list[str]:
    return [sentence(f"the tiles will be delivered {style_told(event.style)}", event)]


def _bets_closed(_: Scene, event: happened.BetsClosed) -> list[str]:
    return [sentence('the dealer announces "no more bets"', event)]


def _rolled(_: Scene, event: happened.DiceRolled) -> list[str]:
    dice = listed(map(str, event.dice))
    words = f"{place(event.shaker)} shakes {dice}, {event.total} in all"
    if event.running:
        words += f"; a triple, {event.running} running"
    return [sentence(words, event)]


def _announced(_: Scene, event: happened.NumberAnnounced) -> list[str]:
    return [sentence(f"the generator shows {event.number}", event)]


def _no_roll(_: Scene, event: happened.NoRollCalled) -> list[str]:
    words = f'the dealer calls "no roll": {spoken(event.reason)}; the dice are shaken again'
    return [sentence(words, event)]


def _dealt(scene: Scene, event: happened.TilesDealt) -> list[str]:
    style = style_told(event.style)
    told = [
        *_counted(scene, event.start),
        sentence(f"{place(event.start)} gets the first stack, {style}", event),
    ]
    ring = scene.rules.game.ring if scene.rules else ()
    unseen = [place(position) for position in ring if position not in event.hands]
    if unseen:
        told.append(f"The tiles of {listed(unseen)} go unseen to {place(DEAD)}.")
    return told


def _cards_dealt(scene: Scene, event: happened.CardsDealt) -> list[str]:
    first = sentence(f"{place(event.start)} gets the first seven cards", event)
    hands = (f"{place(at)} is dealt {' '.join(cards)}." for at, cards in event.hands.items())
    told = (f"{hand[:1].upper()}{hand[1:]}" for hand in hands)
    return [*_counted(scene, event.start), first, *told]


def _counted(scene: Scene, start: str) -> list[str]:
    """How the dice name the starting position, where they do."""
    if scene.rules is None or scene.dice_total is None:
        return []
    ring, total = scene.rules.game.ring, scene.dice_total
    if count_to(ring, DEALER, total) != start:
        return []
    turns, steps = divmod(total - 1, len(ring))
    if not turns:
        way = f"{total} falls on {place(start)}"
    else:
        way = (
            f"{total} is {_TURNS[turns]} ({turns * len(ring)}) and {steps + 1} more: {place(start)}"
        )
    return [f"Counted counterclockwise with the dealer as one, {way}."]


def _hand_set(scene: Scene, event: happened.HandSet) -> list[str]:
    words = f"{place(event.seat)} sets {setting_told(scene, Setting(event.high, event.low))}"
    if event.house_way:
        words += ", asking for the house way"
    return [sentence(words, event)]


def _house_set(scene: Scene, event: happened.HouseSet) -> list[str]:
    words = f"{place(event.position)} sets {setting_told(scene, Setting(event.high, event.low))}"
    if event.way is not None:
        words += f", by the house way `{spoken(event.way)}`"
    return [sentence(words, event)]


def _surrendered(scene: Scene, event: happened.HandSurrendered) -> list[str]:
    pieces = f"{piece_named(scene)}s"
    return [sentence(f"seat {event.seat} surrenders; its {pieces} are collected unseen", event)]


def _abandoned(_: Scene, event: happened.WagerAbandoned) -> list[str]:
    return [sentence(f"seat {event.seat} has left; its undecided wagers are lost", event)]


def _exposed(scene: Scene, event: happened.TileExposed) -> list[str]:
    words = f"a {piece_named(scene)} of {place(event.position)} is exposed"
    if event.position in scene.seats:
        words += "; its player may play the hand or void it"
    return [sentence(words, event)]


def _hand_voided(_: Scene, event: happened.HandVoided) -> list[str]:
    return [sentence(f"seat {event.seat} voids the exposed hand", event)]


def _played_on(_: Scene, event: happened.HandPlayedOn) -> list[str]:
    return [sentence(f"seat {event.seat} plays the exposed hand", event)]


ROUND_STORY: Final[dict[type[Event], Callable[[Scene, Any], list[str]]]] = {
    happened.RoundOpened: _opened,
    happened.BankPassed: _bank_passed,
    happened.BankAccepted: _bank_accepted,
    happened.WagerPlaced: _placed,
    happened.WagerWithdrawn: _withdrawn,
    happened.BetsClosed: _bets_closed,
    happened.TilesCut: _cut,
    happened.DeliveryChosen: _delivery,
    happened.DiceRolled: _rolled,
    happened.NumberAnnounced: _announced,
    happened.NoRollCalled: _no_roll,
    happened.TilesDealt: _dealt,
    happened.CardsDealt: _cards_dealt,
    happened.HandSet: _hand_set,
    happened.HouseSet: _house_set,
    happened.HandSurrendered: _surrendered,
    happened.WagerAbandoned: _abandoned,
    happened.TileExposed: _exposed,
    happened.HandVoided: _hand_voided,
    happened.HandPlayedOn: _played_on,
}
