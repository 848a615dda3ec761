"""What each role may see of hands and of players' cash: decided here, for every way out by HTTP."""

from collections.abc import Iterable
from typing import Final

from domain.commands.fields import Actor
from domain.events import Event, encode
from domain.events.envelope import ShowsPieces
from domain.events.round import RoundOpened
from domain.messages.events import decode
from projections.reports.currency import READERS
from projections.rounds import Rounds
from projections.rounds.row import RoundRow
from projections.rounds.search import FINISHED
from services.queries import Queries
from services.sight import Sight, mask_round, masked
from services.store.ledger import Logged

SEES_HANDS: Final = frozenset({"surveillance", "auditor"})
"""Roles that see hands in play, the dead hand, and what was surrendered."""
SEES_CASH: Final = READERS
"""Roles that the currency report is for: it names players, and so do the events it is made of."""


def sight_of(actor: Actor | None) -> Sight:
    """Where nobody signs in, the books are this machine's own; hands in play are nobody's."""
    if actor is None:
        return Sight(hands=False, cash=True)
    return Sight(hands=actor.role in SEES_HANDS, cash=actor.role in SEES_CASH)


def visible(logged: list[Logged], books: Queries, actor: Actor | None) -> list[bytes]:
    """Stored bytes, but for what the actor may not see."""
    return seen_by(logged, books, sight_of(actor))


def seen_by(logged: list[Logged], books: Queries, sight: Sight) -> list[bytes]:
    """The same for somebody of whom it is known what they see."""
    looked_at = {
        entry.position: decode(entry.topic, entry.state)
        for entry in logged
        if sight.may_be_kept_from(entry.topic)
    }
    rounds = {
        event.round
        for event in looked_at.values()
        if isinstance(event, ShowsPieces) and event.round
    }
    finished = books.finished(sorted(rounds)) if rounds and not sight.hands else {}
    return [_seen(entry, looked_at.get(entry.position), sight, finished) for entry in logged]


def _seen(entry: Logged, event: Event | None, sight: Sight, finished: dict[str, RoundRow]) -> bytes:
    """Where nothing is masked, the very bytes that the public hash is of."""
    if event is None:
        return entry.state
    shown = masked(event, sight, finished.get(event.round or ""))
    return entry.state if shown is event else encode(shown)


def unseen(logged: Iterable[Logged], actor: Actor | None) -> frozenset[int]:
    """Positions of what the actor may not see all of. The round is folded from its own events, so
    that it does not matter how far the read models are."""
    sight = sight_of(actor)
    events = [(entry.position, decode(entry.topic, entry.state)) for entry in logged]
    finished = _finished(event for _, event in events)
    return frozenset(
        position
        for position, event in events
        if masked(event, sight, finished.get(event.round or "")) != event
    )


def _finished(events: Iterable[Event]) -> dict[str, RoundRow]:
    model, rows = Rounds(), dict[str, RoundRow]()
    for event in events:
        place = model.place(event)
        if place is not None and isinstance(event, RoundOpened):
            rows[place] = model.first(place, event)
        if place in rows:
            rows[place] = model.fold(rows[place], event)
    return {place: row for place, row in rows.items() if row.phase in FINISHED}


def visible_round(row: RoundRow, actor: Actor | None) -> RoundRow:
    return row if sight_of(actor).hands else mask_round(row)
