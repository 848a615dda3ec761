"""Sentences about the table: its chips, its slips, its counts."""

from collections.abc import Callable
from typing import Any, Final

from domain.events import Event
from domain.events import table as happened
from domain.money import dollars
from services.telling.phrases import against, sentence, terms_told
from services.telling.scene import Scene

_PAID_WITH: Final = {
    "cash": "in cash",
    "counter_check": "by counter check",
    "voucher": "by voucher",
}
_FILL_STEPS: Final = {
    "requested": "is requested from the cage",
    "issued": "leaves the cage",
    "received": "comes from the cage into the tray",
    "voided": "is voided",
}
_CREDIT_STEPS: Final = {
    "requested": "is requested",
    "issued": "is made ready at the table",
    "received": "goes from the tray to the cage",
    "voided": "is voided",
}


def _opened(scene: Scene, event: happened.TableOpened) -> list[str]:
    title = scene.rules.title if scene.rules else event.regulation
    words = f"table {event.table} opens session {event.session} under {title}"
    terms = f"in the tray {dollars(event.opener)}; {terms_told(event.submission)}"
    return [sentence(words, event), f"Its terms: {terms}."]


def _bought(_: Scene, event: happened.ChipsBought) -> list[str]:
    words = f"seat {event.seat} buys in for {dollars(event.amount)} {_PAID_WITH[event.kind]}"
    return [sentence(f"{words}: it goes into the drop box, the chips come from the tray", event)]


def _filled(_: Scene, event: happened.TableFilled) -> list[str]:
    words = f"a fill of {dollars(event.amount)} on slip {event.slip} {_FILL_STEPS[event.step]}"
    return [sentence(words, event)]


def _credited(_: Scene, event: happened.TableCredited) -> list[str]:
    words = f"a credit of {dollars(event.amount)} on slip {event.slip} {_CREDIT_STEPS[event.step]}"
    return [sentence(words, event)]


def _set_out(_: Scene, event: happened.TilesSetOut) -> list[str]:
    return [sentence("nobody plays: the tiles lie face up in pairs", event)]


def _tiles_changed(_: Scene, event: happened.TilesChanged) -> list[str]:
    return [sentence("a fresh set of tiles comes to the table and is inspected", event)]


def _dice_changed(_: Scene, event: happened.DiceChanged) -> list[str]:
    return [sentence("fresh dice go into the shaker", event)]


def _tray_counted(_: Scene, event: happened.TrayCounted) -> list[str]:
    told = [sentence(f"the tray is counted: {_compared(event)}", event)]
    if event.roll:
        told.append("A new accounting period begins with this count; play goes on.")
    return told


def _closed(_: Scene, event: happened.TableClosed) -> list[str]:
    words = f"table {event.table} closes session {event.session}; in the tray {_compared(event)}"
    return [sentence(words, event)]


def _compared(event: happened.TrayCounted | happened.TableClosed) -> str:
    return against(event.counted, event.expected, "expected")


def _drop_counted(_: Scene, event: happened.DropCounted) -> list[str]:
    counted = against(event.amount, event.estimated, "estimated")
    told = [sentence(f"the drop box of session {event.session} is counted: {counted}", event)]
    parts = {
        "cash": event.cash,
        "counter checks": event.counter_checks,
        "vouchers": event.vouchers,
        "coupons": event.coupons,
    }
    found = [f"{dollars(part)} {name}" for name, part in parts.items() if part is not None]
    return [*told, f"In it: {', '.join(found)}."] if found else told


TABLE_STORY: Final[dict[type[Event], Callable[[Scene, Any], list[str]]]] = {
    happened.TableOpened: _opened,
    happened.ChipsBought: _bought,
    happened.TableFilled: _filled,
    happened.TableCredited: _credited,
    happened.TilesSetOut: _set_out,
    happened.TilesChanged: _tiles_changed,
    happened.DiceChanged: _dice_changed,
    happened.TrayCounted: _tray_counted,
    happened.TableClosed: _closed,
    happened.DropCounted: _drop_counted,
}
