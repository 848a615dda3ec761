"""How each event changes a round. No rule is decided here: what happened, happened."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.events import round as happened
from domain.events.envelope import Event
from domain.events.round import WagerLine
from domain.round.state import Round, Wager
from domain.setting import Setting


def opened(event: happened.RoundOpened) -> Round:
    """The first state of a round."""
    assert event.round is not None
    return Round(
        id=event.round,
        number=event.number,
        phase="betting",
        regulation=event.regulation,
        limits=event.limits,
        vigorish=event.vigorish,
        house_way=event.house_way,
    )


def _placed(state: Round, event: happened.WagerPlaced) -> Round:
    before = state.wager_at(event.seat, event.wager)
    coupon = event.coupon + (before.coupon if before else 0)
    now = Wager(event.seat, event.wager, event.total, coupon, event.player)
    others = [one for one in state.wagers if one is not before]
    return replace(state, wagers=tuple(sorted([*others, now], key=lambda one: one.seat)))


def _withdrawn(state: Round, event: happened.WagerWithdrawn) -> Round:
    return replace(state, wagers=_without(state, event.seat, event.wager))


def _bets_closed(state: Round, _: happened.BetsClosed) -> Round:
    return replace(state, phase="no_more_bets")


def _rolled(state: Round, event: happened.DiceRolled) -> Round:
    return replace(state, phase="rolled", dice=event.dice)


def _dealt(state: Round, event: happened.TilesDealt) -> Round:
    return replace(state, phase="dealt", hands=event.hands)


def _hand_set(state: Round, event: happened.HandSet) -> Round:
    assert isinstance(event.seat, int)
    setting = Setting(event.high, event.low)
    return replace(state, settings={**state.settings, event.seat: setting})


def _house_set(state: Round, event: happened.HouseSet) -> Round:
    return replace(state, phase="house_set", house=Setting(event.high, event.low))


def _exposed(state: Round, event: happened.TileExposed) -> Round:
    if not event.position.isdigit():
        return state
    return replace(state, exposed=(*state.exposed, int(event.position)))


def _chosen(state: Round, event: happened.HandPlayedOn | happened.HandVoided) -> Round:
    return replace(state, exposed=tuple(seat for seat in state.exposed if seat != event.seat))


def _settled(state: Round, event: happened.WagerSettled) -> Round:
    assert event.rule is not None
    line = WagerLine(
        seat=event.seat,
        wager=event.wager,
        amount=event.amount,
        coupon=event.coupon,
        player=event.player,
        outcome=event.outcome,
        paid=event.paid,
        vigorish=0,
        rule=event.rule,
    )
    return replace(
        state,
        wagers=_without(state, event.seat, event.wager),
        lines=(*state.lines, line),
        tray_delta=state.tray_delta + event.entries.get("tray", 0),
    )


def _vigorish(state: Round, event: happened.VigorishTaken) -> Round:
    lines = tuple(
        replace(line, vigorish=event.amount)
        if (line.seat, line.wager) == (event.seat, event.wager)
        else line
        for line in state.lines
    )
    return replace(state, lines=lines, tray_delta=state.tray_delta + event.entries.get("tray", 0))


def _without(state: Round, seat: int, wager: str) -> tuple[Wager, ...]:
    return tuple(one for one in state.wagers if (one.seat, one.wager) != (seat, wager))


_CHANGES: Final[dict[type[Event], Callable[[Round, Any], Round]]] = {
    happened.WagerPlaced: _placed,
    happened.WagerWithdrawn: _withdrawn,
    happened.BetsClosed: _bets_closed,
    happened.DiceRolled: _rolled,
    happened.TilesDealt: _dealt,
    happened.HandSet: _hand_set,
    happened.HouseSet: _house_set,
    happened.TileExposed: _exposed,
    happened.HandPlayedOn: _chosen,
    happened.HandVoided: _chosen,
    happened.WagerSettled: _settled,
    happened.VigorishTaken: _vigorish,
}


def evolve_round(state: Round, event: Event) -> Round:
    """The round after the event; events that only tell leave it as it is."""
    change = _CHANGES.get(type(event))
    return change(state, event) if change else state
