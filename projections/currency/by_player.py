"""Cash of a gaming day by player, over all tables."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from projections.currency.row import Cash, CashDayRow
from projections.figures.corrected_amounts import right_amounts


class PlayerCash(msgspec.Struct, frozen=True, kw_only=True):
    """What one player put down in cash."""

    player: str
    amount: int
    buy_ins: int
    markers: int
    transactions: int
    tables: tuple[str, ...]
    first: str
    last: str


def cash_by_player(
    day: str, rows: Iterable[CashDayRow], above: int | None = None
) -> list[PlayerCash]:
    """The day's players, the largest first; rows of later days hold the corrections of this one.

    A player who was not named is known by the seat alone, and a seat belongs to its table.
    """
    rows = sorted(rows, key=lambda row: (row.table, row.day))
    right = right_amounts(rows)
    paid: dict[str, list[tuple[str, Cash]]] = {}
    for row in rows:
        for one in row.cash if row.day == day else ():
            amount = right.get((row.table, one.seq), one.amount)
            unnamed = one.player.startswith("seat-")
            player = f"{row.table}/{one.player}" if unnamed else one.player
            paid.setdefault(player, []).append((row.table, replace(one, amount=amount)))
    found = [_summed(player, its) for player, its in paid.items()]
    found = [one for one in found if above is None or one.amount > above]
    return sorted(found, key=lambda one: (-one.amount, one.player))


def _summed(player: str, paid: list[tuple[str, Cash]]) -> PlayerCash:
    moments = sorted(cash.at for _, cash in paid)
    markers = sum(cash.amount for _, cash in paid if cash.what == "marker")
    amount = sum(cash.amount for _, cash in paid)
    return PlayerCash(
        player=player,
        amount=amount,
        buy_ins=amount - markers,
        markers=markers,
        transactions=len(paid),
        tables=tuple(sorted({table for table, _ in paid})),
        first=moments[0],
        last=moments[-1],
    )
