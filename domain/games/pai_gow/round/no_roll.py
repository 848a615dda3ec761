"""Dice that do not count and are shaken again, each cause by its own paragraph."""

import re
from typing import Final

from domain.commands.round import NoRoll, NoRollCause
from domain.events import Event
from domain.events.envelope import Stamp
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Round
from domain.games.pai_gow.round.turn import open_round_of, require_phase
from domain.games.seam.no_roll import no_roll_called
from domain.refusals import NotOffered

_LID: Final = re.compile(r"\b(lid|cover\w*|uncover\w*)\b")
_BY_THE_DEALER: Final = re.compile(r"\bdealer\b")
_OUT: Final = re.compile(r"\bout\b")
_NOT_FLAT: Final = re.compile(r"\b(flat|edge|corner|cocked|lean\w*|tilt\w*|another|top)\b")
_FELL: Final = re.compile(r"\b(fell|fall\w*|dropp\w*|off|floor)\b")


def no_roll(play: Play, command: NoRoll, _: Stamp) -> list[Event]:
    state, rules = open_round_of(play)
    rule = _rule(state, command, rules)
    require_phase(state, "no_more_bets", rule, 'a "no roll"')
    return [no_roll_called(rule, command, tells_cause=rules.reading.no_roll_by_told_cause)]


def _rule(state: Round, command: NoRoll, rules: Regulation) -> str:
    """By the cause alone; words name a paragraph in version 2 only."""
    if not rules.reading.no_roll_by_cause:
        return rules.cites.not_flat
    cause = command.cause
    if cause is None and not rules.reading.no_roll_by_told_cause:
        cause = _cause_in(command.reason or "", banked=state.bank is not None)
    if cause is None:
        return rules.cites.no_roll
    if cause == "uncovered" and state.bank is None:
        reason = "the dealer lifts the lid where no player banks; tell what was wrong with the dice"
        raise NotOffered(rules.bank.uncovered, reason)
    by_cause = {
        "not_flat": rules.cites.not_flat,
        "fell_out": rules.cites.fell_out,
        "uncovered": rules.bank.uncovered,
    }
    return by_cause[cause]


def _cause_in(reason: str, *, banked: bool) -> NoRollCause:
    """As the dealer put it; dice of which nothing else is said did not lie flat."""
    said = reason.casefold()
    if banked and _LID.search(said) and not _BY_THE_DEALER.search(said):
        return "uncovered"
    if _OUT.search(said):
        return "fell_out"
    return "fell_out" if _FELL.search(said) and not _NOT_FLAT.search(said) else "not_flat"
