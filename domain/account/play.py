"""Sentences about a round that are the same in every game: wagers made, and how it ended."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec import UNSET

from domain.account.phrases import ENDED, because, exceptional, player_at, sentence, spoken
from domain.account.scene import Scene, Story
from domain.events import round as happened
from domain.events.corrections import RollCorrected
from domain.game_names import wager_named
from domain.money import dollars
from domain.wording import listed


def _placed(_: Scene, event: happened.WagerPlaced) -> list[str]:
    who = player_at(event.seat, event.player)
    words = f"{who} wagers {dollars(event.amount)} on {wager_named(event.wager)}"
    if event.coupon:
        words += f", with a match play coupon of {dollars(event.coupon)}"
    if event.total != event.amount:
        words += f"; {dollars(event.total)} stands there now"
    return [sentence(words, event)]


def _withdrawn(_: Scene, event: happened.WagerWithdrawn) -> list[str]:
    words = f"seat {event.seat} takes back its {wager_named(event.wager)} wager"
    return [sentence(f"{words} of {dollars(event.amount)}", event)]


def _returned(_: Scene, event: happened.WagerReturned) -> list[str]:
    who, stake = player_at(event.seat, event.player), dollars(event.amount)
    words = f"the {wager_named(event.wager)} wager of {who}, {stake}, "
    if event.point is not UNSET:
        words += f"on the {event.point}, "
    words += "lay on the layout between rounds and goes back"
    return [sentence(f"{words}: {because(event, event.reason, event.supervisor)}", event)]


def _no_roll(_: Scene, event: happened.NoRollCalled) -> list[str]:
    words = f'the dealer calls "no roll": {spoken(event.reason)}; the dice are shaken again'
    return [sentence(words, event)]


def closed(_: Scene, event: happened.RoundClosed, own: Iterable[str] = ()) -> list[str]:
    """`own`: what the game says of it beside."""
    words = f"round {event.round} is closed: {_ends(event)}; {_tray(event.tray_delta)}"
    return [sentence(words, event), *_besides(event), *own, *_corrected(event)]


def _corrected(event: happened.RoundClosed) -> list[str]:
    """What settings that were put right came to."""
    if event.corrected is UNSET:
        return []
    return [
        f"Correction {one.correction} of a setting: by it {_tray(one.changed)}."
        for one in event.corrected
    ]


def voided(_: Scene, event: happened.RoundVoided, own: Iterable[str] = ()) -> list[str]:
    """The same of a round that is void."""
    why = spoken(event.reason)
    if event.supervisor is not UNSET:
        why = because(event, event.reason, event.supervisor)
    words = f"round {event.round} is void: {why}; {_ends(event)}"
    told = [sentence(f"{words}; {_tray(event.tray_delta)}", event)]
    if event.announced is not UNSET:
        told.append(f"The dealer had announced {event.announced}, not the total of the dice.")
    return [*told, *_besides(event), *own]


def _ends(event: happened.RoundClosed | happened.RoundVoided) -> str:
    counts = Counter(line.outcome for line in event.wagers)
    told = [f"{counts[outcome]} {word}" for outcome, word in ENDED.items() if counts[outcome]]
    return ", ".join(told) or "no wager was down"


def _tray(delta: int) -> str:
    if delta == 0:
        return "the tray is as it was"
    return f"the tray {'gains' if delta > 0 else 'loses'} {dollars(abs(delta))}"


def _besides(event: happened.RoundClosed | happened.RoundVoided) -> list[str]:
    """The bank, the dealer's wager against it and the meter, where there are any."""
    told = []
    if (bank := event.bank) is not None:
        name = "co-bank" if bank.co_bank else "bank"
        net = f"{dollars(bank.net)} net, after {dollars(bank.vigorish)} vigorish"
        told.append(f"For seat {bank.seat}, the {name}: {net}.")
    if (own := event.dealer_wager) is not None:
        told.append(f"The dealer's wager of {dollars(own.amount)}: {ENDED[own.outcome]}.")
    if (meter := event.meter) is not None:
        moved = f"{dollars(meter.contributed)} came onto it, {dollars(meter.paid)} was paid"
        span = f"from {dollars(meter.before)} to {dollars(meter.after)}"
        told.append(f"Meter {meter.meter} went {span}: {moved}.")
    return told


def roll_corrected(_: Scene, event: RollCorrected) -> list[str]:
    dice = listed(map(str, event.was))
    words = f"the dice were not {dice}: {because(event, event.reason, event.supervisor)}"
    told = [sentence(words, event)]
    back = event.entries.get("tray", 0)
    if back:
        side = "back into" if back > 0 else "back out of"
        told.append(f"What they decided is undone: {dollars(abs(back))} comes {side} the tray.")
    elif event.entries:
        told.append("What they decided is undone.")
    if event.reopens is True:
        told.append(f"Round {event.round} is open once more, on the layout as they found it.")
    told += exceptional(event)
    return told


PLAY_STORY: Final[Story] = {
    happened.WagerPlaced: _placed,
    happened.WagerWithdrawn: _withdrawn,
    happened.WagerReturned: _returned,
    happened.NoRollCalled: _no_roll,
    happened.RoundClosed: closed,
    happened.RoundVoided: voided,
    RollCorrected: roll_corrected,
}
