"""What of an event is masked from whom does not see hands, or players' cash: for every way out.

Nothing here asks who somebody is, or how far the read models are.
"""

from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.events import Event, topic_of
from domain.events.books import MarkerPaid
from domain.events.corrections import EntryCorrected
from domain.events.envelope import ShowsPieces
from domain.events.table import ChipsBought
from domain.game_library import LIBRARY
from domain.messages.events import EVENT_TYPES
from domain.unseen import MASK, mask_pieces
from projections.currency.fold import is_cash
from projections.rounds.row import RoundRow
from projections.rounds.search import FINISHED, hidden_places

WITH_HANDS: Final = tuple(kind for kind in EVENT_TYPES if issubclass(kind, ShowsPieces))
WITH_CASH: Final[tuple[type[ChipsBought | MarkerPaid | EntryCorrected], ...]] = (
    ChipsBought,
    MarkerPaid,
    EntryCorrected,
)
_KNOWN: Final = frozenset(topic_of(kind) for kind in EVENT_TYPES)
_HANDS: Final = frozenset(topic_of(kind) for kind in WITH_HANDS)
_CASH: Final = frozenset(topic_of(kind) for kind in WITH_CASH)


class Sight(NamedTuple):
    """What somebody sees."""

    hands: bool
    cash: bool

    def may_be_kept_from(self, topic: str) -> bool:
        """Whether an event stored under this name may hold what is not seen; one of an older
        version, or of none that is known, may hold anything."""
        if topic in _HANDS:
            return not self.hands
        return (topic in _CASH and not self.cash) or topic not in _KNOWN


def masked(event: Event, sight: Sight, finished: RoundRow | None) -> Event:
    """The event itself where all of it is seen. `finished`: its round once it is; None before."""
    if isinstance(event, ShowsPieces):
        return event if sight.hands else mask_event(event, finished)
    if isinstance(event, WITH_CASH) and is_cash(event):
        return event if sight.cash else replace(event, player=MASK)
    return event


def mask_event(event: Event, finished: RoundRow | None) -> Event:
    """For whom does not see hands in play."""
    if not isinstance(event, ShowsPieces):
        return event
    # Pieces that were keyed in wrong may be those of the dead hand, or of one that gave up.
    shown = finished is not None and event.seq > finished.counts_from
    unseen = hidden_places(finished) if finished is not None and shown else None
    hidden = event.masked(lambda place: unseen is None or place in unseen)
    # With its salt, hands could be tried until one gives the public hash.
    hides_salt = hidden is not event and isinstance(event.salt, str)
    return replace(hidden, salt=MASK) if hides_salt else hidden


def mask_round(row: RoundRow) -> RoundRow:
    """The same of a round as it stands."""
    unseen = hidden_places(row) if row.phase in FINISHED else None

    def is_hidden(place: str) -> bool:
        """In play everything is; afterwards the dead hand and what was given up stay so."""
        return unseen is None or place in unseen

    hands = {
        place: mask_pieces(pieces) if is_hidden(place) else pieces
        for place, pieces in row.hands.items()
    }
    row = replace(row, hands=hands)
    for game in LIBRARY.games:
        row = game.views.masking.masked_row(row, is_hidden)
    return row
