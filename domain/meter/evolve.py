"""How each event changes a meter."""

from msgspec.structs import replace

from domain.events.meter import MeterEvent, MeterOpened
from domain.meter.state import Meter
from domain.shared_terms import Progressive


def evolve_meter(meter: Meter, event: MeterEvent) -> Meter:
    """The meter after the event; its stream has moved by one."""
    assert event.seq == meter.seq + 1, f"{event.key}: {event.seq} does not follow {meter.seq}"
    assert event.before == meter.amount, f"{event.key}: {event.before} is not {meter.amount}"
    if isinstance(event, MeterOpened):
        terms = Progressive(
            meter=event.meter,
            stake=event.stake,
            rate_bp=event.rate_bp,
            initial=event.amount,
            reset=event.reset,
            payouts=event.payouts,
        )
        meter = replace(meter, terms=terms)
    return replace(meter, seq=event.seq, amount=event.after)
