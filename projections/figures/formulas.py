"""The formulas of the books, in one place, by jurisdiction. Unknown inputs give unknown.

Win is closer, credits and drop, less opener, fills and marker payments, less what of the
promotional may be excluded. The table's own chips that lay on the layout when a roll was counted
are its own at the end of the one period and at the beginning of the next. The count room counts
coupons apart, so a counted drop holds none of them: New Jersey, which lets match play be excluded,
has nothing more to take out, and neither has Maryland. The term is kept in its place, at nothing,
for one that counts otherwise.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Final, Protocol, TypeAlias

import msgspec

from domain.game_library import LIBRARY
from domain.wagers.edge import Edge
from domain.wagers.elected import NOTHING_ELECTED, Elected
from projections.sessions.period import Period


class Counted(Protocol):
    """What win and drop are reckoned from: a period of a session, or its few numbers."""

    @property
    def closer(self) -> int | None: ...
    @property
    def drop(self) -> int | None: ...
    @property
    def drop_estimated(self) -> int: ...
    @property
    def opener(self) -> int: ...
    @property
    def fills(self) -> int: ...
    @property
    def credits(self) -> int: ...
    @property
    def marker_payments(self) -> int: ...
    @property
    def on_layout(self) -> int: ...


class Figure(msgspec.Struct, frozen=True):
    """Cents, or unknown with what is missing: the command that would supply it."""

    value: int | None
    missing: tuple[str, ...] = ()


Term: TypeAlias = tuple[int, Callable[[Counted], Figure]]
"""Added or taken away, and what."""


def drop(period: Counted) -> Figure:
    """What the count room found in every box of the period."""
    return Figure(period.drop, () if period.drop is not None else ("count_drop",))


def estimated_drop(period: Counted) -> Figure:
    """Buy-ins and markers paid in cash: what should be in the boxes."""
    return Figure(period.drop_estimated)


def closer(period: Counted) -> Figure:
    return Figure(period.closer, () if period.closer is not None else ("close_table",))


def _excludable_promotional(_: Counted) -> Figure:
    """Nothing: see above."""
    return Figure(0)


def _known(name: str) -> Callable[[Counted], Figure]:
    return lambda period: Figure(getattr(period, name))


_WIN: Final[tuple[Term, ...]] = (
    (1, closer),
    (1, _known("on_layout")),
    (1, _known("credits")),
    (1, drop),
    (-1, _known("opener")),
    (-1, _known("fills")),
    (-1, _known("marker_payments")),
    (-1, _excludable_promotional),
)
_STATISTICAL: Final = tuple((sign, estimated_drop if part is drop else part) for sign, part in _WIN)

WIN: Final[dict[str, tuple[Term, ...]]] = {"nj": _WIN, "md": _WIN}
"""Win by the count, as each jurisdiction writes it."""
STATISTICAL_WIN: Final[dict[str, tuple[Term, ...]]] = {"nj": _STATISTICAL, "md": _STATISTICAL}
"""The same before the count room has counted: with the estimated drop."""


def _sum(terms: Iterable[Term], period: Counted) -> Figure:
    figures = [(sign, part(period)) for sign, part in terms]
    missing = tuple(name for _, figure in figures for name in figure.missing)
    known = [sign * figure.value for sign, figure in figures if figure.value is not None]
    return Figure(None if missing else sum(known), missing)


def win(period: Counted, jurisdiction: str = "nj") -> Figure:
    """Win by the count."""
    return _sum(WIN.get(jurisdiction, _WIN), period)


def statistical_win(period: Counted, jurisdiction: str = "nj") -> Figure:
    """Win as it is reported before the count."""
    return _sum(STATISTICAL_WIN.get(jurisdiction, _STATISTICAL), period)


def vigorish(period: Period) -> Figure:
    """Taken, less what is owed of it, with what was recovered."""
    return Figure(period.vigorish)


def expected_closer(period: Period) -> int:
    """Opener and fills, less credits and buy-ins, with markers in chips and what was won.

    The dealer's wager against a bank that lay on the layout is not expected in the tray.
    """
    moved = period.fills - period.credits - period.buy_ins + period.marker_chips
    return period.opener + moved + period.win - period.on_layout


def hold(won: int | None, dropped: int | None) -> Fraction | None:
    """Win as a share of drop; unknown where one of them is, or nothing was dropped."""
    if won is None or not dropped:
        return None
    return Fraction(won, dropped)


def percent(share: Fraction | None) -> str | None:
    """Two digits after the point, halves to even: 21.53."""
    if share is None:
        return None
    hundredths = round(share * 10_000)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def edge_of(wager: str, game: str, elected: Elected = NOTHING_ELECTED) -> Edge | None:
    """The edge that the books reckon with, where the rules and the submission say."""
    return _edge(wager, game, msgspec.json.encode(elected))


@lru_cache(maxsize=4096)
def _edge(wager: str, game: str, recorded: bytes) -> Edge | None:
    """Statistics ask for the same ones for every table and day of a year."""
    record = LIBRARY.wager(wager, game)
    elected = msgspec.json.decode(recorded, type=Elected)
    return None if record is None else record.edge(game, elected)


def theoretical_win(
    wagered: dict[str, int], game: str, elected: Elected = NOTHING_ELECTED
) -> Figure:
    """What the decided wagers are worth to the house by the rules alone, to the nearest cent."""
    edges = {wager: edge_of(wager, game, elected) for wager in sorted(wagered) if wagered[wager]}
    missing = tuple(f"edge:{wager}" for wager, edge in edges.items() if edge is None)
    if missing:
        return Figure(None, missing)
    worth = (wagered[wager] * edge.edge for wager, edge in edges.items() if edge)
    return Figure(round(sum(worth, Fraction(0))))
