"""Which commands of the books a table takes now; many of them whether or not it is open."""

from domain.table.books import Books
from domain.table.state import Table


def books_commands(table: Table) -> tuple[str, ...]:
    """In the order they would be reached for; of a slip that a closing left only the voiding."""
    books, is_open = table.books, table.is_open
    pending = () if is_open else {slip.kind for slip in table.slips.values()}
    may = {
        "fill": "fill" in pending,
        "credit": "credit" in pending,
        "pay_marker": is_open,
        "remove_box": is_open or any(box.carrier is None for box in books.boxes),
        "owe_vigorish": is_open and _some_may_be_owed(books),
        "recover_vigorish": is_open and bool(books.owed),
        "count_drop": _box_waits(table),
        "correct_entry": bool(books.entries),
        "complain": any(one.players for one in books.seatings),
        "hold_dispute": any(not one.held for one in books.complaints.values()),
        "rule_dispute": bool(books.complaints),
        "acknowledge": bool(books.exceptions),
    }
    return tuple(command for command, lawful in may.items() if lawful)


def _some_may_be_owed(books: Books) -> bool:
    """Taken in the last round, and no count since then has found it in the tray."""
    return bool(books.taken) and (books.counted < books.finished or books.variance < 0)


def _box_waits(table: Table) -> bool:
    """Under full controls only one whose carrier is known is counted."""
    full = table.terms.controls == "full"
    return any(box.carrier is not None or not full for box in table.books.boxes)
