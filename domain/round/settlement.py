"""Hands compared, wagers collected and paid, the round summed up."""

from typing import Literal

from domain.commands.round import Settle
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import (
    Outcome,
    RoundClosed,
    RoundVoided,
    VigorishTaken,
    WagerLine,
    WagerSettled,
)
from domain.money import transfer, vigorish_on
from domain.regulations import Regulation
from domain.round.evolve import evolve_round
from domain.round.state import Round, Wager
from domain.round.turn import open_round_of, require_phase
from domain.setting import Setting
from domain.table.state import Table


def compare(seat: Setting, house: Setting, rules: Regulation) -> tuple[Outcome, str]:
    """Both hands higher wins, one higher is a push, neither loses; with the paragraph."""
    game, cites = rules.game, rules.cites
    high = game.higher(seat.high, house.high)
    low = game.higher(seat.low, house.low) and not game.low_cannot_win(seat.low)
    if high and low:
        return "win", cites.win
    if high:
        return "push", cites.push_high
    if low:
        return "push", cites.push_low
    return "lose", cites.lose


def collect(wager: Wager, outcome: Literal["lose", "surrender"], rule: str) -> WagerSettled:
    """The chips go to the tray; a coupon is taken and worth nothing."""
    entries = transfer(wager.amount, to="tray", source="win")
    return _settled(wager, outcome, rule, paid=0, entries=entries)


def give_back(wager: Wager, outcome: Literal["push", "void"], rule: str) -> WagerSettled:
    """Nothing moves: chips and coupon stay the player's."""
    return _settled(wager, outcome, rule, paid=0, entries={})


def pay(wager: Wager, rounding: str, rules: Regulation) -> list[Event]:
    """One to one on chips and coupon together, then vigorish on the whole."""
    won = wager.amount + wager.coupon
    entries = {"tray": -won, "win": wager.amount}
    if wager.coupon:
        entries["promotional"] = wager.coupon
    vigorish = vigorish_on(won, rounding)
    return [
        _settled(wager, "win", rules.cites.win, paid=won, entries=entries),
        VigorishTaken(
            rule=rules.cites.vigorish,
            seat=wager.seat,
            wager=wager.wager,
            amount=vigorish,
            won=won,
            entries=transfer(vigorish, to="tray", source="vigorish"),
        ),
    ]


def _settled(
    wager: Wager, outcome: Outcome, rule: str, *, paid: int, entries: dict[str, int]
) -> WagerSettled:
    return WagerSettled(
        rule=rule,
        seat=wager.seat,
        wager=wager.wager,
        amount=wager.amount,
        coupon=wager.coupon,
        player=wager.player,
        outcome=outcome,
        paid=paid,
        entries=entries,
    )


def settle(table: Table, _: Settle, __: Stamp) -> list[Event]:
    """Losers and pushes as the hands are exposed, winners after all of them, seat 1 to 6."""
    state, rules = open_round_of(table)
    require_phase(state, "house_set", rules.cites.compare, "settlement")
    assert state.house is not None
    exposed: list[Event] = []
    winners: list[Event] = []
    for wager in state.playing():
        outcome, rule = compare(state.settings[wager.seat], state.house, rules)
        if outcome == "win":
            winners += pay(wager, state.vigorish, rules)
        elif outcome == "push":
            exposed.append(give_back(wager, "push", rule))
        else:
            exposed.append(collect(wager, "lose", rule))
    events = [*exposed, *winners]
    return [*events, _closed(_after(state, events), table, rules)]


def _closed(state: Round, table: Table, rules: Regulation) -> RoundClosed:
    return RoundClosed(
        rule=rules.cites.compare,
        wagers=by_seat(state.lines),
        tray_delta=state.tray_delta,
        triples=table.triples,
    )


def void_round(table: Table, state: Round, rule: str, reason: str) -> list[Event]:
    """What is still in play goes back; what was settled before stays settled."""
    returned: list[Event] = [give_back(wager, "void", rule) for wager in state.wagers]
    after = _after(state, returned)
    return [
        *returned,
        RoundVoided(
            rule=rule,
            wagers=by_seat(after.lines),
            tray_delta=after.tray_delta,
            triples=table.triples,
            reason=reason,
        ),
    ]


def _after(state: Round, events: list[Event]) -> Round:
    for event in events:
        state = evolve_round(state, event)
    return state


def by_seat(lines: tuple[WagerLine, ...]) -> tuple[WagerLine, ...]:
    return tuple(sorted(lines, key=lambda line: (line.seat, line.wager)))
