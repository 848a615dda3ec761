"""What may be behind a variance: the tray's and the drop's, each on its own and together."""

from collections.abc import Sequence
from typing import Final

import msgspec

from domain.money import QUARTER, dollars

_SMALL: Final = 20 * QUARTER
"""So much vigorish may well be short in one interval; more has another cause first."""


class SlipAmount(msgspec.Struct, frozen=True):
    """A slip whose chips moved in the interval, or that waits."""

    slip: str
    kind: str
    amount: int


class Cause(msgspec.Struct, frozen=True):
    """A candidate, the likelier first."""

    kind: str
    words: str
    slip: str | None = None


def causes_of(tray: int, drop: int | None, slips: Sequence[SlipAmount] = ()) -> tuple[Cause, ...]:
    """Of a difference in the tray, given the drop's if it is counted."""
    if not tray:
        return causes_of_drop(drop or 0, tray)
    if drop and tray == -drop:
        return (_buy_in(drop),)
    if drop:
        several = "tray and drop both differ, and not by the same: more than one thing went wrong"
        return (Cause("several", several), *_tray_alone(tray, slips))
    found = _tray_alone(tray, slips)
    if drop is None and tray < 0:
        words = f"if the drop turns out {dollars(-tray)} over: a buy-in that was not recorded"
        found = (*found, Cause("buy_in", words))
    return found


def causes_of_drop(drop: int, tray: int | None) -> tuple[Cause, ...]:
    """Of a difference in the drop, given the tray's."""
    if not drop:
        return ()
    if tray == -drop:
        return (_buy_in(drop),)
    words = "the drop alone differs: a miscount, or a box of another table or period"
    if tray:
        words = "tray and drop both differ, and not by the same: more than one thing went wrong"
        return (Cause("several", words),)
    return (Cause("count", words), Cause("box", "a box that was exchanged or not emptied"))


def _buy_in(drop: int) -> Cause:
    if drop > 0:
        return Cause("buy_in", f"a buy-in of {dollars(drop)} was not recorded")
    return Cause("buy_in", f"a buy-in of {dollars(-drop)} was recorded that did not happen")


def _tray_alone(tray: int, slips: Sequence[SlipAmount]) -> tuple[Cause, ...]:
    found = [
        Cause(
            "slip",
            f"{one.kind} {one.slip} is of just this amount: was it received, and received once?",
            one.slip,
        )
        for one in slips
        if one.amount == abs(tray)
    ]
    if tray < 0 and -tray <= _SMALL and tray % QUARTER == 0:
        quarters = -tray // QUARTER
        many = "a quarter" if quarters == 1 else f"{quarters} quarters"
        found.append(Cause("vigorish", f"vigorish short by {many}"))
    side = "over" if tray > 0 else "short"
    away = "a fill was not told" if tray > 0 else "a credit was not told"
    paid = "paid too little" if tray > 0 else "paid too much"
    found.append(Cause("slip", f"the tray alone is {side}: {away}"))
    found.append(Cause("mispayment", f"a wager was {paid}, or the tray was miscounted"))
    return tuple(found)
