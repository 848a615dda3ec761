"""Commands of what every table does, whatever it plays: chips, slips, boxes, disputes."""

from typing import Final

from domain.commands.submission import Submission
from domain.events import books as of_books
from domain.events import table as of_table
from domain.events.corrections import EntryCorrected
from domain.events.round import WagerReturned
from domain.history.round_commands import (
    Fields,
    Group,
    Reader,
    Readers,
    Ways,
    of_first,
    people,
    reads,
)


def _opened(event: of_table.TableOpened) -> Fields:
    return {
        "command": "open_table",
        "submission": Submission.model_validate(event.submission),
        "inventory": event.opener if event.inventory is None else event.inventory,
        "signatures": people(event.signed),
        "inspected_by": people(event.inspected_by),
    }


def _slip(command: str) -> Reader:
    def read(group: Group) -> Ways:
        event = group[0]
        assert isinstance(event, of_table.TableFilled | of_table.TableCredited)
        fields = {"command": command, "amount": event.amount, "slip": event.slip}
        fields |= {"reason": event.reason}
        yield {**fields, "step": event.step}
        if event.step == "received":  # in one step, where there were none before it
            yield {**fields, "step": None}

    return read


def _counted(event: of_table.TrayCounted | of_table.TableClosed) -> Fields:
    inventory = event.counted if event.inventory is None else event.inventory
    return {"inventory": inventory, "signatures": people(event.signed)}


def _tray_counted(event: of_table.TrayCounted) -> Fields:
    return {"command": "count_tray", "roll": event.roll, **_counted(event)}


def _closed(event: of_table.TableClosed) -> Fields:
    return {"command": "close_table", **_counted(event)}


def _drop_counted(event: of_table.DropCounted) -> Fields:
    names = ("cash", "counter_checks", "vouchers", "coupons")
    parts = {name: getattr(event, name) for name in names}
    by_category = any(part is not None for part in parts.values())
    return {
        "command": "count_drop",
        "amount": None if by_category else event.amount,
        "session": event.session,
        "box": event.box,
        **parts,
    }


_BOUGHT: Final = ("seat", "amount", "player", "reason", "supervisor")
TABLE_COMMANDS: Final[Readers] = {
    of_table.TableOpened: of_first(_opened),
    of_table.ChipsBought: reads("buy_in", "kind", *_BOUGHT),
    of_table.TableFilled: _slip("fill"),
    of_table.TableCredited: _slip("credit"),
    of_table.DiceChanged: reads("change_dice"),
    WagerReturned: reads("return_wager", "seat", "wager", "reason", "supervisor", "point"),
    of_table.TrayCounted: of_first(_tray_counted),
    of_table.TableClosed: of_first(_closed),
    of_table.DropCounted: of_first(_drop_counted),
    of_books.BoxRemoved: reads("remove_box", "box", "session", "carrier"),
    of_books.MarkerPaid: reads("pay_marker", "marker", "tender", *_BOUGHT),
    of_books.VigorishOwed: reads("owe_vigorish", "seat", "amount", "reason"),
    of_books.VigorishRecovered: reads("recover_vigorish", "owed", "amount"),
    EntryCorrected: reads("correct_entry", "amount", "reason", "supervisor", entry="corrects"),
    of_books.ComplaintMade: reads("complain", "round", "seat", "words", "player"),
    of_books.DisputeHeld: reads("hold_dispute", "complaint", "amount"),
    of_books.DisputeRuled: reads(
        "rule_dispute", "complaint", "decision", "adjustment", "reason", "supervisor"
    ),
    of_books.ExceptionAcknowledged: reads("acknowledge", "exception", "reason"),
}
