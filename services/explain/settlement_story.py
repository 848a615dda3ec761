"""Sentences about who won what, and why."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from domain.events import Event
from domain.events import round as happened
from domain.games.pai_gow.layout.positions import DEALER
from domain.games.pai_gow.wagers.names import MAIN
from domain.games.pai_gow.wagers.record import PaiGowWager
from domain.money import dollars
from services.explain.comparing import why
from services.explain.dice_story import paid_told, settled_by_dice
from services.explain.phrases import row_told, sentence, spoken, wager_named
from services.explain.scene import Scene

_OUTCOMES: Final[dict[happened.Outcome, str]] = {
    "win": "wins {paid} on its {stake} {wager} wager",
    "lose": "loses its {stake} {wager} wager",
    "push": "pushes with its {stake} {wager} wager, neither collected nor paid",
    "surrender": "gives up its {stake} {wager} wager, which is collected",
    "void": "gets its {stake} {wager} wager back",
    "abandoned": "left its {stake} {wager} wager behind, which is lost",
    "retained": "wins {paid}; its {stake} {wager} wager stays on the layout",
}
_ENDED: Final[dict[happened.Outcome, str]] = {
    "win": "won",
    "lose": "lost",
    "push": "pushed",
    "surrender": "surrendered",
    "void": "returned",
    "abandoned": "abandoned",
    "retained": "retained",
}


def _settled(scene: Scene, event: happened.WagerSettled) -> list[str]:
    decided = event.outcome in ("win", "lose", "retained")
    wager = scene.catalogue[event.wager]
    if decided and wager.shown is not None and scene.rolled is not None:
        words, reason = settled_by_dice(event, wager, scene.rolled), ""
    elif decided and wager.row_of is not None and str(event.seat) in scene.hands:
        words, reason = _by_row(scene, event, wager), ""
    else:
        words, reason = _ended(scene, event), _reason(scene, event)
    if event.coupon:
        taken = "given back" if event.outcome in happened.COUPON_RETURNED else "taken"
        words += f"; the {dollars(event.coupon)} coupon is {taken}"
    return [sentence(f"{words}: {reason}" if reason else words, event)]


def _ended(scene: Scene, event: happened.WagerSettled) -> str:
    words = f"seat {event.seat} " + _OUTCOMES[event.outcome].format(
        paid=dollars(event.paid), stake=dollars(event.amount), wager=wager_named(event.wager)
    )
    to_centre = scene.bank is not None and event.wager == MAIN and event.outcome == "lose"
    return f"{words} to the centre" if to_centre else words


def _reason(scene: Scene, event: happened.WagerSettled) -> str:
    if event.wager != MAIN or event.outcome not in ("win", "lose", "push"):
        return ""
    eye = scene.rules.eye if scene.rules else None
    if eye is not None and event.rule == eye.no_vigorish:
        return "no vigorish is taken here, and a triple takes the wagers on the hands instead"
    return why(scene, event.seat)


def _by_row(scene: Scene, event: happened.WagerSettled, wager: PaiGowWager) -> str:
    """The row is named, the pieces are not: a surrendered hand stays unseen."""
    assert wager.row_of is not None
    row = wager.row_of(scene.hands[str(event.seat)])
    words = f"seat {event.seat}'s {wager.label} wager of {dollars(event.amount)}"
    if row is None:
        return f"{words}: {wager.no_row}, lost"
    formed = wager.row_words.get(row, row_told(row))
    return f"{words}: {formed}, {paid_told(event)} by paytable {wager.table_of(scene.terms)}"


def _vigorish(_: Scene, event: happened.VigorishTaken) -> list[str]:
    words = f"seat {event.seat} pays {dollars(event.amount)} vigorish"
    return [sentence(f"{words} on the {dollars(event.won)} won", event)]


def _progressive_paid(_: Scene, event: happened.ProgressivePaid) -> list[str]:
    words = f"seat {event.seat}'s progressive wager wins {dollars(event.paid)}"
    words += f" for {row_told(event.hand)}"
    if event.from_meter:
        words += f", {dollars(event.from_meter)} of it off meter {event.meter}"
    return [sentence(words, event)]


def _dealer_settled(scene: Scene, event: happened.DealerWagerSettled) -> list[str]:
    words = f"the dealer's own wager of {dollars(event.amount)} is {_ENDED[event.outcome]}"
    reason = why(scene, DEALER)
    return [sentence(f"{words}: {reason}" if reason else words, event)]


def _bank_settled(_: Scene, event: happened.BankSettled) -> list[str]:
    name = "co-bank" if event.co_bank else "bank"
    if event.surplus == 0:
        words = f"the centre comes out even, and seat {event.seat}, the {name}, with it"
        return [sentence(words, event)]
    if event.surplus < 0:
        words = f"the centre is short of {dollars(-event.surplus)}"
        parts = [f"seat {event.seat}, the {name}, puts in {dollars(-event.bank_share)}"]
        if event.casino_share:
            parts.append(f"the casino {dollars(-event.casino_share)}")
    else:
        words = f"{dollars(event.surplus)} is left in the centre"
        parts = [f"seat {event.seat}, the {name}, gets {dollars(event.bank_share)}"]
        if event.vigorish:
            parts.append(f"less {dollars(event.vigorish)} vigorish")
        if event.casino_share:
            parts.append(f"the casino {dollars(event.casino_share)}")
    return [sentence(f"{words}: {', '.join(parts)}", event)]


def _closed(_: Scene, event: happened.RoundClosed) -> list[str]:
    words = f"round {event.round} is closed: {_ends(event)}; {_tray(event.tray_delta)}"
    return [sentence(words, event), *_besides(event), *_streak(event)]


def _voided(_: Scene, event: happened.RoundVoided) -> list[str]:
    words = f"round {event.round} is void: {spoken(event.reason)}; {_ends(event)}"
    told = sentence(f"{words}; {_tray(event.tray_delta)}", event)
    return [told, *_besides(event), *_streak(event)]


def _streak(event: happened.RoundClosed | happened.RoundVoided) -> list[str]:
    """Only where triples run on into the next round."""
    return [f"Triples running at the table: {event.triples}."] if event.triples else []


def _ends(event: happened.RoundClosed | happened.RoundVoided) -> str:
    counts = Counter(line.outcome for line in event.wagers)
    told = [f"{counts[outcome]} {word}" for outcome, word in _ENDED.items() if counts[outcome]]
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
        told.append(f"The dealer's wager of {dollars(own.amount)}: {_ENDED[own.outcome]}.")
    if (meter := event.meter) is not None:
        moved = f"{dollars(meter.contributed)} came onto it, {dollars(meter.paid)} was paid"
        span = f"from {dollars(meter.before)} to {dollars(meter.after)}"
        told.append(f"Meter {meter.meter} went {span}: {moved}.")
    return told


SETTLEMENT_STORY: Final[dict[type[Event], Callable[[Scene, Any], list[str]]]] = {
    happened.WagerSettled: _settled,
    happened.VigorishTaken: _vigorish,
    happened.ProgressivePaid: _progressive_paid,
    happened.DealerWagerSettled: _dealer_settled,
    happened.BankSettled: _bank_settled,
    happened.RoundClosed: _closed,
    happened.RoundVoided: _voided,
}
