"""A group's figures: what its properties reconciled, by property, game and gaming day."""

from typing import Final

import msgspec

from projections.figures.reconciliation import Reconciliation, Totals, totals_of

TOTALS: Final = tuple(totals_of(()))
"""The figures that are summed, by name, in the order a reconciliation has them."""


class GameDay(msgspec.Struct, frozen=True, kw_only=True):
    """One game of one property on one gaming day; a figure is None while a part of it is."""

    property: str
    game: str
    day: str
    status: str
    """How far the property has closed the day."""
    periods: int
    """Accounting periods of tables that play the game."""
    totals: Totals


def game_days(property_: str, report: Reconciliation) -> list[GameDay]:
    """The report's own totals, taken apart by game: together they are the day's again."""
    own = [line for line in report.tables if line.of_day == report.day]
    found = []
    for game in sorted({line.game for line in own}):
        lines = tuple(line for line in own if line.game == game)
        found.append(
            GameDay(
                property=property_,
                game=game,
                day=report.day,
                status=report.status,
                periods=len(lines),
                totals=totals_of(lines),
            )
        )
    return found
