"""What other rules change, as a person reads it: what was, what would have been, and the sum.

Of a file or a stored round, and of the whole log under the newest versions; of that also as JSON.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from domain.account.phrases import spoken
from domain.events.round import BankLine, DealerWagerLine, Outcome, WagerLine
from domain.game_library import terms_told
from domain.game_names import wager_named
from domain.money import dollars
from services.explain import tell_refusal
from services.history.comparison import (
    Comparison,
    LineChange,
    Refusal,
    RoundChange,
)
from services.history.newest_versions import RoundUnderNewest, UnderNewest
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
    """Line by line, rounds in their order; what happened comes first."""
    terms = terms_told(rules.regulation.name, rules.submission.recorded())
    yield f"As told, beside the same by {rules.regulation.title}: {terms}."
    yield ""
    for one in comparison.rounds:
        yield from round_lines(one)
    if comparison.refused:
        yield "Refused by the other rules, and without effect there:"
        for refusal in comparison.refused:
            yield f"  {refusal_line(refusal)}"
    yield _sum(comparison)


def round_lines(one: RoundChange, where: str = "") -> Iterator[str]:
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
    own, other = (ended_words(one, vigorish=vigorish) for one in (change.own, change.other))
    return f"{who}: {own} -> {other}"


def ended_words(line: WagerLine | None, *, vigorish: bool) -> str:
    """Vigorish stands beside a win where either rules take any."""
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


def refusal_line(refusal: Refusal) -> str:
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


def newest_as_object(found: UnderNewest) -> dict[str, Any]:
    return {
        "newest": list(found.newest),
        "from": found.first,
        "to": found.last,
        "rounds": found.rounds,
        "under_newest": found.under_newest,
        "not_decided": found.not_decided,
        "differing": len(found.differing),
        "undecided": found.undecided,
        "money": found.money,
        "listed": [_round_as_object(one) for one in found.differing],
    }


def _round_as_object(one: RoundUnderNewest) -> dict[str, Any]:
    change = one.change
    return {
        "round": one.round,
        "day": one.day,
        "under": one.under,
        "newest": one.newest,
        "refused": [
            {"command": refusal.command, "rule": refusal.rule, "reason": refusal.reason}
            for refusal in one.refused
        ],
        "undecided": change.undecided,
        "money": one.money,
        "tray_delta": change.tray_delta,
        "wagers": [msgspec.to_builtins(line) for line in change.wagers if line.changed],
        "bank": msgspec.to_builtins(change.bank),
        "dealer_wager": msgspec.to_builtins(change.dealer_wager),
    }


def newest_lines(found: UnderNewest) -> Iterator[str]:
    yield f"Stored rounds of earlier versions, decided under {', '.join(found.newest)}."
    for one in found.differing:
        where = f" of {one.day}, played under {one.under}"
        yield from round_lines(one.change, where)
        for refusal in one.refused:
            yield f"  {refusal_line(refusal)}"
        if one.money:
            yield f"  That is {signed(one.money)} for the tray"
    for why, number in sorted(found.not_decided.items()):
        yield f"{number:,} left out: {why}"
    yield _newest_sum(found)


def _newest_sum(found: UnderNewest) -> str:
    words = f"In all, {found.rounds:,} decided, {len(found.differing):,} come out otherwise"
    if found.undecided:
        words += f" ({found.undecided:,} of them without an end, and not in the sum)"
    words += f": {signed(found.money)} for the tray"
    return f"{words}. Played under the newest versions already: {found.under_newest:,}."
