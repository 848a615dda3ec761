"""The house edge of a wager by the odds that a submission files for it."""

from fractions import Fraction
from typing import Final

from domain.games.craps.wagers.chances import Course, chances
from domain.wagers.edge import Edge

COUNTED: Final = (
    "over all runs of rolls of two dice, by the submission's own odds, as a share of the wager,"
    " until it is decided"
)
_PLACE_BET: Final = "off on come out rolls: that takes time, and changes no edge"
_MADE: Final = "of all made, void ones too"
_DECIDED: Final = "of those won or lost"


def edges_by(wager: str, course: Course, odds: Fraction) -> tuple[Edge, ...]:
    """The last is of those won or lost: the books count no wager that went back."""
    its = chances(course)
    if not its.void:
        case = _PLACE_BET if course.place_bet else ""
        return (Edge(wager, its.keeps(odds), COUNTED, case),)
    return (
        Edge(wager, its.keeps(odds), COUNTED, _MADE),
        Edge(wager, its.keeps_of_decided(odds), COUNTED, _DECIDED),
    )
