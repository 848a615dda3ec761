"""In which ways the commands about a table's chips and books are lawful, whatever it hosts."""

from collections.abc import Iterator

from domain.options import Choice, Limits, Option
from domain.table.books import Books
from domain.table.state import Table


def table_options(table: Table, last_place: int) -> Iterator[tuple[str, Option]]:
    """By command; whether it is lawful at all is `next_commands`' to say."""
    books, seats = table.books, tuple(range(1, last_place + 1))
    for name in ("buy_in", "pay_marker"):
        yield name, Option(command=name, choices={"seat": seats})
    for kind in ("fill", "credit"):
        under_way = tuple(number for number, slip in table.slips.items() if slip.kind == kind)
        yield kind, Option(command=kind, choices={"slip": under_way})
    yield from _owing(books)
    yield "count_drop", _of_boxes("count_drop", books)
    yield "remove_box", _of_boxes("remove_box", books)
    for name, field, known in (
        ("recover_vigorish", "owed", books.owed),
        ("correct_entry", "entry", books.entries),
        ("hold_dispute", "complaint", {k: c for k, c in books.complaints.items() if not c.held}),
        ("rule_dispute", "complaint", books.complaints),
        ("acknowledge", "exception", books.exceptions),
    ):
        yield name, Option(command=name, choices={field: tuple(known)})


def _owing(books: Books) -> Iterator[tuple[str, Option]]:
    """What was taken of each seat in the last round is the most that it can owe."""
    taken = {seat: cents for seat, cents in books.taken.items() if cents > 0}
    if taken:
        limits = {"amount": Limits(1, max(taken.values()))}
        yield (
            "owe_vigorish",
            Option(command="owe_vigorish", choices={"seat": tuple(taken)}, limits=limits),
        )


def _of_boxes(name: str, books: Books) -> Option:
    """Those off the table; which of them is due is told by its session and number."""
    boxes: tuple[Choice, ...] = tuple(dict.fromkeys(box.number for box in books.boxes))
    sessions: tuple[Choice, ...] = tuple(dict.fromkeys(box.session for box in books.boxes))
    return Option(command=name, choices={"box": boxes, "session": sessions})
