"""Which position gets the first stack, and which one a total that was called out points to."""

from domain.games.pai_gow.layout.positions import DEAD, DEALER, count_to
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.state import Round


def start_of(state: Round, rules: Regulation) -> str:
    """Counted from the bank, or from the dealer; or the seat that the dragon's eye die names."""
    if state.number_announced is not None:
        return count_to(rules.game.ring, DEALER, state.number_announced)
    assert state.dice is not None
    if named_by_eye(state):
        return str(state.dice[0])
    return pointed_to(state, sum(state.dice), rules)


def pointed_to(state: Round, total: int, rules: Regulation) -> str:
    """The position that a total of the dice comes to, counted from the house's hand."""
    return count_to(rules.game.ring, state.house_position, total)


def named_by_eye(state: Round) -> bool:
    """The dragon's eye die names the first seat, where no player banks."""
    eye = state.terms.dragons_eye
    return state.bank is None and eye is not None and eye.start == "eye"


def is_counted(state: Round) -> bool:
    """A total of the dice is what names it."""
    return state.dice is not None and not named_by_eye(state)


def misannounced(state: Round) -> bool:
    """The total that it is counted by was called out wrong, and the roll recorded that."""
    if state.announced is None or not is_counted(state):
        return False
    assert state.dice is not None
    return state.announced != sum(state.dice)


def position_named(position: str) -> str:
    """A position as people say it."""
    if position in (DEALER, DEAD):
        return "the dealer" if position == DEALER else "the dead hand"
    return f"seat {position}"
