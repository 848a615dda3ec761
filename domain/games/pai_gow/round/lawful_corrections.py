"""What of the round being played may still be corrected."""

from typing import Final

from domain.events.round import WagerLine
from domain.games.pai_gow.round.correcting_settings import some_setting
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Round
from domain.games.pai_gow.round.taking_back import counted_since_roll
from domain.games.pai_gow.wagers.names import PROGRESSIVE

_BY_SOMEBODY: Final = frozenset({"abandoned", "void", "surrender"})
"""Outcomes that somebody chose, or lost by leaving; no dice and no hands decided them."""


def corrections(play: Play, state: Round) -> tuple[str, ...]:
    may = {
        "correct_bank": state.bank is not None and state.phase == "betting",
        "correct_wager": _some_wager(state),
        "correct_roll": _the_roll(play, state),
        "correct_deal": _the_deal(state),
        "correct_setting": some_setting(play, state),
    }
    return tuple(command for command, lawful in may.items() if lawful)


def _some_wager(state: Round) -> bool:
    """While bets are open any; after that what no meter and no streak has counted on."""
    if state.phase == "betting":
        return bool(state.wagers)
    return any(not one.retained and one.wager != PROGRESSIVE for one in state.wagers)


def _the_roll(play: Play, state: Round) -> bool:
    before = play.game.before_roll
    if before is None or state.phase not in ("rolled", "dealt") or counted_since_roll(play):
        return False
    return not _chosen(state.lines[len(before.round.lines) :])


def _the_deal(state: Round) -> bool:
    return state.deal is not None and not _chosen(state.lines[state.deal.decided :])


def _chosen(lines: tuple[WagerLine, ...]) -> bool:
    return any(line.outcome in _BY_SOMEBODY for line in lines)
