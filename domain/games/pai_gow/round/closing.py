"""The end of a round: summed up, or void."""

from typing import NamedTuple

import msgspec

from domain.event_parts import ENDED
from domain.events import Event
from domain.events.round import (
    BankLine,
    DealerWagerLine,
    RoundClosed,
    RoundVoided,
    WagerLine,
    WagerSettled,
)
from domain.games.pai_gow.messages.parts import Ended
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.centre import settle_bank
from domain.games.pai_gow.round.evolve import after
from domain.games.pai_gow.round.paying import give_back, stay, take_back
from domain.games.pai_gow.round.state import Round, Wager


def close(state: Round, events: list[Event], rules: Regulation) -> list[Event]:
    """These last events of the round, and its sum."""
    ended = after(state, events)
    return [
        *events,
        RoundClosed(
            rule=_where_closed(ended, rules),
            wagers=by_seat(ended.lines),
            bank=_bank_line(ended),
            dealer_wager=_dealer_line(ended),
            tray_delta=ended.tray_delta,
            meter=ended.meter_line,
            **ENDED.told(Ended(triples=ended.triples)),
        ),
    ]


def _where_closed(ended: Round, rules: Regulation) -> str:
    """The paragraph by which its last wagers are collected and paid."""
    if ended.bank is not None and rules.reading.bank_cited_by_itself:
        return rules.bank.co_settle if ended.bank.co_bank else rules.bank.settle
    if ended.terms.dragons_eye is not None and not ended.hands:
        assert rules.eye is not None
        return rules.eye.settle
    return rules.cites.compare


def close_if_nobody_plays(state: Round, events: list[Event], rules: Regulation) -> list[Event]:
    """Without a wager that needs them no hands are dealt: the round ends with the dice."""
    now = after(state, events)
    if now.wagers or now.dealer_plays:
        return events
    return close(state, [*events, *clear_centre(now, rules)], rules)


def clear_centre(state: Round, rules: Regulation, *, void: bool = False) -> list[Event]:
    """What lies in the centre with nobody left to be paid is the bank's."""
    if state.bank is None or not state.centre:
        return []
    return [settle_bank(state, state.centre, rules, void=void)]


class Cause(NamedTuple):
    """Why a round is void."""

    rule: str
    reason: str
    supervisor: str | msgspec.UnsetType = msgspec.UNSET
    announced: int | msgspec.UnsetType = msgspec.UNSET
    """The wrong total, where the roll did not record it."""


def void_round(state: Round, rules: Regulation, cause: Cause) -> list[Event]:
    """Every wager on the hands goes back; what the dice decided stays so."""
    events = _returned(state, rules, cause.rule)
    events += clear_centre(after(state, events), rules, void=True)
    ended = after(state, events)
    return [
        *events,
        RoundVoided(
            rule=cause.rule,
            wagers=by_seat(ended.lines),
            bank=_bank_line(ended),
            dealer_wager=_dealer_line(ended),
            tray_delta=ended.tray_delta,
            meter=ended.meter_line,
            reason=cause.reason,
            supervisor=cause.supervisor,
            announced=cause.announced,
            **ENDED.told(Ended(triples=ended.triples)),
        ),
    ]


def _returned(state: Round, rules: Regulation, rule: str) -> list[Event]:
    """By seat: what is undecided, and what was surrendered or abandoned."""
    reading = rules.reading
    given_up = {
        "surrender": reading.void_returns_surrendered,
        "abandoned": reading.void_returns_abandoned,
    }
    back = [_undecided(state, wager, rules, rule) for wager in state.wagers]
    back += [take_back(state, one, rule) for one in state.lines if given_up.get(one.outcome)]
    return [*sorted(back, key=lambda event: event.seat)]


def _undecided(state: Round, wager: Wager, rules: Regulation, rule: str) -> WagerSettled:
    """A dice bonus that lies there since a triple waits for its roll; all else goes back."""
    if wager.retained and rules.reading.void_leaves_carried:
        assert rules.eye is not None
        return stay(wager, rules.eye.streak)
    return give_back(state, wager, "void", rule)


def _bank_line(state: Round) -> BankLine | None:
    if state.bank is None or state.bank_line is not None:
        return state.bank_line
    return BankLine(seat=state.bank.seat, net=0, vigorish=0, co_bank=state.bank.co_bank)


def _dealer_line(state: Round) -> DealerWagerLine | None:
    """A wager of the dealer's that nothing decided went back to the tray."""
    if not state.dealer_plays:
        return state.dealer_line
    assert state.bank is not None
    return DealerWagerLine(amount=state.bank.dealer_wager, outcome="void")


def by_seat(lines: tuple[WagerLine, ...]) -> tuple[WagerLine, ...]:
    return tuple(sorted(lines, key=lambda line: (line.seat, line.wager)))
