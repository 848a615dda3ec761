"""The checkpoint by which anybody can see that a closed day was not changed since."""

import msgspec

from domain.day.state import day_key
from projections.days import DayRow
from services.store.ledger import Ledger
from services.transparency.encoding import encode64
from services.transparency.sealed_log import NotSealed, SealedLog


class SealedDay(msgspec.Struct):
    """The first checkpoint that covers the day's newest close; `note` is it as it was signed."""

    size: int
    root: str
    note: str


def sealed_close(ledger: Ledger, day: DayRow | None) -> SealedDay | None:
    """The first that covers the newest close; none before there is one."""
    if day is None or not day.history:
        return None
    position = ledger.position_of(day_key(day.day), day.history[-1].seq)
    if position is None:
        return None
    try:
        found = SealedLog(ledger.datastore).covering(position)
    except NotSealed:
        return None
    return SealedDay(found.size, encode64(found.root), found.published())
