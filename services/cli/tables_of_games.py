"""`--NAME N` for every game but the first: so many tables of a simulated floor play it."""

from argparse import ArgumentError, ArgumentParser, ArgumentTypeError
from typing import Final

import typer

TAKES_GAMES: Final = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Settings of a command that has these options: the games are loaded when it is called."""


def tables_of_games(told: list[str], tables: int) -> dict[str, int]:
    """By game, as told; of games that nothing is told of, as many as is usual."""
    from domain.game_library import LIBRARY
    from services.tools.simulator import tables_among

    parser = ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    for game in LIBRARY.games[1:]:
        parser.add_argument(f"--{game.name}", type=_many, metavar="N")
    try:
        found, unknown = parser.parse_known_args(told)
    except ArgumentError as error:
        raise typer.BadParameter(str(error)) from None
    if unknown:
        known = ", ".join(f"--{game.name}" for game in LIBRARY.games[1:])
        raise typer.BadParameter(f"no such option: {unknown[0]} (games: {known})")
    asked = {name: many for name, many in vars(found).items() if many is not None}
    if (others := sum(asked.values())) > tables:
        played = " and ".join(name for name, many in asked.items() if many)
        raise typer.BadParameter(f"of {tables} tables {others} cannot play {played}")
    return tables_among(tables, asked)


def _many(told: str) -> int:
    if not told.isdecimal():
        raise ArgumentTypeError(f"{told!r} is no number of tables")
    return int(told)
