"""Hands that went to the wrong positions by a wrong total are void (10.9(c); MD 10.C)."""

from typing import Final

from msgspec import UNSET

from domain.controls import VOID_ROUND
from domain.events import Event
from domain.events.envelope import Stamp
from domain.games.pai_gow.messages.commands import Deal, Misdeal
from domain.games.pai_gow.messages.events import CardsDealt, TilesDealt
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.closing import Cause, void_round
from domain.games.pai_gow.round.evolve import after
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.start import (
    is_counted,
    misannounced,
    pointed_to,
    position_named,
    start_of,
)
from domain.games.pai_gow.round.state import Round
from domain.games.pai_gow.round.turn import open_round_of
from domain.refusals import BooksRefuse, NotOffered, WrongMoment
from domain.standing_by import require_another

TOTALS: Final = range(3, 19)
"""Of three dice."""


def asks_for_start(state: Round, rules: Regulation) -> bool:
    """After a wrong total the deal says where the first stack really went."""
    return rules.reading.misdeal_by_wrong_total and misannounced(state)


def first_dealt_to(state: Round, command: Deal, rules: Regulation, rule: str) -> str:
    """As the deal tells it after a wrong total; else where the dice, or the number, point."""
    right, told = start_of(state, rules), command.start
    asked = asks_for_start(state, rules)
    if told is None and asked:
        reason = (
            f"{_totals(state)}: tell as `start` at which position the deal began;"
            f" the dice point to {position_named(right)}"
        )
        raise NotOffered(rules.cites.misdeal, reason)
    if told is None or told == right:
        return right
    if told not in rules.game.ring:
        raise NotOffered(rule, f"{rules.name} knows no position `{told}`")
    if not asked:
        reason = (
            f"the deal begins at {position_named(right)}, not at {position_named(told)}, and the"
            " roll records no wrong total; leave `start` out and tell a wrong total by `misdeal`,"
            " or call the round off by `void_round`"
        )
        raise NotOffered(rule, reason)
    return told


def void_if_misdealt(
    state: Round, dealt: TilesDealt | CardsDealt, rules: Regulation
) -> list[Event]:
    """At once, where a wrong total was dealt by."""
    right = start_of(state, rules)
    if dealt.start == right:
        return [dealt]
    began = f"the deal began at {position_named(dealt.start)}, not at {position_named(right)}"
    cause = Cause(rules.cites.misdeal, f"{_totals(state)}: {began}")
    return [dealt, *void_round(after(state, [dealt]), rules, cause)]


def may_be_misdealt(state: Round, rules: Regulation) -> bool:
    """Hands lie there, and nothing on record says that they lie right."""
    if not rules.reading.misdeal_by_wrong_total:
        return state.deal is not None or not rules.reading.misdeal_after_deal
    if state.deal is None or state.deal.start_told:
        return False
    return state.announced is None and is_counted(state)


def misleading_totals(state: Round, rules: Regulation) -> tuple[int, ...]:
    """Those that may have been called out where hands are misdealt."""
    right = start_of(state, rules)
    return tuple(one for one in TOTALS if pointed_to(state, one, rules) != right)


def misdeal(play: Play, command: Misdeal, stamp: Stamp) -> list[Event]:
    """Hands that were dealt to the wrong positions are void; before that nothing is wrong yet."""
    state, rules = open_round_of(play)
    rule = rules.cites.misdeal
    if rules.reading.misdeal_after_deal and state.deal is None:
        reason = (
            f"nothing has been dealt in round {state.id}, so nothing is misdealt: a wrong total is"
            f" corrected and the deal goes by the dice; {rules.game.piece}s that were seen are"
            " mixed again by `reshuffle`; any other cause is for `void_round`"
        )
        raise WrongMoment(rule, reason)
    if not rules.reading.misdeal_by_wrong_total:
        cause = Cause(rule, _with_wrong_total(state, command.reason))
        return void_round(state, rules, cause)
    _check_wrong_total(state, command, rules)
    _require_supervisor(command, stamp)
    supervisor = UNSET if command.supervisor is None else command.supervisor
    announced = UNSET if command.announced is None else command.announced
    return void_round(state, rules, Cause(rule, command.reason, supervisor, announced))


def _check_wrong_total(state: Round, command: Misdeal, rules: Regulation) -> None:
    """What was called out, and not on record yet, pointed elsewhere than the dice."""
    rule, other = rules.cites.misdeal, "; any other cause is for `void_round`"
    if not is_counted(state):
        by = "the generator's number" if state.dice is None else "the dragon's eye die"
        reason = f"{by} names the first position of round {state.id}, and no total is counted"
        raise NotOffered(rule, f"{reason}{other}")
    assert state.dice is not None
    assert state.deal is not None
    total, right = sum(state.dice), position_named(start_of(state, rules))
    if state.deal.start_told:
        reason = f"`deal` told that it began at {right}, where the dice point"
        raise NotOffered(rule, f"{reason}{other}")
    if state.announced not in (None, command.announced or state.announced):
        reason = f"the roll recorded {state.announced} as announced; leave `announced` out"
        raise NotOffered(rule, reason)
    announced = command.announced or state.announced
    if announced is None:
        reason = "hands are misdealt by a wrong total: tell as `announced` what was called out"
        raise NotOffered(rule, f"{reason}{other}")
    if announced == total:
        reason = f"{announced} was announced, and the dice total {total}: nothing is misdealt"
        raise NotOffered(rule, f"{reason}{other}")
    if pointed_to(state, announced, rules) == pointed_to(state, total, rules):
        reason = f"{announced} points to {right} as the dice do, which total {total}"
        raise NotOffered(rule, f"{reason}: nothing is misdealt{other}")


def _require_supervisor(command: Misdeal, stamp: Stamp) -> None:
    if command.supervisor is not None:
        require_another(command.supervisor, stamp)
    elif not stamp.again:
        reason = "a misdeal voids the round: name the `supervisor` who stands by"
        raise BooksRefuse(VOID_ROUND, reason)


def _with_wrong_total(state: Round, reason: str) -> str:
    """What was called out for the dice, where that was wrong, is why it was dealt so."""
    if state.dice is None or state.announced in (None, sum(state.dice)):
        return reason
    return f"{reason} ({_totals(state)})"


def _totals(state: Round) -> str:
    assert state.dice is not None
    return f"{state.announced} was announced, the dice total {sum(state.dice)}"
