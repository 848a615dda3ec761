"""What each wager pays, line by line, as it stands on a sign: odds "to" one, or an amount."""

from collections.abc import Collection, Mapping
from typing import Final

from domain.games.pai_gow.cards.progressive import STAKES_CENTS, PayTable, pay_table
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.wagers.record import PaiGowWager
from domain.games.seam.sheet import Payout
from domain.money import dollars

LISTED: Final = {stake: pay_table(stake) for stake in STAKES_CENTS}
"""The progressive payout tables as listed (19:47-11.14(d)), by stake."""


def payouts_of(
    wager: PaiGowWager,
    rules: Regulation,
    tables: Collection[str] | None = None,
    progressive: Mapping[int, PayTable] = LISTED,
) -> list[Payout]:
    """All the lines of one wager; where it has several tables, by each that is asked for."""
    if wager.decided_by == "meter":
        return [
            line
            for stake, table in progressive.items()
            for line in _amounts(wager, stake, table, rules)
        ]
    return [
        Payout(wager.name, row.label, row.odds, wager.table_rules.get(row.table, rule))
        for rule in [wager.rule_at(rules.name)]
        for row in wager.rows
        if not row.table or tables is None or row.table in tables
    ]


def _amounts(
    wager: PaiGowWager, stake_cents: int, table: PayTable, rules: Regulation
) -> list[Payout]:
    return [
        Payout(
            wager.name,
            f"{wager.label} {dollars(stake_cents)}, {row.name.replace('_', ' ')}",
            None,
            wager.rule_at(rules.name),
            percent=row.percent,
            cents=row.cents if row.percent is None else None,
        )
        for row in table
    ]
