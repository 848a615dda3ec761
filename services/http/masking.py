"""What each role may see of hands and of players' cash: decided here, for every way out."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.commands.fields import Actor
from domain.events import Event, decode, encode, topic_of
from domain.events.books import MarkerPaid
from domain.events.codec import EVENT_TYPES
from domain.events.corrections import EntryCorrected, SettingCorrected
from domain.events.envelope import ShowsPieces
from domain.events.round import CardsDealt, HandSet, HouseSet, RoundOpened, TilesDealt
from domain.events.table import ChipsBought
from domain.games.pai_gow.layout.positions import DEAD
from domain.games.pai_gow.layout.setting import Setting
from projections.currency.fold import is_cash
from projections.reports.currency import READERS
from projections.rounds import Rounds
from projections.rounds.row import RoundRow
from services.queries import Queries
from services.store.ledger import Logged
from services.unseen import MASK

SEES_HANDS: Final = frozenset({"surveillance", "auditor"})
"""Roles that see hands in play, the dead hand, and what was surrendered."""
SEES_CASH: Final = READERS
"""Roles that the currency report is for: it names players, and so do the events it is made of."""
FINISHED: Final = ("closed", "voided")
_WITH_HANDS: Final = frozenset(
    topic_of(kind) for kind in EVENT_TYPES if issubclass(kind, ShowsPieces)
)
_WITH_CASH: Final = frozenset(topic_of(kind) for kind in (ChipsBought, MarkerPaid, EntryCorrected))


class Sight(NamedTuple):
    """What somebody sees."""

    hands: bool
    cash: bool


def sight_of(actor: Actor | None) -> Sight:
    """Where nobody signs in, the books are this machine's own; hands in play are nobody's."""
    if actor is None:
        return Sight(hands=False, cash=True)
    return Sight(hands=actor.role in SEES_HANDS, cash=actor.role in SEES_CASH)


def visible(logged: list[Logged], books: Queries, actor: Actor | None) -> list[bytes]:
    """Stored bytes, but for what the actor may not see."""
    sight = sight_of(actor)
    masked = (frozenset() if sight.hands else _WITH_HANDS) | (
        frozenset() if sight.cash else _WITH_CASH
    )
    looked_at = {
        entry.position: decode(entry.topic, entry.state)
        for entry in logged
        if entry.topic in masked
    }
    rounds = {
        event.round
        for entry in logged
        if entry.topic in _WITH_HANDS and (event := looked_at.get(entry.position)) and event.round
    }
    finished = books.finished(sorted(rounds)) if rounds else {}
    return [_seen(entry, looked_at.get(entry.position), finished) for entry in logged]


def _seen(entry: Logged, event: Event | None, finished: dict[str, RoundRow]) -> bytes:
    """Where nothing is masked, the very bytes that the public hash is of."""
    if event is None:
        return entry.state
    masked = _masked_event(event, finished.get(event.round or ""))
    return entry.state if masked is event else encode(masked)


def unseen(logged: Iterable[Logged], actor: Actor | None) -> frozenset[int]:
    """Positions of what the actor may not see all of. The round is folded from its own events, so
    that it does not matter how far the read models are."""
    sight = sight_of(actor)
    events = [(entry.position, decode(entry.topic, entry.state)) for entry in logged]
    finished = _finished(event for _, event in events)
    hidden = (frozenset() if sight.hands else _WITH_HANDS) | (
        frozenset() if sight.cash else _WITH_CASH
    )
    return frozenset(
        position
        for position, event in events
        if topic_of(event) in hidden
        and _masked_event(event, finished.get(event.round or "")) != event
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


def _masked_event(event: Event, finished: RoundRow | None) -> Event:
    if isinstance(event, ChipsBought | MarkerPaid | EntryCorrected):
        return replace(event, player=MASK) if is_cash(event) else event
    return mask_event(event, finished)


def _masked(pieces: tuple[str, ...]) -> tuple[str, ...]:
    return (MASK,) * len(pieces)


def mask_event(event: Event, finished: RoundRow | None) -> Event:
    """`finished`: the event's round once it is; None before that."""
    if not isinstance(event, ShowsPieces):
        return event
    # Tiles that were keyed in wrong may be those of the dead hand, or of one that gave up.
    shown = finished is not None and event.seq > finished.counts_from
    masked = _mask_pieces(event, finished.surrendered if finished is not None and shown else None)
    # With its salt, hands could be tried until one gives the public hash.
    hides_salt = masked is not event and isinstance(event.salt, str)
    return replace(masked, salt=MASK) if hides_salt else masked


def _mask_pieces(event: ShowsPieces, surrendered: tuple[int, ...] | None) -> ShowsPieces:
    """The event itself where everything of it may be seen."""
    if isinstance(event, TilesDealt | CardsDealt):
        hidden = [place for place in event.hands if _hidden(place, surrendered)]
        masked = {place: _masked(event.hands[place]) for place in hidden}
        return replace(event, hands={**event.hands, **masked}) if masked else event
    if isinstance(event, HandSet | HouseSet):
        place = str(event.seat) if isinstance(event, HandSet) else event.position
        if _hidden(place, surrendered):
            # Which hands are excepted is filed for all to read: the mark would tell the pieces.
            unmarked = replace(event, by_exception=msgspec.UNSET)
            return replace(unmarked, high=_masked(event.high), low=_masked(event.low))
    if isinstance(event, SettingCorrected) and _hidden(event.position, surrendered):
        return replace(event, was_high=_masked(event.was_high), was_low=_masked(event.was_low))
    return event


def mask_round(row: RoundRow) -> RoundRow:
    finished = row.phase in FINISHED
    surrendered = row.surrendered if finished else None
    hands = {
        place: _masked(tiles) if _hidden(place, surrendered) else tiles
        for place, tiles in row.hands.items()
    }
    settings = {
        place: Setting(_masked(hand.high), _masked(hand.low))
        if _hidden(place, surrendered)
        else hand
        for place, hand in row.settings.items()
    }
    return replace(row, hands=hands, settings=settings)


def _hidden(place: str, surrendered: tuple[int, ...] | None) -> bool:
    """In play everything is; afterwards the dead hand and what was surrendered stay so."""
    return surrendered is None or place == DEAD or place in map(str, surrendered)
