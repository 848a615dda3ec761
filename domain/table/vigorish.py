"""Vigorish that a player could not pay at once, and its recovery."""

from domain.commands.books import OweVigorish, RecoverVigorish
from domain.controls import VIGORISH_OWED
from domain.events import Event
from domain.events.books import VigorishOwed, VigorishRecovered
from domain.events.envelope import Stamp
from domain.money import transfer
from domain.refusals import BooksRefuse
from domain.table.opening import require_open
from domain.table.state import Table


def owe_vigorish(table: Table, command: OweVigorish, _: Stamp) -> list[Event]:
    """What settlement posted as taken is taken back, at most as much as it was.

    The paragraph of the game has it collected as the win is paid (19:47-10.7(k), 11.9; MD 8.K).
    That a player owes it instead departs from that, by the control that the event cites.
    """
    require_open(table)
    books = table.books
    taken = books.taken.get(command.seat, 0)
    if command.amount > taken:
        reason = (
            f"{taken} cents of vigorish were taken at seat {command.seat} in the last round of the"
            f" period and are not owed yet; {command.amount} cannot be owed of them"
        )
        raise BooksRefuse(VIGORISH_OWED, reason)
    if books.counted > books.finished and books.variance > -command.amount:
        reason = (
            f"the tray was counted since round {books.last_round} and was not short of"
            f" {command.amount} cents: that vigorish was collected"
        )
        raise BooksRefuse(VIGORISH_OWED, reason)
    return [
        VigorishOwed(
            rule=VIGORISH_OWED,
            round=books.last_round,
            seat=command.seat,
            player=books.taken_from[command.seat],
            amount=command.amount,
            reason=command.reason,
            entries=transfer(command.amount, to="vigorish", source="tray"),
        )
    ]


def recover_vigorish(table: Table, command: RecoverVigorish, _: Stamp) -> list[Event]:
    require_open(table)
    debt = table.books.owed.get(command.owed)
    if debt is None:
        reason = f"no vigorish is owed by event {command.owed} of {table.name}"
        raise BooksRefuse(VIGORISH_OWED, reason)
    amount = command.amount or debt.left
    if amount > debt.left:
        reason = f"{debt.left} cents are left of event {command.owed}, not {amount}"
        raise BooksRefuse(VIGORISH_OWED, reason)
    return [
        VigorishRecovered(
            rule=VIGORISH_OWED,
            owed=command.owed,
            seat=debt.seat,
            player=debt.player,
            amount=amount,
            left=debt.left - amount,
            entries=transfer(amount, to="tray", source="vigorish"),
        )
    ]
