"""A round as its steps: one an event, as far as the one who looks may see."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from domain.commands.fields import Actor
from domain.events import Event, Posting
from domain.events.books import ComplaintMade, DisputeHeld, DisputeRuled
from domain.events.corrections import RollCorrected, WagerCorrected
from domain.events.round import RoundClosed, RoundOpened, RoundVoided
from domain.game_library import LIBRARY
from domain.messages.events import decode
from services.explain import Narrator
from services.explain.printed import apart
from services.http.masking import visible
from services.queries import Queries
from services.store.ledger import Logged

_WORDS: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_OF_GAMES: Final = tuple(kind for game in LIBRARY.games for kind in game.views.round.corrections)
"""Corrections that one game alone has."""
_UNDO_ALL: Final[tuple[type[Event], ...]] = (
    RollCorrected,
    *(kind for game in LIBRARY.games for kind in game.layout.undoes_all),
)
_KINDS: Final[dict[type[Event], str]] = {
    **dict.fromkeys((WagerCorrected, RollCorrected, *_OF_GAMES), "correction"),
    **dict.fromkeys((ComplaintMade, DisputeHeld, DisputeRuled), "dispute"),
    **dict.fromkeys((RoundClosed, RoundVoided), "end"),
}
TRAY: Final = "tray"


class Sentence(NamedTuple):
    """Words, and the paragraph that they stand on."""

    words: str
    citation: str | None


class Step(NamedTuple):
    """One event of the round."""

    number: int
    """From 1, as the address names it."""
    event: Event
    """With what the one who looks may not see masked."""
    sentences: tuple[Sentence, ...]
    entries: dict[str, int]
    tray: int
    """What it did to the table's tray; cents."""
    running: int
    """What the round has done to it so far."""
    taken_back: int | None = None
    """The step that corrects it, where one does."""

    @property
    def name(self) -> str:
        """`WagerPlaced` as people write it."""
        return _WORDS.sub(" ", type(self.event).__name__).capitalize()

    @property
    def kind(self) -> str:
        return _KINDS.get(type(self.event), "")


class Replay(NamedTuple):
    """A whole round, so far as it was played."""

    round: str
    opened: RoundOpened
    steps: tuple[Step, ...]
    facts: tuple[Event, ...]
    """The events themselves, nothing masked: for the rules alone, never for a page."""

    @property
    def last_of_play(self) -> Step:
        """The last step before what was said of the round afterwards."""
        return next(step for step in reversed(self.steps) if step.event.OF_ROUND)


class Incomplete(Exception):
    """The store holds some of the round's events, and not its opening."""


def replay_of(logged: Sequence[Logged], books: Queries, actor: Actor | None) -> Replay:
    """In the order in which it happened; every step told in words."""
    facts = [decode(entry.topic, entry.state) for entry in logged]
    shown = visible(list(logged), books, actor)
    seen = [
        fact if state is entry.state else decode(entry.topic, state)
        for entry, fact, state in zip(logged, facts, shown, strict=True)
    ]
    return replay_from(facts, seen)


def replay_from(facts: Sequence[Event], seen: Sequence[Event]) -> Replay:
    """`seen`: the same events as the one who looks may see them."""
    opened = facts[0]
    if not isinstance(opened, RoundOpened):
        raise Incomplete
    assert opened.round is not None
    return Replay(opened.round, opened, tuple(_steps(facts, seen)), tuple(facts))


def _steps(facts: Sequence[Event], seen: Sequence[Event]) -> list[Step]:
    narrator, running = Narrator(), 0
    taken_back = _taken_back(facts)
    steps = []
    for number, (fact, shown) in enumerate(zip(facts, seen, strict=True), start=1):
        told = narrator.tell(fact, shown)
        entries = fact.entries if isinstance(fact, Posting) else {}
        tray = entries.get(TRAY, 0)
        running += tray
        sentences = tuple(Sentence(*apart(one)) for one in told)
        steps.append(Step(number, shown, sentences, entries, tray, running, taken_back.get(number)))
    return steps


def _taken_back(facts: Sequence[Event]) -> dict[int, int]:
    """By step: the one that takes it back. With some of them goes all that followed from it."""
    found: dict[int, int] = {}
    for number, event in enumerate(facts, start=1):
        if not isinstance(event, (*_UNDO_ALL, *_OF_GAMES)):
            continue
        first = cast("RollCorrected", event).corrects
        last = event.seq - 1 if isinstance(event, _UNDO_ALL) else first
        for earlier, other in enumerate(facts[: number - 1], start=1):
            same = other.key == event.key and other.OF_ROUND
            if same and first <= other.seq <= last and not _stands(other):
                found.setdefault(earlier, number)
    return found


def _stands(event: Event) -> bool:
    """Corrections of another thing that came between stay."""
    return _KINDS.get(type(event)) == "correction"
