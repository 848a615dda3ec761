"""The registered games, and which of them a regulation belongs to."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from domain.controls import MEANINGS
from domain.games.library import from_each
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
        self.commands: Final = tuple(one for game in games for one in game.commands)
        self.events: Final = tuple(one for game in games for one in game.events)
        of_games = (told for game in games for told in game.controls.items())
        self.controls: Final = {**MEANINGS, **dict(of_games)}
        """The house's and the games' own, each with its meaning."""

    def regulation(self, recorded: str) -> Regulation | None:
        """By its name, or by name and version; None for one that is not carried."""
        return self._regulations.get(recorded)

    def in_force(self, name: str) -> Regulation:
        """The one that sessions opened now are played under."""
        return self._regulations[name]

    def wager(self, name: str, recorded: str = "") -> WagerRecord | None:
        """As a recorded regulation has it, else as it is now; None for one that no game knows."""
        rules = self._regulations.get(recorded)
        known = None if rules is None else rules.catalogue.get(name)
        return known or self._wagers.get(name)

    def opened_under(self, recorded: str) -> "Library | None":
        """The games as they were when tables were opened under this very version; None: never."""
        found = self._regulations.get(recorded)
        if found is None or found.ref != recorded:
            return None
        game = self.by_regulation[recorded]
        before = game.while_in_force(found.version)
        return Library([before if one is game else one for one in self.games])


LIBRARY: Final = Library(tuple(from_each("game", "GAME").values()))
REGULATIONS: Final = LIBRARY.regulations
PLAYED: Final = tuple(dict.fromkeys(one.played for one in REGULATIONS))
"""What is played here, in one word each."""


def played(recorded: str) -> str:
    """Which of the games it is that is played under a regulation, in one word."""
    found = LIBRARY.regulation(recorded)
    return "" if found is None else found.played


@cache
def library_of(recorded: str) -> Library | None:
    """The games as they were when tables were opened under this very version; None: never here."""
    return LIBRARY.opened_under(recorded)


def regulation_name(ref: str) -> str:
    """Of a regulation as it was recorded, without its version."""
    found = LIBRARY.regulation(ref)
    return ref if found is None else found.name


def jurisdiction_of(recorded: str) -> str:
    """Whose law a regulation is; nobody's where it is not known."""
    found = LIBRARY.regulation(recorded)
    return "" if found is None else found.jurisdiction


def terms_told(regulation: str, recorded: Mapping[str, Any]) -> str:
    """What was elected under a regulation, as its game tells it."""
    return LIBRARY.by_regulation[regulation].account.terms_told(recorded)
