"""A finished round that a player disputes: the complaint, its taking up, the ruling."""

from collections.abc import Callable
from typing import Any, Final, Literal

from msgspec.structs import replace

from domain.commands.books import Complain, HoldDispute, RuleDispute
from domain.controls import DISPUTE, TABLE_OPEN
from domain.events import Event
from domain.events.books import ComplaintMade, DisputeHeld, DisputeRuled
from domain.events.envelope import Stamp
from domain.money import transfer
from domain.refusals import BooksRefuse, WrongMoment
from domain.table.books import Complaint
from domain.table.seatings import players_in
from domain.table.state import Table


def complain(table: Table, command: Complain, _: Stamp) -> list[Event]:
    """About a round that is over, of this session or an earlier one, by one who played in it."""
    if not table.session:
        raise WrongMoment(TABLE_OPEN, f"table {table.name} was never opened; no round was played")
    session, number = _require_finished(table, command.round)
    return [
        ComplaintMade(
            round=command.round,
            seat=command.seat,
            player=_player_of(command, players_in(table.books.seatings, session, number)),
            words=command.words,
        )
    ]


def _player_of(command: Complain, players: dict[int, str] | None) -> str:
    """Whom the round knows at the seat, whoever sits there now.

    A round that lies too far back to be known takes the complaint as it is made; and where the
    round knew nobody by name, the complaint may, but nobody whom it knew at another seat.
    """
    nobody = f"seat-{command.seat}"
    if players is None:
        return command.player or nobody
    known = players.get(command.seat)
    if known is None:
        seats = ", ".join(map(str, sorted(players))) or "none"
        reason = (
            f"seat {command.seat} had no wager in round {command.round} and did not bank it;"
            f" seats that did: {seats}"
        )
        raise BooksRefuse(DISPUTE, reason)
    if command.player in (None, known):
        return known
    assert command.player is not None
    if known == nobody and command.player not in players.values():
        return command.player
    reason = (
        f"seat {command.seat} was {known}'s in round {command.round}, not {command.player}'s;"
        " leave `player` out, or name the seat that was"
    )
    raise BooksRefuse(DISPUTE, reason)


def is_of_session(table: Table, round_id: str) -> bool:
    """Whether the round is one of the table's last session; an earlier one may have hosted
    another game."""
    return int(round_id.split("-")[1]) == table.session


def _require_finished(table: Table, round_id: str) -> tuple[int, int]:
    """Its session, and its number there."""
    name, session_told, number_told = round_id.split("-")
    session, number = int(session_told), int(number_told)
    if f"{table.name}-{session}-{number}" != round_id:
        reason = f"round {round_id} is not one of table {table.name}; complain at table {name}"
        raise BooksRefuse(DISPUTE, reason)
    playing = table.open_round()
    if playing is not None and playing.id == round_id:
        reason = (
            f"round {round_id} is still being played: a mistake in it is corrected, and once it"
            " is settled its outcome may be disputed"
        )
        raise WrongMoment(DISPUTE, reason)
    played = table.rounds if session == table.session else table.books.played.get(session, 0)
    if not 1 <= number <= played:
        reason = f"no round {round_id} was played; session {session} finished {played} rounds"
        raise BooksRefuse(DISPUTE, reason)
    return session, number


def hold_dispute(table: Table, command: HoldDispute, _: Stamp) -> list[Event]:
    complaint = _open_complaint(table, command.complaint)
    if complaint.held:
        reason = f"complaint {command.complaint} has been taken up already; rule on it"
        raise BooksRefuse(DISPUTE, reason)
    return [
        DisputeHeld(
            round=complaint.round,
            complaint=command.complaint,
            seat=complaint.seat,
            player=complaint.player,
            amount=command.amount,
        )
    ]


def rule_dispute(table: Table, command: RuleDispute, _: Stamp) -> list[Event]:
    """The tray pays or is paid; the cage where the table is closed."""
    complaint = _open_complaint(table, command.complaint)
    paid_from: Literal["tray", "cage"] = "tray" if table.is_open else "cage"
    return [
        DisputeRuled(
            round=complaint.round,
            complaint=command.complaint,
            seat=complaint.seat,
            player=complaint.player,
            decision=command.decision,
            adjustment=command.adjustment,
            paid_from=paid_from,
            reason=command.reason,
            supervisor=command.supervisor,
            entries=transfer(command.adjustment, to="win", source=paid_from),
        )
    ]


def _open_complaint(table: Table, number: int) -> Complaint:
    complaint = table.books.complaints.get(number)
    if complaint is None:
        reason = f"no complaint {number} is open at {table.name}: none was made, or it is decided"
        raise BooksRefuse(DISPUTE, reason)
    return complaint


def _complained(table: Table, event: ComplaintMade) -> Table:
    assert event.round is not None
    complaint = Complaint(round=event.round, seat=event.seat, player=event.player, day=event.day)
    return _with(table, {**table.books.complaints, event.seq: complaint})


def _held(table: Table, event: DisputeHeld) -> Table:
    complaints = table.books.complaints
    held = replace(complaints[event.complaint], held=True)
    return _with(table, {**complaints, event.complaint: held})


def _ruled(table: Table, event: DisputeRuled) -> Table:
    complaints = table.books.complaints
    return _with(table, {at: one for at, one in complaints.items() if at != event.complaint})


def _with(table: Table, complaints: dict[int, Complaint]) -> Table:
    return replace(table, books=replace(table.books, complaints=complaints))


DISPUTED: Final[dict[type[Event], Callable[[Table, Any], Table]]] = {
    ComplaintMade: _complained,
    DisputeHeld: _held,
    DisputeRuled: _ruled,
}
