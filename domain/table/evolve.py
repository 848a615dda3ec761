"""How each event changes a table."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.events import round as of_round
from domain.events import table as of_table
from domain.events.envelope import Event, Posting
from domain.round.evolve import evolve_round, opened
from domain.table.state import Slip, Table


def _opened(table: Table, event: of_table.TableOpened) -> Table:
    assert event.session is not None
    elected = event.submission
    return replace(
        table,
        session=event.session,
        is_open=True,
        regulation=event.regulation,
        submission_hash=event.submission_hash,
        limits={wager: (low, high) for wager, (low, high) in elected["limits"].items()},
        vigorish=elected["vigorish"],
        house_way=elected["house_way"],
        # The opener is what stands in the tray; an earlier variance stays with its session.
        tray=0,
        drop=0,
        rounds=0,
        triples=0,
        dice_since=event.at,
        tiles_since=event.at,
        round=None,
    )


def _bought(table: Table, event: of_table.ChipsBought) -> Table:
    return replace(table, drop=table.drop + event.amount)


def _slip(table: Table, event: of_table.TableFilled | of_table.TableCredited) -> Table:
    kind = "fill" if isinstance(event, of_table.TableFilled) else "credit"
    slip = Slip(kind, event.step, event.amount)
    return replace(table, slips={**table.slips, event.slip: slip})


def _tiles_since(table: Table, event: of_table.TilesChanged) -> Table:
    return replace(table, tiles_since=event.at)


def _dice_since(table: Table, event: of_table.DiceChanged) -> Table:
    return replace(table, dice_since=event.at)


def _tray_counted(table: Table, event: of_table.TrayCounted) -> Table:
    return replace(table, tray=event.counted) if event.roll else table


def _closed(table: Table, _: of_table.TableClosed) -> Table:
    uncounted = {**table.uncounted, table.session: table.drop}
    return replace(table, is_open=False, uncounted=uncounted)


def _drop_counted(table: Table, event: of_table.DropCounted) -> Table:
    rest = {number: drop for number, drop in table.uncounted.items() if number != event.session}
    return replace(table, uncounted=rest)


def _round_opened(table: Table, event: of_round.RoundOpened) -> Table:
    return replace(table, round=opened(event))


def _rolled(table: Table, event: of_round.DiceRolled) -> Table:
    return replace(table, triples=event.triples)


def _round_closed(table: Table, _: of_round.RoundClosed | of_round.RoundVoided) -> Table:
    assert table.round is not None
    return replace(table, rounds=table.round.number, round=None)


_CHANGES: Final[dict[type[Event], Callable[[Table, Any], Table]]] = {
    of_table.TableOpened: _opened,
    of_table.ChipsBought: _bought,
    of_table.TableFilled: _slip,
    of_table.TableCredited: _slip,
    of_table.TilesChanged: _tiles_since,
    of_table.DiceChanged: _dice_since,
    of_table.TrayCounted: _tray_counted,
    of_table.TableClosed: _closed,
    of_table.DropCounted: _drop_counted,
    of_round.RoundOpened: _round_opened,
    of_round.DiceRolled: _rolled,
    of_round.RoundClosed: _round_closed,
    of_round.RoundVoided: _round_closed,
}


def evolve(table: Table, event: Event) -> Table:
    """The table after the event; its stream has moved by one."""
    assert event.seq == table.seq + 1, f"{event.key}: {event.seq} does not follow {table.seq}"
    if event.OF_ROUND and table.round is not None:
        table = replace(table, round=evolve_round(table.round, event))
    change = _CHANGES.get(type(event))
    if change is not None:
        table = change(table, event)
    tray = table.tray
    if isinstance(event, Posting):
        tray += event.entries.get("tray", 0)
    return replace(table, seq=event.seq, tray=tray)
