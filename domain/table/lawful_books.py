"""Which commands of the books a table takes now; most of them whether or not it is open."""

from domain.table.books import Books
from domain.table.state import Table


def books_commands(table: Table) -> tuple[str, ...]:
    """In the order they would be reached for."""
    books, is_open = table.books, table.is_open
    may = {
        "pay_marker": is_open,
        "remove_box": _box_may_leave(books),
        "owe_vigorish": is_open and any(books.taken.values()),
        "recover_vigorish": is_open and bool(books.owed),
        "count_drop": any(one.removed for one in books.boxes),
        "correct_entry": bool(books.entries),
        "complain": bool(books.played or table.rounds),
        "hold_dispute": any(not one.held for one in books.complaints.values()),
        "rule_dispute": bool(books.complaints),
        "acknowledge": bool(books.exceptions),
    }
    return tuple(command for command, lawful in may.items() if lawful)


def _box_may_leave(books: Books) -> bool:
    """One stands at the table, or one is off and nobody told who carried it."""
    return books.box is not None or any(one.carrier is None for one in books.boxes)
