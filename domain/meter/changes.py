"""The only five things that change a meter (19:47-11.14)."""

from collections.abc import Sequence
from typing import Final, Protocol

from msgspec.structs import replace

from domain.controls import METER_TERMS
from domain.events.meter import (
    MeterContributed,
    MeterEvent,
    MeterFunded,
    MeterOpened,
    MeterPaid,
    MeterReset,
)
from domain.meter.state import Meter
from domain.money import transfer
from domain.refusals import BooksRefuse
from domain.shared_terms import Progressive

RATE_RULE: Final = "19:47-11.14(e)"
START_RULE: Final = "19:47-11.14(f)"


class Staked(Protocol):
    """A wager whose stake feeds the meter."""

    @property
    def seat(self) -> int: ...
    @property
    def player(self) -> str: ...
    @property
    def amount(self) -> int: ...


class Payout(Protocol):
    """What one wager is paid off the meter."""

    @property
    def row(self) -> str: ...
    @property
    def amount_cents(self) -> int: ...
    @property
    def short_cents(self) -> int:
        """What the meter lacks of it; the house funds that."""
        ...

    @property
    def resets_meter(self) -> bool: ...


def contribution_cents(stake_cents: int, rate_bp: int) -> int:
    """What one stake puts onto the meter, rounded up to the cent (11.14(e))."""
    return -(-stake_cents * rate_bp // 10_000)


def join(meter: Meter, terms: Progressive) -> list[MeterEvent]:
    """The first table to name a meter opens it; the others must name the same terms."""
    if meter.terms is None:
        return [
            MeterOpened(
                rule=START_RULE,
                meter=terms.meter,
                amount=terms.initial,
                before=0,
                after=terms.initial,
                stake=terms.stake,
                rate_bp=terms.rate_bp,
                reset=terms.reset,
                payouts=terms.payouts,
                entries=_accrued(terms.initial),
            )
        ]
    if meter.terms != terms:
        reason = f"meter {terms.meter} was opened on other terms: {_told(meter.terms)}"
        raise BooksRefuse(METER_TERMS, reason)
    return []


def _told(terms: Progressive) -> str:
    told = (
        f"stake {terms.stake}, rate {terms.rate_bp} bp, initial {terms.initial},"
        f" reset {terms.reset}"
    )
    return f"{told}, payouts {terms.payouts}" if terms.payouts else told


def contribute(meter: Meter, wagers: Sequence[Staked]) -> tuple[Meter, list[MeterEvent]]:
    """Rate times stake of each wager, up to the cent."""
    assert meter.terms is not None
    events: list[MeterEvent] = []
    for wager in wagers:
        amount = contribution_cents(wager.amount, meter.terms.rate_bp)
        event = MeterContributed(
            rule=RATE_RULE,
            meter=meter.name,
            amount=amount,
            before=meter.amount,
            after=meter.amount + amount,
            seat=wager.seat,
            player=wager.player,
            stake=wager.amount,
            entries=_accrued(amount),
        )
        meter = replace(meter, amount=event.after)
        events.append(event)
    return meter, events


def pay_out(
    meter: Meter, wager: Staked, payout: Payout, supervisor: str
) -> tuple[Meter, list[MeterEvent]]:
    """The payout off the meter as it stands; what it lacks is funded, 100 percent resets it."""
    assert meter.terms is not None
    events: list[MeterEvent] = []
    if payout.short_cents:
        events.append(_funded(meter, wager.seat, payout.short_cents))
    full = meter.amount + payout.short_cents
    rest = full - payout.amount_cents
    events.append(
        MeterPaid(
            rule=RATE_RULE,
            meter=meter.name,
            amount=payout.amount_cents,
            before=full,
            after=rest,
            seat=wager.seat,
            player=wager.player,
            hand=payout.row,
            supervisor=supervisor,
            entries=_accrued(-payout.amount_cents),
        )
    )
    if payout.resets_meter:
        events.append(_reset(meter, rest, meter.terms.reset))
    return replace(meter, amount=events[-1].after), events


def start_again(meter: Meter) -> tuple[Meter, list[MeterEvent]]:
    """An empty meter, on a hand that takes all of it: there is nothing to pay."""
    assert meter.terms is not None
    event = _reset(meter, meter.amount, meter.terms.reset)
    return replace(meter, amount=event.after), [event]


def _funded(meter: Meter, seat: int, amount: int) -> MeterFunded:
    return MeterFunded(
        rule=RATE_RULE,
        meter=meter.name,
        amount=amount,
        before=meter.amount,
        after=meter.amount + amount,
        seat=seat,
        entries=_accrued(amount),
    )


def _reset(meter: Meter, before: int, amount: int) -> MeterReset:
    return MeterReset(
        rule=START_RULE,
        meter=meter.name,
        amount=amount,
        before=before,
        after=before + amount,
        entries=_accrued(amount),
    )


def _accrued(amount: int) -> dict[str, int]:
    """From expense to what the meter owes."""
    return transfer(amount, to="progressive_expense", source="progressive_liability")
