"""A sentence about cash of an earlier gaming day."""

from msgspec import UNSET

from domain.account.phrases import spoken
from domain.controls import LATE_CASH
from domain.events.envelope import CashPosting
from domain.table.late_cash import reason_and_supervisor


def told_late(event: CashPosting) -> list[str]:
    """Nothing where it was told on its own day."""
    if event.told_on is UNSET:
        return []
    told = reason_and_supervisor(event)
    why = f"{spoken(told['reason'] or '')} (supervisor {spoken(told['supervisor'] or '')})"
    words = f"It is cash of {event.happened_on}, recorded on {event.told_on}: {why}"
    return [f"{words}. Somebody answers for it [{LATE_CASH}]."]
