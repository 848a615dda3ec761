"""What an upgrade would have changed, told: round by round with the money, or as JSON."""

from collections.abc import Iterator
from typing import Any

import msgspec

from services.history.comparison_report import refusal_told, round_told, signed
from services.history.newest_versions import RoundUnderNewest, UnderNewest


def as_object(found: UnderNewest) -> dict[str, Any]:
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
            {"command": told.command, "rule": told.rule, "reason": told.reason}
            for told in one.refused
        ],
        "undecided": change.undecided,
        "money": one.money,
        "tray_delta": change.tray_delta,
        "wagers": [msgspec.to_builtins(line) for line in change.wagers if line.changed],
        "bank": msgspec.to_builtins(change.bank),
        "dealer_wager": msgspec.to_builtins(change.dealer_wager),
    }


def lines(found: UnderNewest) -> Iterator[str]:
    yield f"Stored rounds of earlier versions, decided under {', '.join(found.newest)}."
    for one in found.differing:
        where = f" of {one.day}, played under {one.under}"
        yield from round_told(one.change, where)
        for refusal in one.refused:
            yield f"  {refusal_told(refusal)}"
        if one.money:
            yield f"  That is {signed(one.money)} for the tray"
    for why, number in sorted(found.not_decided.items()):
        yield f"{number:,} left out: {why}"
    yield _sum(found)


def _sum(found: UnderNewest) -> str:
    words = f"In all, {found.rounds:,} decided, {len(found.differing):,} come out otherwise"
    if found.undecided:
        words += f" ({found.undecided:,} of them without an end, and not in the sum)"
    words += f": {signed(found.money)} for the tray"
    return f"{words}. Played under the newest versions already: {found.under_newest:,}."
