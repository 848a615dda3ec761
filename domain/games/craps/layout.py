"""How craps is drawn: two red dice, the numbers with the puck on the point, wagers row by row."""

from collections.abc import Iterator
from typing import Any, Final, Protocol

from domain.games.craps.views.round_row import CrapsRow
from domain.games.craps.wagers.deciding import POINTS
from domain.games.seam.drawing import WHITE, DieLook, dice
from domain.games.seam.layout import (
    Action,
    Cloth,
    Equipment,
    Layout,
    Place,
    Shown,
    ShownDie,
    Track,
)

_RED: Final = DieLook("western", "#b3121d", "#6f0b12", WHITE, WHITE, has_large_one=False)
_DICE: Final = tuple(ShownDie(f"Die {number}", _RED.name) for number in (1, 2))
_APOSTROPHE: Final = "\N{RIGHT SINGLE QUOTATION MARK}"


class _Row(Protocol):
    """What of a round's row is read here."""

    dice: tuple[int, ...] | None
    shaker: int | str | None
    craps: CrapsRow


def _cloth(shown: Shown) -> Cloth:
    """Only the places where something lies."""
    row: _Row = shown.row
    ended, opened = row.craps.ended, row.craps.opened
    point = opened.point if ended is None else ended.point
    come_out = opened.come_out if ended is None else ended.point is None
    return Cloth(
        seats=tuple(
            Place(
                position=str(seat),
                label=f"Place {seat}",
                player=shown.player(seat),
                marks=("shooter",) if row.shaker == seat else (),
                chips=shown.at(seat),
                is_told=str(seat) == shown.told,
            )
            for seat in sorted({one.seat for one in shown.wagers})
        ),
        dice=shown.dice,
        notes=() if not row.dice else (f"{sum(row.dice)} in all",),
        track=Track(
            "Point", POINTS, point, "come out roll" if come_out else f"the point is {point}"
        ),
    )


def _standing(view: Any) -> Iterator[tuple[str, object]]:
    yield "Point", view.craps.point or "come out"


LAYOUT: Final = Layout(
    kinds=(dice(_RED),),
    commands={"call_on": Action("Call place bet on", "c")},
    briefly={
        "dont_pass": f"don{_APOSTROPHE}t pass",
        "dont_come": f"don{_APOSTROPHE}t come",
    },
    running="Point",
    dice=lambda _: _DICE,
    equipment=lambda _: (
        Equipment("change_dice", "Change the dice", "Fresh dice are at the table"),
    ),
    standing=_standing,
    cloth=_cloth,
)
