"""The comparison as a person reads it: what was, what would have been, and the sum."""

from collections.abc import Iterator
from typing import Final

import msgspec

from domain.events.round import BankLine, DealerWagerLine, Outcome, WagerLine
from domain.money import dollars
from services.explain import tell_refusal
from services.explain.games import terms_told
from services.explain.phrases import spoken, wager_named
from services.history.comparison import (
    Comparison,
    LineChange,
    Refusal,
    RoundChange,
)
from services.history.other_rules import OtherRules

_ENDS: Final[dict[Outcome, str]] = {
    "win": "wins",
    "lose": "loses",
    "push": "pushes",
    "surrender": "surrendered",
    "void": "returned",
    "abandoned": "abandoned, lost",
    "retained": "stays",
}


def report(comparison: Comparison, rules: OtherRules) -> Iterator[str]:
    """Line by line, rounds in their order; what is told first is what happened."""
    terms = terms_told(rules.regulation.name, rules.submission.recorded())
    yield f"As told, beside the same by {rules.regulation.title}: {terms}."
    yield ""
    for one in comparison.rounds:
        yield from round_told(one)
    if comparison.refused:
        yield "Refused by the other rules, and without effect there:"
        for refusal in comparison.refused:
            yield f"  {refusal_told(refusal)}"
    yield _sum(comparison)


def round_told(one: RoundChange, where: str = "") -> Iterator[str]:
    """What changes in one round, wager by wager."""
    where = where or ("" if one.line is None else f" (line {one.line})")
    yield f"Round {one.round}{where}: {verdict(one)}."
    yield from _filed(one)
    for line in one.wagers:
        if line.changed and not one.undecided:
            yield f"  {_line(line)}"
    if one.changed:
        if one.bank[0] != one.bank[1]:
            yield f"  The bank: {_bank(one.bank[0])} -> {_bank(one.bank[1])}"
        if one.dealer_wager[0] != one.dealer_wager[1]:
            own, other = one.dealer_wager
            yield f"  The dealer's wager: {_dealer(own)} -> {_dealer(other)}"
        yield f"  The tray: {signed(one.tray_delta[0])} -> {signed(one.tray_delta[1])}"


def _filed(one: RoundChange) -> Iterator[str]:
    """By which exception the house's hand was set, where one was filed for it."""
    own, other = (None, None) if isinstance(one.filed, msgspec.UnsetType) else one.filed
    for whose, hand in (("its own", own), ("the other", other)):
        if hand is not None:
            lies = f"{' '.join(hand.high)} high, {' '.join(hand.low)} low"
            yield f"  The house's hand by {whose} rules, as an exception has it: {lies}"


def verdict(one: RoundChange) -> str:
    if one.undecided:
        missing = "its own rules" if one.tray_delta[0] is None else "the other rules"
        return f"undecided, {missing} need what was never told"
    if not one.changed:
        return "nothing changes"
    changed = sum(line.changed for line in one.wagers)
    return f"{changed} of {len(one.wagers)} wagers end otherwise"


def _line(change: LineChange) -> str:
    line = change.own or change.other
    assert line is not None
    stake = dollars(line.amount) + (f" with {dollars(line.coupon)} coupon" if line.coupon else "")
    on = f" on the {line.point}" if isinstance(line.point, int) else ""
    who = f"Seat {change.seat}, {wager_named(change.wager)} {stake}{on}"
    vigorish = any(one is not None and one.vigorish for one in (change.own, change.other))
    own, other = (ended_told(one, vigorish=vigorish) for one in (change.own, change.other))
    return f"{who}: {own} -> {other}"


def ended_told(line: WagerLine | None, *, vigorish: bool) -> str:
    """Vigorish is told beside a win where either rules take any."""
    if line is None:
        return "no such wager"
    words = _ENDS[line.outcome]
    if line.paid:
        paid = dollars(line.paid)
        if vigorish:
            paid += f", vigorish {dollars(line.vigorish)}"
        words = f"wins {paid}, and stays" if line.outcome == "retained" else f"{words} {paid}"
    return f"{words} [{line.rule}]"


def _bank(line: BankLine | None) -> str:
    if line is None:
        return "none"
    name = "co-bank" if line.co_bank else "bank"
    return f"seat {line.seat} as {name}, {signed(line.net)} after {dollars(line.vigorish)} vigorish"


def _dealer(line: DealerWagerLine | None) -> str:
    return "none" if line is None else f"{dollars(line.amount)} {_ENDS[line.outcome]}"


def signed(cents: int | None) -> str:
    """An amount that says which way it goes."""
    assert cents is not None
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def refusal_told(refusal: Refusal) -> str:
    where = "" if refusal.line is None else f"Line {refusal.line}: "
    return where + tell_refusal(refusal.command, refusal.rule, spoken(refusal.reason))


def _sum(comparison: Comparison) -> str:
    own, other = comparison.tray_delta
    counted = len(comparison.rounds) - comparison.undecided
    words = f"In all, {counted} round{'' if counted == 1 else 's'} compared"
    words += f", {comparison.changed} changed"
    if comparison.undecided:
        words += f", {comparison.undecided} undecided and left out"
    apart = "the same" if own == other else f"{signed(other - own)} for the tray"
    return f"{words}: the tray {signed(own)} -> {signed(other)}, {apart}."
