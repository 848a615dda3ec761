"""Wagers that the dice decide as soon as they are read; Maryland has none (MD 5.F)."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Final

from domain.games.pai_gow.dice import dice_bonus, dragons_eye, triples
from domain.games.pai_gow.dice.rolled import Dice, Rolled
from domain.games.pai_gow.elections.terms import own_terms
from domain.games.pai_gow.odds import bonus_edges, dice_edge
from domain.games.pai_gow.wagers import words
from domain.games.pai_gow.wagers.names import DICE_BONUS, MAIN
from domain.games.pai_gow.wagers.record import OnRoll, PaiGowWager, Pays
from domain.shared_terms import TableTerms
from domain.wagers.catalogue import OddsRow
from domain.wagers.edge import Edge

TRIPLES: Final = "triples_bonus"
"""The election of the bonus wagers that 19:47-10.11 has."""
_TILES, _CARDS = "nj-pai-gow", "nj-pai-gow-poker"
_TRIPLES_OFFERED: Final = {_TILES: "19:47-10.11(a)"}
_EYE_OFFERED: Final = {_TILES: "13:69F-10.5(d)", _CARDS: "13:69F-11.7(f)"}


def _beside_main(_: TableTerms) -> str:
    return MAIN


def _unless_standalone(terms: TableTerms) -> str | None:
    eye = own_terms(terms).dragons_eye
    alone = eye is not None and eye.standalone
    return None if alone else MAIN


def _by(odds_to_one: Callable[[str, Dice, int], int | None], wager: str) -> OnRoll:
    """Decided by what the three dice show, whoever shook them."""

    def on_roll(rolled: Rolled, seat: int) -> Pays | None:
        odds = odds_to_one(wager, rolled.dice, seat)
        return None if odds is None else Pays(Fraction(odds))

    return on_roll


def _edge(wager: str, _: str | None) -> tuple[Edge, ...]:
    return (dice_edge(wager),)


def _bonus_edges(_: str | None) -> tuple[Edge, ...]:
    return bonus_edges()


def _triples(name: str, label: str, shown: Callable[[Rolled, int], str]) -> PaiGowWager:
    return PaiGowWager(
        name=name,
        label=label,
        decided_by="dice",
        election=TRIPLES,
        permitted=_TRIPLES_OFFERED,
        paid_by={_TILES: triples.CITES[name]},
        rows=(OddsRow(label, Fraction(triples.ODDS[name])),),
        edges=partial(_edge, name),
        beside=_beside_main,
        on_roll=_by(triples.odds_to_one, name),
        shown=shown,
    )


def _eye(name: str, line: str, odds: int, shown: Callable[[Rolled, int], str]) -> PaiGowWager:
    return PaiGowWager(
        name=name,
        label=name.capitalize(),
        decided_by="dice",
        election="dragons_eye",
        permitted=_EYE_OFFERED,
        paid_by={_TILES: dragons_eye.CITES[name], _CARDS: dragons_eye.CARDS_CITES[name]},
        rows=(OddsRow(line, Fraction(odds)),),
        edges=partial(_edge, name),
        beside=_unless_standalone,
        on_roll=_by(dragons_eye.odds_to_one, name),
        shown=shown,
    )


def _on_running(rolled: Rolled, seat: int) -> Pays | None:
    """Paid on every triple; after the first and second it stays on the table."""
    if not rolled.running:
        return None
    odds = dice_bonus.bonus_odds(rolled.running, shaker=rolled.shaker == seat)
    return Pays(Fraction(odds), stays=rolled.running < dice_bonus.LAST)


def _bonus_rows() -> tuple[OddsRow, ...]:
    return tuple(
        OddsRow(
            f"Dice bonus, {words.ordinal(running)} triple in a row, {who}",
            Fraction(dice_bonus.bonus_odds(running, shaker=shaker)),
        )
        for running in range(1, dice_bonus.LAST + 1)
        for shaker, who in ((True, "the shaker"), (False, "others"))
    )


ON_TRIPLES: Final = (
    *(
        _triples(name, f"All {face}'s", partial(words.all_of, face))
        for name, face in triples.FACES.items()
    ),
    _triples(triples.ANY_TRIPLE, "Any triple", words.triple),
)

ON_THE_EYE: Final = (
    _eye("even", "Even, by the dragon's eye die", dragons_eye.PARITY_ODDS, words.parity),
    _eye("odd", "Odd, by the dragon's eye die", dragons_eye.PARITY_ODDS, words.parity),
    _eye(
        "match", "Match, each die with the seat's number", dragons_eye.MATCH_ODDS_A_DIE, words.match
    ),
    _eye("double", "Double, the two other dice alike", dragons_eye.DOUBLE_ODDS, words.double),
    _eye("triple", "Triple, all three dice alike", dragons_eye.TRIPLE_ODDS, words.triple),
    PaiGowWager(
        name=DICE_BONUS,
        label="Dice bonus",
        decided_by="dice",
        election="dragons_eye",
        permitted=_EYE_OFFERED,
        paid_by={_TILES: dice_bonus.CITES[DICE_BONUS], _CARDS: dice_bonus.CARDS_CITES[DICE_BONUS]},
        rows=_bonus_rows(),
        edges=_bonus_edges,
        beside=_unless_standalone,
        carried=True,
        on_roll=_on_running,
        shown=words.bonus,
    ),
)

ON_THE_DICE: Final = (*ON_TRIPLES, *ON_THE_EYE)
