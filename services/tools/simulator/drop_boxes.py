"""The drop boxes of one table: what went into each, who took it off, and its count."""

from collections import Counter
from collections.abc import Iterator

from domain.events import Event
from domain.events.books import MarkerPaid
from domain.events.corrections import EntryCorrected
from domain.events.round import COUPON_RETURNED, WagerSettled
from domain.events.table import ChipsBought
from domain.table.books import Box
from services.tools.simulator.lawful_table import LawfulTable, Told


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
