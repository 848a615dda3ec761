"""Wagers on what a seat is dealt: the hands themselves, pairs among them, the meter's rows."""

from fractions import Fraction
from typing import Final

from domain.games.pai_gow.odds import fortune_edge, hands_edge, meter_edge
from domain.games.pai_gow.tiles import pair_fortunes
from domain.games.pai_gow.wagers.names import MAIN, PROGRESSIVE
from domain.games.pai_gow.wagers.record import PaiGowWager
from domain.shared_terms import TableTerms
from domain.wagers.catalogue import OddsRow
from domain.wagers.edge import Edge

_NEW_JERSEY, _MARYLAND, _CARDS = "nj-pai-gow", "md-pai-gow", "nj-pai-gow-poker"


def _beside_main(_: TableTerms) -> str:
    return MAIN


def _fortune_edges(table: str | None) -> tuple[Edge, ...]:
    tables = pair_fortunes.PAYTABLES if table is None else (table,)
    return tuple(map(fortune_edge, tables))


def _meter_stake(terms: TableTerms) -> int | None:
    return None if terms.progressive is None else terms.progressive.stake


ON_THE_HANDS: Final = PaiGowWager(
    name=MAIN,
    label="Pai gow",
    decided_by="hands",
    permitted={_NEW_JERSEY: "19:47-10.5(a)", _MARYLAND: "MD 5.A", _CARDS: "19:47-11.7"},
    paid_by={_NEW_JERSEY: "19:47-10.7(k)", _MARYLAND: "MD 8.K", _CARDS: "19:47-11.9"},
    rows=(OddsRow("Pai gow", Fraction(1)),),
    theory=hands_edge,
)

ON_PAIRS: Final = PaiGowWager(
    name=pair_fortunes.WAGER,
    label="Pair Fortunes",
    decided_by="pieces",
    election="pair_fortunes",
    paytable=lambda elected: elected.pair_fortunes,
    permitted={_MARYLAND: "MD 5.F"},
    paid_by={_MARYLAND: "MD 8.L"},
    rows=tuple(
        OddsRow(f"Pair Fortunes {table}, {row.replace('_', ' ')}", Fraction(odds), table, row)
        for table, pays in pair_fortunes.PAYTABLES.items()
        for row, odds in pays.items()
    ),
    edges=_fortune_edges,
    beside=_beside_main,
    row_of=pair_fortunes.fortune,
    table_rules=pair_fortunes.CITES,
    row_words={
        "gee_joon_and_heaven": "gee joon and the pair of teen",
        "two_pairs": "two pairs",
        "gee_joon": "gee joon",
        "mixed_pair": "one mixed pair",
        "identical_pair": "one identical pair",
    },
    no_row="no pair among its tiles",
)

ON_THE_METER: Final = PaiGowWager(
    name=PROGRESSIVE,
    label="Progressive",
    decided_by="meter",
    election="progressive",
    permitted={_CARDS: "19:47-11.14(a)"},
    paid_by={_CARDS: "19:47-11.14(d)"},
    beside=_beside_main,
    stake=_meter_stake,
    coupon=False,
    theory=meter_edge,
)
"""Its edge moves with the meter: the books reckon with the meter at its reset amount."""
