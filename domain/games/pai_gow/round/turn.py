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

_BY_GENERATOR: Final = "the generator's number was announced"


def open_round_of(play: Play) -> tuple[Round, Regulation]:
    """The round being played, with its regulation."""
    require_open(play.table)
    if play.game.round is None:
        raise WrongMoment(ROUND_OPEN, f"no round is open at {play.table.name}; open one first")
    return play.game.round, play.rules


def require_phase(state: Round, phase: Phase, rule: str, act: str) -> None:
    """Refuse what belongs to another phase of the round."""
    if state.phase != phase:
        wanted, now = _TOLD[phase], _TOLD[state.phase]
        if phase == "rolled" and state.terms.generator and state.bank is None:
            wanted = f"{wanted} or {_BY_GENERATOR}"
        if state.phase == "rolled" and state.number_announced is not None:
            now = _BY_GENERATOR
        raise WrongMoment(rule, f"{act} is for when {wanted}; in round {state.id} {now}")
