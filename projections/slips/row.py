"""A row of the slips: one table's steps of one gaming day."""

import msgspec

from projections.projection import Row


class SlipStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What happened to a slip: requested, issued, received or voided."""

    slip: str
    kind: str
    step: str
    amount: int
    seq: int
    at: str
    shift: int = 1
    by: str | None = None
    role: str | None = None
    reason: str | None = None


class SlipCorrected(msgspec.Struct, frozen=True, kw_only=True):
    """The right amount of the slip that was received with that event."""

    corrects: int
    amount: int
    seq: int
    reason: str


class SlipDayRow(Row, frozen=True, kw_only=True):
    """One table's slips of one gaming day."""

    table: str
    steps: tuple[SlipStep, ...] = ()
    corrections: tuple[SlipCorrected, ...] = ()

    @property
    def found_by(self) -> tuple[str, ...]:
        """Its slips."""
        return tuple(dict.fromkeys(one.slip for one in self.steps))
