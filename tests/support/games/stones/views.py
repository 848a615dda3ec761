"""What stones adds to what is shown of any game, and what of it is hidden."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from domain.events import round as happened
from domain.games.seam.in_play import InPlay, Spot
from domain.games.seam.masking import MaskingParts
from domain.games.seam.round_row import RoundParts
from domain.games.seam.search import SearchParts
from domain.games.seam.views import Views
from domain.parts import Stands, WithParts

from .bag import NOTATION, SEATS, STONES, number_of
from .messages.events import StonesDrawn
from .state import Play


class StonesInPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A table of stones between two of its events; no stone that lies face down is told."""

    last: str | None
    """The house's stone of the last round."""
    drawn: tuple[int, ...]
    """Seats with a stone."""


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    stones: Annotated[StonesInPlay | None, Stands("wagers", elsewhere=None)]


class StonesRow(msgspec.Struct, WithParts, frozen=True, kw_only=True):
    """What stones adds to the row of a round, among what every row has."""

    house_stone: str | msgspec.UnsetType = UNSET


def _drawn(row: StonesRow, event: StonesDrawn) -> StonesRow:
    return replace(row, phase="drawn", hands=event.hands)


def _closed(row: StonesRow, event: happened.RoundClosed) -> StonesRow:
    return replace(row, house_stone=event.house_stone)


def in_play(play: Play) -> InPlay:
    game = play.game
    own = StonesInPlay(last=game.last, drawn=game.seats() if game.hands else ())
    return InPlay(
        phase="open" if game.round is None else game.round.phase,
        seats=game.seats(),
        wagers=tuple(Spot(one.seat, one.wager, one.player, one.amount) for one in game.wagers),
        own=Shown(stones=own),
    )


class _Pieces:
    """A hand is one stone."""

    notation: Final = (NOTATION,)
    most: Final = 1
    example: Final = "S-12"
    told: Final = "a stone by its number: `S-12`, `stone 12`"

    def holdings(self, hand: tuple[str, ...]) -> frozenset[str]:
        return frozenset(hand) & frozenset(STONES)

    def meant_by(self, words: str) -> tuple[str, ...]:
        plain = words.strip().casefold()
        return tuple(one for one in STONES if plain in (one.casefold(), f"stone {number_of(one)}"))

    def unknown(self, words: str) -> str:
        return f"no stone is called {words[:40]!r}: there are stone 1 to stone {len(STONES)}"

    def played(self, holding: str) -> str:
        return "stones" if holding in STONES else ""

    def narrowed(self, meant: tuple[str, ...], played: str) -> tuple[str, ...]:
        return tuple(one for one in meant if self.played(one) == played)


VIEWS: Final = Views(
    round=RoundParts(
        changes={StonesDrawn: _drawn, happened.RoundClosed: _closed},
        corrections={},
        fields=StonesRow,
    ),
    in_play=Shown,
    search=SearchParts(
        said="stones", last_seat=SEATS[-1], hand_seats=tuple(SEATS), pieces=_Pieces()
    ),
    masking=MaskingParts(lambda _: False, {}, frozenset({"stones"})),
)
