"""Sentences about the table: its chips, its slips, its counts."""

from typing import Final

import msgspec

from domain.account.phrases import against, by, doer, player_at, sentence, signed, spoken
from domain.account.scene import Scene, Story
from domain.events import table as happened
from domain.game_library import LIBRARY, terms_told
from domain.money import dollars
from services.explain.late_cash_story import told_late

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


def _opened(_: Scene, event: happened.TableOpened) -> list[str]:
    known = LIBRARY.regulation(event.regulation)
    title = known.title if known else event.regulation
    words = f"table {event.table} opens session {event.session} under {title}"
    terms = f"in the tray {dollars(event.opener)}; {terms_told(event.regulation, event.submission)}"
    told = [sentence(words, event), f"Its terms: {terms}."]
    if event.last_closer is not None and event.discrepancy:
        rolled = against(event.opener, event.last_closer, "counted when it last closed")
        told.append(f"The opener is {rolled}.")
    what = LIBRARY.by_regulation[event.regulation].account.played_with
    inspected = by(f"{what[0].upper()}{what[1:]} were inspected by", event.inspected_by)
    return [*told, *signed(event.signed), *inspected]


def _bought(_: Scene, event: happened.ChipsBought) -> list[str]:
    who = player_at(event.seat, event.player) if event.player else f"seat {event.seat}"
    words = f"{who} buys in for {dollars(event.amount)} {_PAID_WITH[event.kind]}"
    words = f"{words}: it goes into the drop box, the chips come from the tray"
    return [sentence(words, event), *told_late(event)]


def _filled(_: Scene, event: happened.TableFilled) -> list[str]:
    words = f"a fill of {dollars(event.amount)} on slip {event.slip} {_FILL_STEPS[event.step]}"
    return [sentence(words + doer(event) + _reason(event), event)]


def _credited(_: Scene, event: happened.TableCredited) -> list[str]:
    words = f"a credit of {dollars(event.amount)} on slip {event.slip} {_CREDIT_STEPS[event.step]}"
    return [sentence(words + doer(event) + _reason(event), event)]


def _reason(event: happened.TableFilled | happened.TableCredited) -> str:
    return f": {spoken(event.reason)}" if event.reason else ""


def _dice_changed(_: Scene, event: happened.DiceChanged) -> list[str]:
    return [sentence("fresh dice go into the shaker", event)]


def _tray_counted(_: Scene, event: happened.TrayCounted) -> list[str]:
    told = [sentence(f"the tray is counted: {_compared(event)}", event)]
    if event.on_layout is not msgspec.UNSET:
        lies = dollars(event.on_layout)
        told.append(f"The dealer's wager against the bank, {lies}, lies before it.")
    if event.roll:
        ended = f"period {event.period} ends"
        told.append(f"A new accounting period begins with this count, {ended}; play goes on.")
    return [*told, *signed(event.signed)]


def _closed(_: Scene, event: happened.TableClosed) -> list[str]:
    words = f"table {event.table} closes session {event.session}; in the tray {_compared(event)}"
    return [sentence(words, event), *signed(event.signed)]


def _compared(event: happened.TrayCounted | happened.TableClosed) -> str:
    return against(event.counted, event.expected, "expected")


def _drop_counted(_: Scene, event: happened.DropCounted) -> list[str]:
    counted = against(event.amount, event.estimated, "estimated")
    which = f"drop box {event.box} of session {event.session}, period {event.period},"
    told = [sentence(f"{which} is counted{doer(event)}: {counted}", event)]
    parts = {
        "cash": event.cash,
        "counter checks": event.counter_checks,
        "vouchers": event.vouchers,
        "coupons": event.coupons,
    }
    found = [f"{dollars(part)} {name}" for name, part in parts.items() if part is not None]
    if found:
        told.append(f"In it: {', '.join(found)}.")
    if event.coupons is not None and event.coupons_estimated not in (None, event.coupons):
        assert event.coupons_estimated is not None
        told.append(f"Coupons: {against(event.coupons, event.coupons_estimated, 'taken')}.")
    return told


TABLE_STORY: Final[Story] = {
    happened.TableOpened: _opened,
    happened.ChipsBought: _bought,
    happened.TableFilled: _filled,
    happened.TableCredited: _credited,
    happened.DiceChanged: _dice_changed,
    happened.TrayCounted: _tray_counted,
    happened.TableClosed: _closed,
    happened.DropCounted: _drop_counted,
}
