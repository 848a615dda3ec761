"""Fill and credit slips: chips to the tray when it runs low, to the cage when it overflows."""

import re
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal, TypeAlias

from services.tools.simulator.chances import SLIP_BY_STEPS, SLIP_VOIDED, happens

Kind: TypeAlias = Literal["fill", "credit"]
Step: TypeAlias = Literal["requested", "issued", "received", "voided"]

_LOW_PERCENT: Final = 65
_HIGH_PERCENT: Final = 108
_CRITICAL_PERCENT: Final = 25
_ROUNDED_TO: Final = 50_000


_OWN_NUMBER: Final = re.compile(r"-[FC][0-9]{4,}")
_STEPS: Final[tuple[Step, ...]] = ("requested", "issued", "received")


@dataclass(frozen=True, slots=True)
class Slip:
    """One step of one slip, as it is told; without a step it is all done at once."""

    kind: Kind
    number: str
    amount: int
    step: Step | None

    def in_steps(self) -> "list[Slip]":
        """What is done at once, one hand after the other."""
        return [replace(self, step=step) for step in _STEPS] if self.step is None else [self]


def is_of_simulator(number: str, table: str) -> bool:
    """Whether a slip book of the table wrote it, by the look of it."""
    _, found, behind = number.rpartition(table)
    return bool(found) and _OWN_NUMBER.fullmatch(behind) is not None


class SlipBook:
    """Writes a table's slips, one after the other, numbered without a gap in each kind."""

    def __init__(
        self, table: str, par: int, luck: Random, reserve: int = 0, series: str = ""
    ) -> None:
        """The reserve is what a round may cost beside the hands: it stays in the tray.

        The series stands before every number where the table has had slips before.
        """
        self.pending: Slip | None = None
        self._numbered = f"{series}{table}"
        self._par = par
        self._reserve = reserve
        self._luck = luck
        self._written = {"fill": 0, "credit": 0}

    def errand(self, tray: int, owed: int = 0) -> Slip | None:
        """What is to be done about the tray between two rounds, if anything.

        Owed is what one more triple would cost while triples run; it is had on top of par.
        """
        if fill := self.urgent_fill(tray, owed):
            return fill
        if self.pending is not None:
            return self.next_step()
        if tray * 100 < self._par * _LOW_PERCENT:
            return self._begin("fill", self._par - tray)
        if (tray - owed) * 100 > self._par * _HIGH_PERCENT:
            return self._begin("credit", tray - owed - self._par)
        return None

    def urgent_fill(self, tray: int, owed: int = 0) -> Slip | None:
        """The fill without which play should not go on."""
        if (tray - self._reserve - owed) * 100 < self._par * _CRITICAL_PERCENT:
            return self._write("fill", self._par + owed - tray)
        return None

    def fill_for(self, buy_in: int, tray: int, owed: int = 0) -> Slip | None:
        """The fill without which a buy-in would leave too little in the tray."""
        return self.urgent_fill(tray - buy_in, owed)

    def to_par(self, tray: int) -> Slip | None:
        """To the cent, so that the next opener is what was counted at the close."""
        if tray == self._par:
            return None
        kind: Kind = "fill" if tray < self._par else "credit"
        return replace(self._write(kind, 0), amount=abs(tray - self._par))

    def next_step(self) -> Slip:
        """The pending slip moves on by one step."""
        assert self.pending is not None
        step: Step = "received" if self.pending.step == "issued" else "issued"
        if step == "issued" and happens(self._luck, SLIP_VOIDED):
            step = "voided"
        slip = replace(self.pending, step=step)
        self.pending = slip if step == "issued" else None
        return slip

    def _begin(self, kind: Kind, wanted: int) -> Slip:
        slip = self._write(kind, wanted)
        if happens(self._luck, SLIP_BY_STEPS):
            slip = self.pending = replace(slip, step="requested")
        return slip

    def _write(self, kind: Kind, wanted: int) -> Slip:
        self._written[kind] += 1
        number = f"{self._numbered}-{kind[0].upper()}{self._written[kind]:04d}"
        return Slip(kind, number, -(-wanted // _ROUNDED_TO) * _ROUNDED_TO, step=None)
