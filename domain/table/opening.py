"""Opening and closing a table, counting its tray; a roll ends one period and begins the next."""

from domain.commands.fields import inventory_cents
from domain.commands.table import CloseTable, CountTray, OpenTable, Signed
from domain.controls import ROUND_FINISHED, TABLE_CLOSED, TABLE_OPEN
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.meter import MeterEvent
from domain.events.table import Signature, TableClosed, TableOpened, TrayCounted
from domain.meter.changes import join
from domain.meter.state import Meter
from domain.money import transfer
from domain.refusals import WrongMoment
from domain.regulations import regulation_in_force
from domain.table.state import Table
from domain.terms import Terms, terms_of


def require_open(table: Table) -> None:
    if not table.is_open:
        raise WrongMoment(TABLE_OPEN, f"table {table.name} is not open; open it first")


def _chips(inventory: int | dict[str, int]) -> dict[str, int] | None:
    return None if isinstance(inventory, int) else inventory


def _signed(command: Signed) -> tuple[Signature, ...]:
    return tuple(Signature(one.id, one.role) for one in command.signatures)


def open_table(table: Table, meter: Meter | None, command: OpenTable, stamp: Stamp) -> list[Event]:
    if table.is_open:
        reason = f"table {table.name} is open, in session {table.session}; close it first"
        raise WrongMoment(TABLE_CLOSED, reason)
    regulation = regulation_in_force(command.submission.regulation)
    regulation.check(command.submission)
    way = regulation.house_way_of(command.submission)
    controls = "full" if stamp.controls == "full" else command.submission.controls
    elected = command.submission.model_copy(update={"house_way": way, "controls": controls})
    submission = elected.model_dump(mode="json")
    joined = _join_meter(meter, terms_of(submission))
    opener = inventory_cents(command.inventory)
    return [
        TableOpened(
            session=table.session + 1,
            rule=regulation.cites.tiles_change,
            regulation=regulation.ref,
            regulation_hash=regulation.content_hash(),
            submission=submission,
            submission_hash=elected.content_hash(),
            opener=opener,
            inventory=_chips(command.inventory),
            signed=_signed(command),
            last_closer=table.books.closer,
            entries=transfer(opener, to="tray", source="cage"),
        ),
        *joined,
    ]


def _join_meter(meter: Meter | None, terms: Terms) -> list[MeterEvent]:
    if terms.progressive is None:
        return []
    assert meter is not None
    return join(meter, terms.progressive)


def count_tray(table: Table, command: CountTray, _: Stamp) -> list[Event]:
    require_open(table)
    return [
        TrayCounted(
            counted=inventory_cents(command.inventory),
            expected=table.tray,
            inventory=_chips(command.inventory),
            roll=command.roll,
            period=table.books.period,
            signed=_signed(command),
        )
    ]


def close_table(table: Table, command: CloseTable, _: Stamp) -> list[Event]:
    require_open(table)
    if table.round is not None:
        raise WrongMoment(
            ROUND_FINISHED, f"round {table.round.id} is not finished; settle it first"
        )
    counted = inventory_cents(command.inventory)
    return [
        TableClosed(
            counted=counted,
            expected=table.tray,
            inventory=_chips(command.inventory),
            period=table.books.period,
            signed=_signed(command),
            entries=transfer(counted, to="cage", source="tray"),
        )
    ]
