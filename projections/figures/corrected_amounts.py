"""The right amounts of what was corrected later, for read models that keep a row a day.

The domain's own books forget an entry when its periods are long over; a register must not.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol


class Corrected(Protocol):
    """The right amount in place of an event's."""

    @property
    def corrects(self) -> int: ...
    @property
    def amount(self) -> int: ...
    @property
    def seq(self) -> int: ...


class WithCorrections(Protocol):
    """A table's row of one day, with the corrections made on that day."""

    @property
    def table(self) -> str: ...
    @property
    def corrections(self) -> Sequence[Corrected]: ...


def right_amounts(rows: Iterable[WithCorrections]) -> dict[tuple[str, int], int]:
    """By table and `seq` of what was corrected; of several corrections the last one holds."""
    made = [(row.table, one) for row in rows for one in row.corrections]
    made.sort(key=lambda one: one[1].seq)
    return {(table, one.corrects): one.amount for table, one in made}
