"""The table's own commands, which every game needs alike, and what decides each."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from domain.commands import books as asked_of_books
from domain.commands import table as asked_of_table
from domain.events import Event
from domain.events.envelope import Stamp
from domain.table import accounts, disputes, drop, exceptions, markers, opening, vigorish
from domain.table import correcting as correcting_entries
from domain.table.state import Table

Decision: TypeAlias = Callable[[Table, Any, Stamp], list[Event]]

DECISIONS: Final[dict[type, Decision]] = {
    asked_of_table.CountTray: opening.count_tray,
    asked_of_table.CloseTable: opening.close_table,
    asked_of_table.CountDrop: drop.count_drop,
    asked_of_table.BuyIn: accounts.buy_in,
    asked_of_table.Fill: accounts.fill,
    asked_of_table.Credit: accounts.credit,
    asked_of_books.PayMarker: markers.pay_marker,
    asked_of_books.RemoveBox: drop.remove_box,
    asked_of_books.OweVigorish: vigorish.owe_vigorish,
    asked_of_books.RecoverVigorish: vigorish.recover_vigorish,
    asked_of_books.CorrectEntry: correcting_entries.correct_entry,
    asked_of_books.Acknowledge: exceptions.acknowledge,
    asked_of_books.Complain: disputes.complain,
    asked_of_books.HoldDispute: disputes.hold_dispute,
    asked_of_books.RuleDispute: disputes.rule_dispute,
}
