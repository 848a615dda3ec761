"""What a decision of the game is made on, and whose turn it is."""

from typing import Final, NamedTuple

from domain.controls import ROUND_OPEN
from domain.games.craps.regulations import Regulation
from domain.games.craps.round.state import Craps, Phase, Round
from domain.refusals import WrongMoment
from domain.table.opening import require_open
from domain.table.state import Table

_IN_WORDS: Final[dict[Phase, str]] = {
    "betting": "betting is open",
    "no_more_bets": '"no more bets" was announced',
}


class Play(NamedTuple):
    """A table that hosts the game, as a command finds it."""

    table: Table
    game: Craps
    rules: Regulation
    """Those of the round being played, else of the session."""


def open_round_of(play: Play) -> Round:
    """The round being played."""
    require_open(play.table)
    if play.game.round is None:
        raise WrongMoment(ROUND_OPEN, f"no round is open at {play.table.name}; open one first")
    return play.game.round


def require_phase(state: Round, phase: Phase, rule: str, act: str) -> None:
    """Refuse what belongs to another phase of the round."""
    if state.phase != phase:
        now = _IN_WORDS[state.phase]
        reason = f"{act} is for when {_IN_WORDS[phase]}; in round {state.id} {now}"
        raise WrongMoment(rule, reason)
