"""Stored rounds, the rules to hold them against, and what changes by them."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from domain.commands.submission import Submission
from domain.events import Event
from domain.events.round import RoundClosed, RoundOpened, RoundVoided
from domain.hosting import Table, evolve
from services.history.comparison import Comparison
from services.history.other_rules import OtherRules, compare_round
from services.history.side_by_side import compare, play_both
from services.offline.play import Rejection, play_lines
from tests.support.domain.asked import Asked


def rules(regulation: str = "nj-pai-gow", **elected: Any) -> OtherRules:
    return OtherRules(Submission.model_validate({"regulation": regulation, **elected}))


def file_of(*commands: Asked) -> list[bytes]:
    return [json.dumps(one).encode() for one in commands]


def played(file: Path) -> list[Event]:
    """The events of a file, whatever is refused in it."""
    steps = play_lines(file.read_bytes().splitlines())
    return [step for step in steps if not isinstance(step, Rejection)]


def events_of(lines: Iterable[bytes]) -> list[Event]:
    """Of a file of which nothing is refused."""
    steps = list(play_lines(lines))
    assert not [step for step in steps if isinstance(step, Rejection)]
    return [step for step in steps if not isinstance(step, Rejection)]


def rounds_of(events: Iterable[Event]) -> list[tuple[Table, list[Event]]]:
    """Each round of one table as `replay` finds it: the table before it, and all until the next."""
    found: list[tuple[Table, list[Event]]] = []
    table: Table | None = None
    for event in events:
        table = table or Table(name=event.key)
        if isinstance(event, RoundOpened):
            found.append((table, []))
        if event.STREAM == "table":
            table = evolve(table, event)
        if found:
            found[-1][1].append(event)
    return found


def finished_rounds(events: Iterable[Event]) -> list[tuple[Table, list[Event]]]:
    return [
        (before, since)
        for before, since in rounds_of(events)
        if any(isinstance(event, RoundClosed | RoundVoided) for event in since)
    ]


def stored(others: OtherRules, *commands: Asked) -> Comparison:
    """The last round of these, as it is stored, by the other rules."""
    before, since = rounds_of(events_of(file_of(*commands)))[-1]
    return compare_round(before, since, others)


def in_a_file(others: OtherRules, *commands: Asked) -> Comparison:
    return compare(play_both(file_of(*commands), others))
