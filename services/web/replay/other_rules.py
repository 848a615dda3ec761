"""The round by other rules: which there are to choose from, and what would have changed."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from pydantic import ValidationError

from domain.commands.submission import Submission
from domain.events.round import WagerLine
from domain.game_library import LIBRARY, REGULATIONS, played
from domain.game_names import wager_named
from domain.refusals import Refused
from services.history.comparison import Comparison, Refusal
from services.history.other_rules import OtherRules, compare_round
from services.history.report import ended_words, verdict
from services.history.stream_states import stored_round
from services.rulebook.in_force import InForce
from services.rulebook.standing import refusal_of
from services.store.ledger import Ledger
from services.web.replay.steps import Replay

_MOST_NAMED: Final = 4
_OF_HANDS: Final = frozenset(name for game in LIBRARY.games for name in game.layout.names_hands)
"""Commands whose refusal may name pieces."""


class Choice(NamedTuple):
    """Rules to choose, as the address names them."""

    name: str
    """A regulation, or a submission by its hash."""
    label: str
    submission: Submission


class Line(NamedTuple):
    """One wager, as it ended and as it would have."""

    seat: int
    wager: str
    amount: int
    own: str
    other: str
    changed: bool


class Beside(NamedTuple):
    """The round by its own rules and by the others."""

    title: str
    verdict: str
    lines: tuple[Line, ...]
    tray: tuple[int | None, int | None]
    refused: tuple[Refusal, ...]


class NoSuchRules(ValueError):
    """What the address names is nothing to compare with."""


def choices(in_force: Iterable[InForce], replay: Replay) -> list[Choice]:
    """Regulations with nothing elected, and what else the tables play under: a round is held only
    against rules for what was played."""
    opened = replay.opened
    own = played(opened.regulation)
    plain = [
        Choice(one.name, f"{one.title}, nothing elected", submission)
        for one in REGULATIONS
        if played(one.ref) == own and (submission := _plain(one.name)) is not None
    ]
    filed = [
        Choice(one.hash, f"{one.label}, as at {_tables(one.tables)}", one.submission)
        for one in in_force
        if one.hash != opened.submission_hash and played(one.regulation) == own
    ]
    return [*plain, *filed]


def _tables(names: Sequence[str]) -> str:
    first = ", ".join(names[:_MOST_NAMED])
    return first if len(names) <= _MOST_NAMED else f"{first} and others"


def _plain(regulation: str) -> Submission | None:
    """Nothing but the regulation; None where that cannot be played."""
    try:
        submission = Submission.model_validate({"regulation": regulation})
    except ValidationError:
        return None
    return None if refusal_of(submission) is not None else submission


def beside(
    ledger: Ledger, replay: Replay, under: str, known: Iterable[Choice], *, sees_hands: bool
) -> Beside:
    """Raises NoSuchRules, and NotComparable where the round cannot be held against them."""
    chosen = next((one for one in known if one.name == under), None)
    if chosen is None:
        raise NoSuchRules(f"there are no rules called {under!r} to hold this round against")
    try:
        rules = OtherRules(chosen.submission)
    except Refused as refusal:
        raise NoSuchRules(f"{refusal.reason} [{refusal.rule}]") from None
    first = replay.opened
    of_table = [fact for fact in replay.facts if fact.key == first.key]
    before, events = stored_round(ledger, first, of_table[-1])
    return _told(compare_round(before, events, rules), rules, sees_hands=sees_hands)


def _told(found: Comparison, rules: OtherRules, *, sees_hands: bool) -> Beside:
    [change] = found.rounds
    return Beside(
        title=rules.regulation.title,
        verdict=verdict(change),
        lines=tuple(
            Line(
                one.seat,
                wager_named(one.wager),
                _amount(one.own, one.other),
                ended_words(one.own, vigorish=True),
                ended_words(one.other, vigorish=True),
                one.changed and not change.undecided,
            )
            for one in change.wagers
        ),
        tray=change.tray_delta,
        refused=tuple(_without_pieces(found.refused, sees_hands=sees_hands)),
    )


def _amount(*lines: WagerLine | None) -> int:
    return next(line.amount for line in lines if line is not None)


def _without_pieces(refused: Sequence[Refusal], *, sees_hands: bool) -> Iterator[Refusal]:
    """A hand that was given up stays unseen, here too."""
    for one in refused:
        if sees_hands or one.command not in _OF_HANDS:
            yield one
        else:
            reason = "by these rules it could not be set so"
            yield Refusal(line=one.line, command=one.command, rule=one.rule, reason=reason)
