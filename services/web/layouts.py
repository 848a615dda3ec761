"""The games' layouts as the pages' scripts read them: one module, made of the library."""

import json
from importlib.resources import files
from typing import Any, Final

from domain.game_library import LIBRARY
from domain.games.seam.game import Game
from domain.games.seam.layout import Action, Layout, Mark
from services.web.pieces import BACKS, CHIPS, MOST_STACKED, PIECE_KINDS, STACKED, TITLES

_SCRIPTS: Final = files("services.web.static").joinpath("games")


def layout_of(regulation: str) -> Layout:
    """Of the game that is played under it; an empty one where nobody knows it."""
    game = LIBRARY.by_regulation.get(regulation)
    return Layout() if game is None else game.layout


def script() -> str:
    """`layouts.js`."""
    told = {
        "GAMES": {game.name: _told(game) for game in LIBRARY.games},
        "PHASES": _phases(Layout()),
        "TITLES": TITLES,
        "KEYS": {
            piece.name: piece.keys
            for kind in PIECE_KINDS.values()
            for piece in kind.pieces
            if piece.keys
        },
        "BACKS": BACKS,
        "CHIPS": sorted(CHIPS),
        "STACKED": STACKED,
        "MOST": MOST_STACKED,
    }
    lines = (
        f"export const {name} = {json.dumps(value, ensure_ascii=False)};"
        for name, value in told.items()
    )
    return "\n".join(("// Made of the games' layouts.", *lines, ""))


def _told(game: Game) -> dict[str, Any]:
    layout = game.layout
    return {
        "regulations": [one.name for one in game.regulations],
        "hasScript": _SCRIPTS.joinpath(f"{game.name}.js").is_file(),
        "phases": _phases(layout),
        "commands": {name: _action(one) for name, one in layout.commands.items()},
        "values": layout.values,
        "wagers": {
            name: [one.label, layout.briefly.get(name, name.replace("_", " "))]
            for name, one in game.catalogue.items()
        },
        "running": layout.running,
        "listsWagers": layout.lists_wagers,
    }


def _action(one: Action) -> dict[str, Any]:
    return {
        "label": one.label,
        "key": one.key,
        "group": one.group,
        "isGrave": one.is_grave,
        "isChoice": one.is_choice,
    }


def _phases(layout: Layout) -> dict[str, dict[str, Any]]:
    return {
        name: {"words": one.words, "primary": one.primary, "look": one.look}
        for name, one in layout.phases.items()
    }


def phase_told(layout: Layout, phase: str) -> str:
    """As a round that is played again says it."""
    found = layout.phases.get(phase)
    return phase if found is None else found.told


def running_labels(*, counted: bool = False) -> str:
    """What runs from round to round at the tables of the house, game by game."""
    found = (
        game.layout.running
        for game in LIBRARY.games
        if game.layout.running and (game.layout.is_counted or not counted)
    )
    return ", ".join(found).capitalize()


def marks() -> tuple[Mark, ...]:
    """For the floor's legend."""
    of_games = dict.fromkeys(one for game in LIBRARY.games for one in game.layout.marks)
    return (Mark("in", "in play"), *of_games, Mark("carried", "wager carried over"))
