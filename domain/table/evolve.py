"""How each event changes a table."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.events import corrections as put_right
from domain.events import round as of_round
from domain.events import table as of_table
from domain.events.envelope import Event, Posting
from domain.round.evolve import evolve_round, opened
from domain.round.state import Wager
from domain.table.disputes import DISPUTED
from domain.table.evolve_books import keep_books
from domain.table.evolve_corrected import into_the_tray
from domain.table.put_right import PUT_RIGHT, remembered
from domain.table.slip_series import is_used, with_number
from domain.table.state import Rotation, Slip, Streak, Table
from domain.terms import DICE_BONUS, MAIN, terms_of


def _opened(table: Table, event: of_table.TableOpened) -> Table:
    assert event.session is not None
    return replace(
        table,
        session=event.session,
        is_open=True,
        regulation=event.regulation,
        submission_hash=event.submission_hash,
        terms=terms_of(event.submission),
        # The opener is what stands in the tray; an earlier variance stays with its session.
        tray=0,
        rounds=0,
        streak=Streak(),
        rotation=Rotation(),
        dice_since=event.at,
        tiles_since=event.at,
        round=None,
    )


def _slip(table: Table, event: of_table.TableFilled | of_table.TableCredited) -> Table:
    """Under way until it is received or voided; its number is used from the first step on."""
    others = {number: slip for number, slip in table.slips.items() if number != event.slip}
    if event.step in ("requested", "issued"):
        others[event.slip] = _step_of(table.slips.get(event.slip), event)
    used = table.slip_numbers
    if not is_used(used, event.slip):
        used = with_number(used, event.slip)
    return replace(table, slips=others, slip_numbers=used)


def _step_of(slip: Slip | None, event: of_table.TableFilled | of_table.TableCredited) -> Slip:
    who = event.actor["id"] if event.actor else None
    if slip is not None:
        return replace(slip, step=event.step, issued_by=who)
    kind = "fill" if isinstance(event, of_table.TableFilled) else "credit"
    return Slip(kind, event.step, event.amount, event.day, requested_by=who)


def _tiles_out(table: Table, _: of_table.TilesSetOut) -> Table:
    """The game starts anew, and with it the offers of the bank (10.8(b); MD 9.B)."""
    return replace(table, rotation=replace(table.rotation, fresh=True, begun_at=None))


def _tiles_changed(table: Table, event: of_table.TilesChanged) -> Table:
    rotation = replace(table.rotation, fresh=True, begun_at=None)
    return replace(table, tiles_since=event.at, rotation=rotation)


def _dice_since(table: Table, event: of_table.DiceChanged) -> Table:
    return replace(table, dice_since=event.at)


def _tray_counted(table: Table, event: of_table.TrayCounted) -> Table:
    return replace(table, tray=event.counted) if event.roll else table


def _closed(table: Table, _: of_table.TableClosed) -> Table:
    return replace(table, is_open=False)


def _round_opened(table: Table, event: of_round.RoundOpened) -> Table:
    rotation = replace(table.rotation, sat=table.rotation.players)
    return replace(table, round=opened(event), rotation=rotation)


def _seated(table: Table, event: of_round.WagerPlaced | of_round.BankAccepted) -> Table:
    if table.rotation.players.get(event.seat) == event.player:
        return table
    players = {**table.rotation.players, event.seat: event.player}
    return replace(table, rotation=replace(table.rotation, players=players))


def _withdrawn(table: Table, event: of_round.WagerWithdrawn) -> Table:
    if event.wager != DICE_BONUS:
        return table
    retained = _without(table.streak.retained, event.seat)
    return replace(table, streak=replace(table.streak, retained=retained))


def _rolled(table: Table, event: of_round.DiceRolled) -> Table:
    assert table.round is not None
    triple = event.running > 0
    down = tuple(one for one in table.round.wagers if one.wager == DICE_BONUS) if triple else ()
    streak = replace(
        table.streak,
        count=event.triples,
        after_triple=triple,
        down=down,
        button=event.dice[0] if table.terms.dragons_eye else None,
    )
    return replace(table, streak=streak)


def _settled(table: Table, event: of_round.WagerSettled) -> Table:
    """A dice bonus wager stays on the table when it is retained, and only then."""
    if event.wager != DICE_BONUS:
        return table
    retained = _without(table.streak.retained, event.seat)
    if event.outcome == "retained":
        stays = Wager(event.seat, event.wager, event.amount, 0, event.player, retained=True)
        retained = tuple(sorted((*retained, stays), key=lambda one: one.seat))
    return replace(table, streak=replace(table.streak, retained=retained))


def _without(wagers: tuple[Wager, ...], seat: int) -> tuple[Wager, ...]:
    return tuple(one for one in wagers if one.seat != seat)


def _round_closed(table: Table, event: of_round.RoundClosed) -> Table:
    state = table.round
    assert state is not None
    rotation = replace(
        table.rotation,
        fresh=False,
        last_bank=state.bank.player if state.bank else None,
    )
    against = [line for line in event.wagers if line.wager == MAIN]
    sat = {line.seat: line.player for line in against}
    if state.bank is not None:
        sat[state.bank.seat] = state.bank.player
    rotation = replace(rotation, players=_moved(rotation.players, sat))
    if state.offered:
        stood = rotation.moves_to() or state.offered[0].seat
        rotation = replace(rotation, begun_at=stood, played=tuple(sorted(sat)))
    elif state.dealer_keeps:
        rotation = replace(rotation, begun_at=None)
    if state.bank is None:
        rotation = replace(
            rotation,
            wagered=tuple(dict.fromkeys(line.player for line in against)),
            stakes={**rotation.stakes, **{line.seat: line.amount for line in against}},
        )
    return replace(table, rounds=state.number, round=None, rotation=rotation)


def _moved(players: dict[int, str], sat: dict[int, str]) -> dict[int, str]:
    """Who plays elsewhere has left the old seat."""
    elsewhere = set(sat.values())
    return {
        seat: player for seat, player in players.items() if seat in sat or player not in elsewhere
    }


def _round_voided(table: Table, _: of_round.RoundVoided) -> Table:
    assert table.round is not None
    return replace(table, rounds=table.round.number, round=None)


_CHANGES: Final[dict[type[Event], Callable[[Table, Any], Table]]] = {
    of_table.TableOpened: _opened,
    of_table.TableFilled: _slip,
    of_table.TableCredited: _slip,
    of_table.TilesSetOut: _tiles_out,
    of_table.TilesChanged: _tiles_changed,
    of_table.DiceChanged: _dice_since,
    of_table.TrayCounted: _tray_counted,
    of_table.TableClosed: _closed,
    of_round.RoundOpened: _round_opened,
    of_round.BankAccepted: _seated,
    of_round.WagerPlaced: _seated,
    of_round.WagerWithdrawn: _withdrawn,
    of_round.DiceRolled: _rolled,
    of_round.WagerSettled: _settled,
    of_round.RoundClosed: _round_closed,
    of_round.RoundVoided: _round_voided,
    **PUT_RIGHT,
    **DISPUTED,
}


def evolve(table: Table, event: Event) -> Table:
    """The table after the event; its stream has moved by one."""
    assert event.seq == table.seq + 1, f"{event.key}: {event.seq} does not follow {table.seq}"
    before = table
    if event.OF_ROUND and table.round is not None:
        table = replace(table, round=evolve_round(table.round, event))
    change = _CHANGES.get(type(event))
    if change is not None:
        table = change(table, event)
    table = remembered(before, table, event)
    tray = table.tray + _moved_by(before, event)
    return replace(
        table,
        seq=event.seq,
        tray=tray,
        last_action=event.at if event.OF_ROUND else table.last_action,
        books=keep_books(before, table, event),
    )


def _moved_by(table: Table, event: Event) -> int:
    """What the event did to the tray; one that puts right an ended period leaves it alone."""
    if not isinstance(event, Posting):
        return 0
    if isinstance(event, put_right.EntryCorrected):
        period = (event.session, event.period)
        if period != (table.session, table.books.period):
            return 0
        return into_the_tray(event)
    return event.entries.get("tray", 0)
