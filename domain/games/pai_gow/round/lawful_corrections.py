"""What of a round may still be corrected."""

from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.correcting_settings import some_setting
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Round, Wager
from domain.games.pai_gow.round.taking_back import counted_since_roll, decided_by_somebody
from domain.games.pai_gow.wagers.names import PROGRESSIVE


def corrections(play: Play, state: Round) -> tuple[str, ...]:
    may = {
        "correct_bank": state.bank is not None and state.phase == "betting",
        "correct_wager": bool(correctable(state, play.rules)),
        "correct_roll": _the_roll(play, state),
        "correct_deal": _the_deal(state),
        "correct_setting": some_setting(play, state),
    }
    return tuple(command for command, lawful in may.items() if lawful)


def correctable(state: Round, rules: Regulation) -> tuple[Wager, ...]:
    """While bets are open any but a retained one; after that what no meter has counted on."""
    betting, retained_too = state.phase == "betting", not rules.reading.retained_stays_as_it_is
    return tuple(
        one
        for one in state.wagers
        if (not one.retained or (betting and retained_too))
        and (betting or one.wager != PROGRESSIVE)
    )


def _the_roll(play: Play, state: Round) -> bool:
    before = play.game.before_roll
    if before is None or state.phase not in ("rolled", "dealt") or counted_since_roll(play):
        return False
    return decided_by_somebody(state.lines[len(before.round.lines) :]) is None


def _the_deal(state: Round) -> bool:
    return state.deal is not None and decided_by_somebody(state.lines[state.deal.decided :]) is None


def last_roll(play: Play) -> bool:
    """Between rounds: the dice alone ended the last one, and nothing rests on it yet."""
    before = play.game.before_roll
    return before is not None and before.ended is not None and not counted_since_roll(play)
