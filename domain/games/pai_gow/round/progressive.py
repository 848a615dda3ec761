"""The progressive payout wager in a round (19:47-11.14): the lock-out, and the payouts."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.events import Event
from domain.events.meter import MeterEvent, MeterReset
from domain.events.round import MeterLine, ProgressivePaid
from domain.games.pai_gow.cards.progressive import Payout, pay_table, payout_on, rows_formed
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.regulations.reading import Reading
from domain.games.pai_gow.round.paying import settled
from domain.games.pai_gow.round.state import Round, Wager
from domain.games.pai_gow.wagers.names import PROGRESSIVE
from domain.meter.changes import contribute, pay_out, start_again
from domain.meter.state import Meter
from domain.money import transfer
from domain.refusals import BooksRefuse

_PAYS: Final = "19:47-11.14(d)"
_LOCK_OUT: Final = "19:47-11.14(b)"
_LIGHTS: Final = "19:47-11.14(c)1"
VALIDATED: Final = "19:47-11.14(c)3"
"""A supervisor validates what comes off the meter."""


class LockOut(NamedTuple):
    """What "no more bets" does to the progressive wagers."""

    entries: dict[str, int]
    """The stakes go to the tray for good."""
    line: MeterLine | None
    events: list[MeterEvent]


def lock_out(state: Round, meter: Meter | None, rules: Regulation) -> LockOut:
    """Stakes to the tray, their share onto the meter."""
    wagers = _wagers(state)
    if meter is None or not wagers:
        return LockOut({}, None, [])
    after, events = contribute(meter, wagers)
    line = MeterLine(
        meter=meter.name,
        contributed=after.amount - meter.amount,
        paid=0,
        before=meter.amount,
        after=after.amount,
    )
    if rules.reading.meter_adds_up:
        line = replace(line, resets=0, funded=0, elsewhere=0)
    stakes = sum(wager.amount for wager in wagers)
    return LockOut(transfer(stakes, to="tray", source="win"), line, events)


def _wagers(state: Round) -> list[Wager]:
    return [wager for wager in state.wagers if wager.wager == PROGRESSIVE]


def lights_told(lights: int | Sequence[int] | None) -> tuple[int | None, tuple[int, ...] | None]:
    """How many acceptors are lit, and at which seats, where that is told."""
    if lights is None or isinstance(lights, int):
        return lights, None
    return len(lights), tuple(sorted(lights))


def check_lights(
    state: Round,
    lights: int | None,
    lit: tuple[int, ...] | None,
    rules: Regulation,
    *,
    demanded: bool,
) -> None:
    """The dealer counts the lit acceptors against the chips that lie there (11.14(b)); each is lit
    where its wager lies (11.14(c)1)."""
    seats = tuple(sorted(wager.seat for wager in _wagers(state)))
    down = len(seats)
    if lights is None:
        if demanded and down:
            reason = (
                f"{down} progressive wagers are down in round {state.id};"
                " tell the seats whose acceptor is lit as `lights`"
            )
            raise BooksRefuse(_LOCK_OUT, reason)
        return
    if state.terms.progressive is None:
        reason = "no progressive wager is offered at this table: there are no `lights` to count"
        raise BooksRefuse(rules.where_offered(PROGRESSIVE), reason)
    if lights != down:
        reason = (
            f"{lights} acceptors are lit and {down} progressive wagers are down in round"
            f" {state.id}; place or withdraw what was told wrong, or count the lights again"
        )
        raise BooksRefuse(_LOCK_OUT, reason)
    if lit not in (None, seats):
        reason = (
            f"the acceptors of seats {_told(lit)} are lit, and the progressive wagers of round"
            f" {state.id} are down at {_told(seats)}; place or withdraw what was told wrong, or"
            " look at the lights again"
        )
        raise BooksRefuse(_LIGHTS, reason)


def _told(seats: tuple[int, ...]) -> str:
    return ", ".join(map(str, seats))


def settle_progressives(
    state: Round,
    meter: Meter | None,
    supervisor: str | None,
    validate: Callable[[str], None],
    reading: Reading,
) -> list[Event]:
    """On the cards that were dealt, seat 1 to 6, each from the meter as it then stands."""
    terms = state.terms.progressive
    wagers = _wagers(state)
    if terms is None or not wagers:
        return []
    assert meter is not None
    table = pay_table(terms.stake, terms.payouts)
    events: list[Event] = []
    for wager in wagers:
        formed = rows_formed(state.hands[str(wager.seat)])
        payout = payout_on(formed, meter.amount, table, resets_empty=reading.empty_meter_resets)
        if payout is None:
            events.append(settled(wager, "lose", _PAYS, paid=0, entries={}))
            continue
        moved: list[MeterEvent] = []
        if payout.from_meter:
            validated = _supervised(wager, payout, supervisor)
            validate(validated)
            meter, moved = pay_out(meter, wager, payout, validated)
        elif payout.resets_meter:
            meter, moved = start_again(meter)
        paid = _paid(wager, payout, meter, supervisor)
        if reading.meter_adds_up and moved and isinstance(moved[-1], MeterReset):
            paid = replace(paid, reset=moved[-1].amount)
        events += [*moved, paid]
    return events


def _supervised(wager: Wager, payout: Payout, supervisor: str | None) -> str:
    if supervisor is None:
        reason = (
            f"seat {wager.seat} is paid {payout.amount_cents} cents off the meter"
            f" ({payout.row}); name the `supervisor` who validates it"
        )
        raise BooksRefuse(VALIDATED, reason)
    return supervisor


def _paid(wager: Wager, payout: Payout, meter: Meter, supervisor: str | None) -> ProgressivePaid:
    return ProgressivePaid(
        rule=_PAYS,
        seat=wager.seat,
        player=wager.player,
        amount=wager.amount,
        hand=payout.row,
        paid=payout.amount_cents,
        from_meter=payout.amount_cents - payout.short_cents if payout.from_meter else 0,
        funded=payout.short_cents,
        meter=meter.name,
        meter_after=meter.amount,
        supervisor=supervisor if payout.from_meter else None,
        entries=transfer(payout.amount_cents, to="win", source="tray"),
    )
