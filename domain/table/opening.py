"""Opening and closing a table, counting its tray; a roll ends one period and begins the next."""

from collections.abc import Sequence

import msgspec

from domain.commands.fields import Actor, inventory_cents
from domain.commands.table import CloseTable, CountTray, OpenTable
from domain.controls import CARRIED, ROUND_FINISHED, TABLE_CLOSED, TABLE_OPEN
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.table import Signature, TableClosed, TableOpened, TrayCounted
from domain.money import transfer
from domain.refusals import WrongMoment
from domain.table.hosted import Opening
from domain.table.state import Table


def require_open(table: Table) -> None:
    if not table.is_open:
        raise WrongMoment(TABLE_OPEN, f"table {table.name} is not open; open it first")


def _chips(inventory: int | dict[str, int]) -> dict[str, int] | None:
    return None if isinstance(inventory, int) else inventory


def signed_by(people: Sequence[Actor]) -> tuple[Signature, ...]:
    return tuple(Signature(one.id, one.role) for one in people)


def _inspected_by(command: OpenTable, under: Opening) -> tuple[Signature, ...]:
    """Under full controls, where nobody is named, those who sign answer for what came as well."""
    demanded = under.is_inspected and under.submission.get("controls") == "full"
    return signed_by(command.inspected_by or (command.signatures if demanded else ()))


def require_no_round(table: Table) -> None:
    playing = table.open_round()
    if playing is not None:
        raise WrongMoment(ROUND_FINISHED, f"round {playing.id} is not finished; settle it first")


def require_closed(table: Table) -> None:
    if table.is_open:
        reason = f"table {table.name} is open, in session {table.session}; close it first"
        raise WrongMoment(TABLE_CLOSED, reason)


def open_table(table: Table, command: OpenTable, under: Opening) -> list[Event]:
    opener = inventory_cents(command.inventory)
    return [
        TableOpened(
            session=table.session + 1,
            rule=under.rule,
            regulation=under.regulation,
            regulation_hash=under.regulation_hash,
            submission=under.submission,
            submission_hash=under.submission_hash,
            opener=opener,
            inventory=_chips(command.inventory),
            signed=signed_by(command.signatures),
            last_closer=table.books.closer,
            inspected_by=_inspected_by(command, under) or msgspec.UNSET,
            entries=transfer(opener, to="tray", source="cage"),
        ),
        *under.joined,
    ]


def count_tray(table: Table, command: CountTray, _: Stamp) -> list[Event]:
    require_open(table)
    return [
        TrayCounted(
            counted=inventory_cents(command.inventory),
            expected=table.in_tray(),
            inventory=_chips(command.inventory),
            roll=command.roll,
            period=table.books.period,
            signed=signed_by(command.signatures),
            on_layout=table.out_of_tray() or msgspec.UNSET,
        )
    ]


def _require_nothing_carried(table: Table) -> None:
    """Chips of players on the layout belong to somebody, who would find the table closed."""
    carried = table.carried()
    if carried:
        first = carried[0]
        reason = (
            f"the `{first.wager}` wager of seat {first.seat} is carried at {table.name}, one of"
            f" {len(carried)}; play them out, or give each back with `return_wager`"
        )
        raise WrongMoment(CARRIED, reason)


def close_table(table: Table, command: CloseTable, _: Stamp) -> list[Event]:
    require_open(table)
    require_no_round(table)
    _require_nothing_carried(table)
    counted = inventory_cents(command.inventory)
    return [
        TableClosed(
            counted=counted,
            expected=table.tray,
            inventory=_chips(command.inventory),
            period=table.books.period,
            signed=signed_by(command.signatures),
            entries=transfer(counted, to="cage", source="tray"),
        )
    ]
