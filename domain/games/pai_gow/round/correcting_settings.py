"""A hand that was keyed in wrong as it was set: taken up again, and set as it lay."""

from domain.controls import CORRECTION
from domain.events import Event
from domain.events.envelope import Stamp
from domain.games.pai_gow.layout.positions import DEALER
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.messages.commands import CorrectSetting
from domain.games.pai_gow.messages.events import HandSet, HouseSet, SettingCorrected
from domain.games.pai_gow.round.correcting import round_to_correct
from domain.games.pai_gow.round.hands import dealer_set, house_set, is_bank_free, seat_set
from domain.games.pai_gow.round.house_way import by_house_way
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Round
from domain.games.pai_gow.wagers.names import MAIN
from domain.refusals import BooksRefuse, WrongMoment
from domain.standing_by import require_for_correction

HOUSE = "house"


def correct_setting(play: Play, command: CorrectSetting, stamp: Stamp) -> list[Event]:
    """The rules of setting hold for what is told, as if it had been told at once."""
    state = round_to_correct(play)[0]
    require_for_correction(play.table, command.supervisor, stamp)
    was = _standing(state, command.seat)
    right = _set_right(play, command)
    if Setting(right.high, right.low).same_as(was):
        reason = f"that is how {_whose(command.seat)} was set in round {state.id}; nothing is wrong"
        raise BooksRefuse(CORRECTION, reason)
    position = str(command.seat)
    taken_back = SettingCorrected(
        corrects=state.set_by[position],
        position=position,
        was_high=was.high,
        was_low=was.low,
        reason=command.reason,
        supervisor=command.supervisor,
        exceptional=True,
    )
    return [taken_back, right]


def _standing(state: Round, seat: int | str) -> Setting:
    """The setting that is corrected, of a hand that is still in play."""
    if state.bank is not None and state.bank.seat == seat:
        reason = f"seat {seat} banks: its hand is the house's; correct the setting of `house`"
        raise WrongMoment(CORRECTION, reason)
    if seat == HOUSE:
        was = state.house
    elif seat == DEALER:
        was = state.dealer
    else:
        assert isinstance(seat, int)
        was = state.settings.get(seat)
        _refuse_decided(state, seat)
    if was is None:
        told_by = "`set_house`" if seat == HOUSE else "`set_hand`"
        reason = f"{_whose(seat)} is not set in round {state.id}; {told_by} tells it"
        raise WrongMoment(CORRECTION, reason)
    return was


def _refuse_decided(state: Round, seat: int) -> None:
    for line in state.lines:
        if (line.seat, line.wager) == (seat, MAIN):
            reason = (
                f"the hand of seat {seat} was decided ({line.outcome}) in round {state.id};"
                " its setting is no longer played"
            )
            raise WrongMoment(CORRECTION, reason)


def _set_right(play: Play, command: CorrectSetting) -> HandSet | HouseSet:
    if command.seat == HOUSE:
        return house_set(play, command)
    if command.seat == DEALER:
        return dealer_set(play, command)
    assert isinstance(command.seat, int)
    return seat_set(play, command.seat, command)


def _whose(seat: int | str) -> str:
    if isinstance(seat, int):
        return f"the hand of seat {seat}"
    return "the house's hand" if seat == HOUSE else "the dealer's own hand"


def some_setting(play: Play, state: Round) -> bool:
    """Some hand that is set could lie otherwise; a player's always could."""
    if any(wager.seat in state.settings for wager in state.playing()):
        return True
    free = is_bank_free(state)
    return (state.house is not None and (free or _other(play, state.house))) or (
        state.dealer is not None and _other(play, state.dealer)
    )


def _other(play: Play, was: Setting) -> bool:
    """The house way leaves another choice for these pieces."""
    allowed = by_house_way(play, (*was.high, *was.low)).settings
    return any(not way.same_as(was) for way in allowed)
