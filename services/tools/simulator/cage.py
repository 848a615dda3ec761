"""Between a table and the cage: fill and credit slips, and the drop boxes that are carried off."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from domain.events import Event
from domain.events.books import MarkerPaid
from domain.events.corrections import EntryCorrected
from domain.events.round import COUPON_RETURNED, WagerSettled
from domain.events.table import ChipsBought
from domain.games.seam.bots import Told
from domain.games.seam.guests import Luck, happens
from domain.table.books import Box
from services.tools.simulator.lawful_table import LawfulTable

Kind: TypeAlias = Literal["fill", "credit"]
Step: TypeAlias = Literal["requested", "issued", "received", "voided"]

SLIP_BY_STEPS: Final = 0.3
SLIP_VOIDED: Final = 0.05
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
        self, table: str, par: int, luck: Luck, reserve: int = 0, series: str = ""
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

        Owed is what the wagers that lie there may cost next; it is had on top of par.
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


class DropBoxes:
    """Counted in the end, and found to hold what went in."""

    def __init__(self, table: LawfulTable, *, with_coupons: bool) -> None:
        self._table = table
        self._with_coupons = with_coupons
        self._held: dict[tuple[int, int], Counter[str]] = {}
        """By session and number."""
        table.witnesses.append(self._see)

    def carried_off(self) -> Iterator[Told]:
        """By security, as soon as a box is off the table."""
        for box in self._table.state.books.boxes:
            if box.carrier is None:
                yield self._table.tell_beside("remove_box", box=box.number, **self._session(box))

    def counted(self) -> Iterator[Told]:
        for box in self._table.state.books.boxes:
            held = self._found_in(box)
            yield self._table.tell_beside(
                "count_drop",
                box=box.number,
                **self._session(box),
                cash=held["cash"],
                counter_checks=held["counter_check"],
                vouchers=held["voucher"],
                **({"coupons": held["coupon"]} if self._with_coupons else {}),
            )

    def _found_in(self, box: Box) -> Counter[str]:
        """What others put in, or was there before, is taken for cash."""
        held = Counter(self._held.get((box.session, box.number), Counter()))
        held["cash"] += box.drop - sum(held.values()) + held["coupon"]
        held["coupon"] = box.coupons
        return held

    def _session(self, box: Box) -> dict[str, int]:
        """Named only of a box that an earlier session left."""
        return {} if box.session == self._table.state.session else {"session": box.session}

    def _see(self, event: Event) -> None:
        match event:
            case ChipsBought(kind=kind, amount=amount):
                self._put(kind, amount)
            case EntryCorrected(what="buy_in", tender=str(kind), was=was, amount=amount):
                self._put(kind, amount - was)
            case MarkerPaid(tender="cash", amount=amount):
                self._put("cash", amount)
            case WagerSettled(coupon=coupon) if event.outcome not in COUPON_RETURNED:
                self._put("coupon", coupon)

    def _put(self, kind: str, cents: int) -> None:
        if not cents:
            return
        box = self._table.state.books.box
        assert box is not None, "no box stands at the table"
        self._held.setdefault((box.session, box.number), Counter())[kind] += cents
