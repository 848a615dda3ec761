"""Sentences about who won what, and why."""

from typing import Final

from msgspec import UNSET

from domain.account.phrases import ENDED, row_told, sentence
from domain.account.scene import Scene, Story
from domain.events import round as happened
from domain.game_names import wager_named
from domain.games.pai_gow.account.comparing import why
from domain.games.pai_gow.account.dice_story import paid_told, settled_by_dice
from domain.games.pai_gow.account.told import bank_in, hands_in, rules_in, terms_in, wager_in
from domain.games.pai_gow.layout.positions import DEALER
from domain.games.pai_gow.wagers.names import MAIN
from domain.games.pai_gow.wagers.record import PaiGowWager
from domain.money import dollars

_OUTCOMES: Final[dict[happened.Outcome, str]] = {
    "win": "wins {paid} on its {stake} {wager} wager",
    "lose": "loses its {stake} {wager} wager",
    "push": "pushes with its {stake} {wager} wager, neither collected nor paid",
    "surrender": "gives up its {stake} {wager} wager, which is collected",
    "void": "gets its {stake} {wager} wager back",
    "abandoned": "left its {stake} {wager} wager behind, which is lost",
    "retained": "wins {paid}; its {stake} {wager} wager stays on the layout",
}
_GIVEN_UP: Final = "gets the {stake} {wager} wager back that it had given up"
_LEFT: Final = "gets the {stake} {wager} wager back that it had left behind"
_WAITS: Final = "keeps its {stake} {wager} wager on the layout for the next roll"


def _settled(scene: Scene, event: happened.WagerSettled) -> list[str]:
    decided = event.outcome in ("win", "lose", "retained") and not _waits(event)
    wager, hands = wager_in(scene, event.wager), hands_in(scene)
    if decided and wager.shown is not None and scene.rolled is not None:
        words, reason = settled_by_dice(event, wager, scene.rolled), ""
    elif decided and wager.row_of is not None and str(event.seat) in hands:
        words, reason = _by_row(scene, event, wager), ""
    else:
        words, reason = _ended(scene, event), _reason(scene, event)
    if event.coupon:
        taken = "given back" if event.outcome in happened.COUPON_RETURNED else "taken"
        words += f"; the {dollars(event.coupon)} coupon is {taken}"
    return [sentence(f"{words}: {reason}" if reason else words, event)]


def _waits(event: happened.WagerSettled) -> bool:
    """No roll has decided it: its round was void before the dice."""
    return event.outcome == "retained" and not event.paid


def _ended(scene: Scene, event: happened.WagerSettled) -> str:
    told = _OUTCOMES[event.outcome]
    if event.was is not UNSET:
        told = _LEFT if event.was == "abandoned" else _GIVEN_UP
    elif _waits(event):
        told = _WAITS
    words = f"seat {event.seat} " + told.format(
        paid=dollars(event.paid), stake=dollars(event.amount), wager=wager_named(event.wager)
    )
    if bank_in(scene) is None or event.wager != MAIN:
        return words
    if event.was is not UNSET:
        return f"{words} from the centre"
    return f"{words} to the centre" if event.outcome == "lose" else words


def _reason(scene: Scene, event: happened.WagerSettled) -> str:
    if event.wager != MAIN or event.outcome not in ("win", "lose", "push"):
        return ""
    rules = rules_in(scene)
    eye = rules.eye if rules else None
    if eye is not None and event.rule == eye.no_vigorish:
        return "no vigorish is taken here, and a triple takes the wagers on the hands instead"
    return why(scene, event.seat)


def _by_row(scene: Scene, event: happened.WagerSettled, wager: PaiGowWager) -> str:
    """The row is named, the pieces are not: a surrendered hand stays unseen."""
    assert wager.row_of is not None
    row = wager.row_of(hands_in(scene)[str(event.seat)])
    words = f"seat {event.seat}'s {wager.label} wager of {dollars(event.amount)}"
    if row is None:
        return f"{words}: {wager.no_row}, lost"
    formed = wager.row_words.get(row, row_told(row))
    return f"{words}: {formed}, {paid_told(event)} by paytable {wager.table_of(terms_in(scene))}"


def _vigorish(_: Scene, event: happened.VigorishTaken) -> list[str]:
    words = f"seat {event.seat} pays {dollars(event.amount)} vigorish"
    return [sentence(f"{words} on the {dollars(event.won)} won", event)]


def _progressive_paid(_: Scene, event: happened.ProgressivePaid) -> list[str]:
    words = f"seat {event.seat}'s progressive wager wins {dollars(event.paid)}"
    words += f" for {row_told(event.hand)}"
    if event.from_meter:
        words += f", {dollars(event.from_meter)} of it off meter {event.meter}"
    if event.reset is not UNSET:
        words += f"; the meter starts again at {dollars(event.meter_after)}"
    return [sentence(words, event)]


def _dealer_settled(scene: Scene, event: happened.DealerWagerSettled) -> list[str]:
    words = f"the dealer's own wager of {dollars(event.amount)} is {ENDED[event.outcome]}"
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


SETTLEMENT_STORY: Final[Story] = {
    happened.WagerSettled: _settled,
    happened.VigorishTaken: _vigorish,
    happened.ProgressivePaid: _progressive_paid,
    happened.DealerWagerSettled: _dealer_settled,
    happened.BankSettled: _bank_settled,
}
