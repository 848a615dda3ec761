"""Whose turn it is: the round and its rules, or a refusal of the wrong moment."""

from typing import Final

from domain.controls import ROUND_OPEN
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Phase, Round
from domain.refusals import WrongMoment
from domain.table.opening import require_open

_TOLD: Final[dict[Phase, str]] = {
    "betting": "betting is open",
    "no_more_bets": '"no more bets" was announced',
    "rolled": "the dice have been read",
    "dealt": "the hands have been dealt",
    "house_set": "the house's hand is set",
}


def open_round_of(play: Play) -> tuple[Round, Regulation]:
    """The round being played, with its regulation."""
    require_open(play.table)
    if play.game.round is None:
        raise WrongMoment(ROUND_OPEN, f"no round is open at {play.table.name}; open one first")
    return play.game.round, play.rules


def require_phase(state: Round, phase: Phase, rule: str, act: str) -> None:
    """Refuse what belongs to another phase of the round."""
    if state.phase != phase:
        reason = f"{act} is for when {_TOLD[phase]}; in round {state.id} {_TOLD[state.phase]}"
        raise WrongMoment(rule, reason)
