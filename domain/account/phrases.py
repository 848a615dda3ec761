"""The turns of phrase that every part of the story uses."""

from typing import Final

import msgspec
from msgspec import UNSET

from domain.events import Event
from domain.events.round import Outcome
from domain.events.table import Signature
from domain.game_names import wager_named
from domain.money import dollars
from domain.wording import listed

ENDED: Final[dict[Outcome, str]] = {
    "win": "won",
    "lose": "lost",
    "push": "pushed",
    "surrender": "surrendered",
    "void": "returned",
    "abandoned": "abandoned",
    "retained": "retained",
}
"""What became of a wager, in a word."""


def sentence(words: str, event: Event) -> str:
    """Words as a sentence, with the paragraph they stand on in brackets."""
    bracket = f" [{event.rule}]" if event.rule else ""
    return f"{words[:1].upper()}{words[1:]}{bracket}."


def row_told(row: str) -> str:
    """`five_aces_and_pair` as people say it."""
    return row.replace("_", " ")


def spoken(text: str) -> str:
    """What somebody wrote, on one line and without what would steer a terminal."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def doer(event: Event) -> str:
    """Who did it, in brackets, where that is known."""
    if not event.actor:
        return ""
    return f" ({spoken(event.actor['id'])}, {spoken(event.actor['role']).replace('_', ' ')})"


def player_at(seat: int, player: str) -> str:
    """A seat, with its player where it is more than the seat's own name."""
    return f"seat {seat}" if player == f"seat-{seat}" else f"seat {seat} ({spoken(player)})"


def limits_told(limits: dict[str, tuple[int, int]]) -> str:
    if not limits:
        return "no limits"
    spans = (
        f"{wager_named(wager)} {dollars(low)} to {dollars(high)}"
        for wager, (low, high) in limits.items()
    )
    return ", ".join(spans)


def against(counted: int, awaited: int, wording: str) -> str:
    """A count beside what the books awaited: a difference is shown, never hidden."""
    if counted == awaited:
        return f"{dollars(counted)}, as {wording}"
    apart = dollars(abs(counted - awaited))
    side = "over" if counted > awaited else "short of"
    return f"{dollars(counted)}, {apart} {side} the {dollars(awaited)} {wording}"


def signed(people: tuple[Signature, ...] | msgspec.UnsetType) -> list[str]:
    return by("Signed by", people)


def by(did: str, people: tuple[Signature, ...] | msgspec.UnsetType) -> list[str]:
    if isinstance(people, msgspec.UnsetType) or not people:
        return []
    names = (f"{spoken(one.id)} ({spoken(one.role).replace('_', ' ')})" for one in people)
    return [f"{did} {listed(names)}."]


def because(event: Event, reason: str, supervisor: str) -> str:
    """Why, who entered it, and who stood by."""
    teller = f"told by {spoken(event.actor['id'])}, " if event.actor else ""
    return f"{spoken(reason)} ({teller}supervisor {spoken(supervisor)})"


def exceptional(event: Event) -> list[str]:
    """That it is an exception, and what it changed, as far as that is known."""
    if getattr(event, "exceptional", UNSET) is not True:
        return []
    changed = getattr(event, "changed", UNSET)
    if not isinstance(changed, int):
        return ["It is an exception, to be answered for; settlement shows what it changed."]
    if not changed:
        return ["It is an exception, to be answered for; no money changes by it."]
    return [f"It is an exception, to be answered for: the tray has {more_or_less(changed)} by it."]


def more_or_less(cents: int) -> str:
    return f"{dollars(abs(cents))} {'more' if cents > 0 else 'less'}"
