"""A row of the currency read model: one table's cash of one gaming day."""

import msgspec

from projections.projection import Row


class Cash(msgspec.Struct, frozen=True, kw_only=True):
    """Cash that went into a drop box."""

    seq: int
    player: str
    what: str
    amount: int
    at: str


class CashCorrected(msgspec.Struct, frozen=True, kw_only=True):
    """The right amount in place of that event's."""

    corrects: int
    amount: int
    seq: int


class CashDayRow(Row, frozen=True, kw_only=True):
    """One table's cash of one gaming day."""

    table: str
    cash: tuple[Cash, ...] = ()
    corrections: tuple[CashCorrected, ...] = ()
