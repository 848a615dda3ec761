"""Each wager beside what the rules alone would have it win, table by table as each elects."""

from fractions import Fraction
from typing import Final

from domain.wagers.edge import Edge
from projections.figures import formulas
from projections.figures.sums import add
from projections.reports.report import Line, cents, percent, text, words
from projections.sessions import SessionRow
from projections.sessions.period import Period

WAGERS: Final = (
    *(text("game"), text("wager"), cents("wagered"), cents("won", "won before vigorish")),
    *(cents("vigorish"), cents("win"), percent("hold", "win %")),
    *(cents("theoretical_win"), percent("theoretical_hold", "theoretical win %")),
    words("missing"),
)
"""Shares are of what was wagered: nobody knows which wager a player bought in for."""
EDGES: Final = (
    *(text("game"), text("wager"), percent("edge", "house keeps %"), text("precision")),
    text("found", "how it was found"),
)
LEFT_OUT: Final = (
    "Theoretical win is of wagers against the house: those against a player's bank, the dealer's"
    " own against it, coupons and exceptions filed to the house way are not in it."
)


class _Sums:
    """One wager of one game."""

    def __init__(self) -> None:
        self.amounts: dict[str, int] = {}
        self.worth = Fraction(0)
        self.unknown = False

    def add(self, period: Period, wager: str, edge: Edge | None) -> None:
        figures = {
            "wagered": period.wagered.get(wager, 0),
            "won": period.won.get(wager, 0),
            "vigorish": period.vigorish_on.get(wager, 0),
        }
        self.amounts = add(self.amounts, figures)
        if edge is not None:
            self.worth += edge.edge * figures["wagered"]
        self.unknown |= edge is None and figures["wagered"] != 0

    def line(self, game: str, wager: str) -> Line:
        wagered, won, vigorish = (self.amounts[name] for name in ("wagered", "won", "vigorish"))
        theory = None if self.unknown else round(self.worth)
        share = None if self.unknown or not wagered else self.worth / wagered
        return (
            *(game, wager, wagered, won, vigorish, won + vigorish),
            *(formulas.percent(formulas.hold(won + vigorish, wagered)), theory),
            *(formulas.percent(share), (f"edge:{wager}",) if self.unknown else ()),
        )


def wager_lines(lines: list[tuple[SessionRow, Period]]) -> list[Line]:
    sums: dict[tuple[str, str], _Sums] = {}
    for row, period in lines:
        for wager in period.wagered:
            edge = formulas.edge_of(wager, row.game, row.elected)
            sums.setdefault((row.game, wager), _Sums()).add(period, wager, edge)
    return [sums[place].line(*place) for place in sorted(sums) if any(sums[place].amounts.values())]


def edge_lines(lines: list[tuple[SessionRow, Period]]) -> list[Line]:
    """Every edge that the theoretical win is reckoned with, and how it was found."""
    found = {
        (row.game, wager, edge.case): edge
        for row, period in lines
        for wager in period.wagered
        if period.wagered[wager] and (edge := formulas.edge_of(wager, row.game, row.elected))
    }
    return [
        (
            *(game, wager, f"{float(100 * edge.edge):.4f}"),
            "exact" if edge.error is None else f"standard error {100 * edge.error:.4f}",
            f"{edge.counted}; {case}" if case else edge.counted,
        )
        for (game, wager, case), edge in sorted(found.items(), key=lambda one: one[0])
    ]
