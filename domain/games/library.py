"""The games there are, and which of them a regulation belongs to."""

from collections.abc import Sequence
from typing import Final

from domain.games.craps.game import CRAPS, CrapsGame
from domain.games.craps.regulations.earlier import NJ_CRAPS_1
from domain.games.pai_gow.game import PAI_GOW, PaiGowGame
from domain.games.pai_gow.regulations.earlier import FIRSTS, SECONDS
from domain.games.seam.game import Game
from domain.games.seam.regulation import Regulation
from domain.wagers.catalogue import WagerRecord


class Library:
    """Some games, found by what is recorded of them."""

    def __init__(self, games: Sequence[Game]) -> None:
        self.games: Final = tuple(games)
        self.regulations: Final[tuple[Regulation, ...]] = tuple(
            one for game in games for one in game.regulations
        )
        self.carried: Final[tuple[Regulation, ...]] = tuple(
            one for game in games for one in (*game.regulations, *game.earlier)
        )
        """In force or not: what recorded rounds are played again under."""
        self._regulations: Final = {one.name: one for one in self.regulations} | {
            one.ref: one for one in self.carried
        }
        self.by_regulation: Final = {
            name: game
            for game in games
            for one in (*game.regulations, *game.earlier)
            for name in (one.ref, one.name)
        }
        """By its name, or by name and version as a session records it."""
        self._wagers = {name: one for game in games for name, one in game.catalogue.items()}
        self.wagers: Final = tuple(self._wagers)
        """Of all games, by name."""

    def regulation(self, recorded: str) -> Regulation | None:
        """By its name, or by name and version; None for one that is not carried."""
        return self._regulations.get(recorded)

    def in_force(self, name: str) -> Regulation:
        """The one that sessions opened now are played under."""
        return self._regulations[name]

    def wager(self, name: str) -> WagerRecord | None:
        """Of any game; None for one that none of them knows."""
        return self._wagers.get(name)


LIBRARY: Final = Library((PAI_GOW, CRAPS))
_BEFORE: Final = (
    Library(
        (
            PaiGowGame(regulations=SECONDS, earlier=FIRSTS),
            CrapsGame(regulations=(NJ_CRAPS_1,), earlier=()),
        )
    ),
    Library((PaiGowGame(regulations=FIRSTS, earlier=()),)),
)
"""As they were while earlier versions were in force, the latest first."""
REGULATIONS: Final = LIBRARY.regulations
_PLAYED: Final = {
    **{one.name: f"{one.game.piece}s" for one in PAI_GOW.regulations},
    **{one.name: CRAPS.name for one in CRAPS.regulations},
}
PLAYED: Final = tuple(dict.fromkeys(_PLAYED.values()))
"""The games in one word each: `tiles`, `cards`, `craps`."""


def played(recorded: str) -> str:
    """Which of the games it is that is played under a regulation, in one word."""
    return _PLAYED.get(regulation_name(recorded), "")


def library_of(recorded: str) -> Library | None:
    """The games as they were when tables were opened under this very version; None: never here."""
    name = recorded.partition("@")[0]
    for one in (LIBRARY, *_BEFORE):
        known = one.regulation(name)
        if known is not None and known.ref == recorded:
            return one
    return None


def regulation_name(ref: str) -> str:
    """Of a regulation as it was recorded, without its version."""
    found = LIBRARY.regulation(ref)
    return ref if found is None else found.name


def jurisdiction_of(recorded: str) -> str:
    """Whose law a regulation is; nobody's where it is not known."""
    found = LIBRARY.regulation(recorded)
    return "" if found is None else found.jurisdiction
