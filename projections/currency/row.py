"""A row of the currency read model: one table's cash of one gaming day."""

import msgspec

from projections.projection import Row


class ToldLate(msgspec.Struct, frozen=True, kw_only=True):
    """Of cash of an earlier gaming day than the one in which it was recorded."""

    happened_on: str
    told_on: str
    reason: str | None
    supervisor: str | None


class Cash(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Cash that went into a drop box."""

    seq: int
    player: str
    what: str
    amount: int
    at: str
    late: ToldLate | None = None


class CashCorrected(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The right amount in place of that event's."""

    corrects: int
    amount: int
    seq: int
    late: Cash | None = None
    """The difference, where cash of an earlier gaming day is corrected."""


class CashDayRow(Row, frozen=True, kw_only=True):
    """One table's cash of one gaming day."""

    table: str
    cash: tuple[Cash, ...] = ()
    corrections: tuple[CashCorrected, ...] = ()

    @property
    def found_by(self) -> tuple[str, ...]:
        """Later gaming days on which cash was told late into this one."""
        told = [*self.cash, *(one.late for one in self.corrections if one.late)]
        return tuple(sorted({one.late.told_on for one in told if one.late} - {self.day}))
