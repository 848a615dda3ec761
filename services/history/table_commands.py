"""The same of what every table is asked, whatever it plays: chips, slips, boxes, disputes."""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from msgspec import UNSET

from domain.commands.fields import Actor
from domain.commands.submission import Submission
from domain.events import Event
from domain.events import books as of_books
from domain.events import table as of_table
from domain.events.corrections import EntryCorrected

Told: TypeAlias = Iterator[dict[str, Any]]


def _says(command: str, **names: str) -> Callable[[Any], Told]:
    """A command whose fields are the event's, each by its name there."""

    def told(event: Event) -> Told:
        told = {field: getattr(event, name) for field, name in names.items()}
        values = {field: None if value is UNSET else value for field, value in told.items()}
        yield {"command": command, **values}

    return told


def _signed(people: Any) -> list[Actor]:
    found = () if people is UNSET else people
    return [Actor.model_construct(id=one.id, role=one.role) for one in found]


def _opened(event: of_table.TableOpened) -> Told:
    yield {
        "command": "open_table",
        "submission": Submission.model_validate(event.submission),
        "inventory": event.opener if event.inventory is None else event.inventory,
        "signatures": _signed(event.signed),
        "inspected_by": _signed(event.inspected_by),
    }


def _slip(command: str) -> Callable[[Any], Told]:
    def told(event: of_table.TableFilled | of_table.TableCredited) -> Told:
        fields = {
            "command": command,
            "amount": event.amount,
            "slip": event.slip,
            "reason": event.reason,
        }
        yield {**fields, "step": event.step}
        if event.step == "received":  # in one step, where there were none before it
            yield {**fields, "step": None}

    return told


def _tiles_changed(event: of_table.TilesChanged) -> Told:
    reason = None if event.reason is UNSET else event.reason
    yield {"command": "change_tiles", "reason": reason, "signatures": _signed(event.signed)}


def _counted(event: of_table.TrayCounted | of_table.TableClosed) -> dict[str, Any]:
    inventory = event.counted if event.inventory is None else event.inventory
    return {"inventory": inventory, "signatures": _signed(event.signed)}


def _tray_counted(event: of_table.TrayCounted) -> Told:
    yield {"command": "count_tray", "roll": event.roll, **_counted(event)}


def _closed(event: of_table.TableClosed) -> Told:
    yield {"command": "close_table", **_counted(event)}


def _drop_counted(event: of_table.DropCounted) -> Told:
    names = ("cash", "counter_checks", "vouchers", "coupons")
    told = {name: getattr(event, name) for name in names}
    by_category = any(part is not None for part in told.values())
    yield {
        "command": "count_drop",
        "amount": None if by_category else event.amount,
        "session": event.session,
        "box": event.box,
        **told,
    }


TOLD_OF_BOOKS: Final[dict[type[Event], Callable[[Any], Told]]] = {
    of_table.TableOpened: _opened,
    of_table.ChipsBought: _says(
        "buy_in",
        seat="seat",
        amount="amount",
        kind="kind",
        player="player",
        reason="reason",
        supervisor="supervisor",
    ),
    of_table.TableFilled: _slip("fill"),
    of_table.TableCredited: _slip("credit"),
    of_table.TilesSetOut: _says("set_out_tiles"),
    of_table.TilesChanged: _tiles_changed,
    of_table.DiceChanged: _says("change_dice"),
    of_table.TrayCounted: _tray_counted,
    of_table.TableClosed: _closed,
    of_table.DropCounted: _drop_counted,
    of_books.BoxRemoved: _says("remove_box", box="box", session="session", carrier="carrier"),
    of_books.MarkerPaid: _says(
        "pay_marker",
        seat="seat",
        amount="amount",
        marker="marker",
        tender="tender",
        player="player",
        reason="reason",
        supervisor="supervisor",
    ),
    of_books.VigorishOwed: _says("owe_vigorish", seat="seat", amount="amount", reason="reason"),
    of_books.VigorishRecovered: _says("recover_vigorish", owed="owed", amount="amount"),
    EntryCorrected: _says(
        "correct_entry",
        entry="corrects",
        amount="amount",
        reason="reason",
        supervisor="supervisor",
    ),
    of_books.ComplaintMade: _says(
        "complain", round="round", seat="seat", words="words", player="player"
    ),
    of_books.DisputeHeld: _says("hold_dispute", complaint="complaint", amount="amount"),
    of_books.DisputeRuled: _says(
        "rule_dispute",
        complaint="complaint",
        decision="decision",
        adjustment="adjustment",
        reason="reason",
        supervisor="supervisor",
    ),
    of_books.ExceptionAcknowledged: _says("acknowledge", exception="exception", reason="reason"),
}
