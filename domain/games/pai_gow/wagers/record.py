"""What pai gow adds to a wager's record: how dice or pieces decide it, and in which words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from domain.games.pai_gow.dice.rolled import Rolled
from domain.shared_terms import TableTerms
from domain.wagers.catalogue import WagerRecord


class Pays(NamedTuple):
    """A wager that won."""

    odds: Fraction
    """To one."""
    stays: bool = False
    """It is paid and stays on the layout."""


OnRoll: TypeAlias = Callable[[Rolled, int], Pays | None]
"""What a roll makes of it at a seat; None: it lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaiGowWager(WagerRecord):
    """One wager of a table of tiles or cards."""

    on_roll: OnRoll | None = None
    shown: Callable[[Rolled, int], str] | None = None
    """What the dice show of it, in words."""
    row_of: Callable[[tuple[str, ...]], str | None] | None = None
    """The row that a seat's pieces form; None: they form none, and it loses."""
    table_rules: Mapping[str, str] = field(default_factory=dict[str, Any])
    """The paragraph of each paytable."""
    row_words: Mapping[str, str] = field(default_factory=dict[str, Any])
    no_row: str = "no row"

    def facts(self, regulation: str) -> dict[str, Any]:
        # Named by its class: a dataclass with slots is made anew, which `super()` does not follow.
        return {**WagerRecord.facts(self, regulation), "table_rules": dict(self.table_rules)}

    def on_pieces(self, hand: tuple[str, ...], terms: TableTerms) -> tuple[Pays | None, str]:
        """What a seat's pieces make of it by the elected paytable, and the paragraph."""
        assert self.row_of is not None
        table, formed = self.table_of(terms), self.row_of(hand)
        assert table is not None
        pays = [row.odds for row in self.rows if (row.table, row.name) == (table, formed)]
        return (Pays(pays[0]) if pays else None), self.table_rules[table]
