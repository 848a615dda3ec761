"""What is keyed in wrong and put right at once, while a supervisor stands by."""

from collections.abc import Iterator
from typing import Any, Final

from services.tools.simulator.chances import BUY_IN_MISKEYED, happens
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.staff import standing_by

_ANSWER: Final = "seen by the floor as it was put right"
_HUNDRED_DOLLARS: Final = 10_000
_WHY: Final = {
    "correct_wager": "the wrong chip was keyed in",
    "correct_roll": "a die was misread",
    "correct_deal": "the pieces were keyed in one position off",
    "correct_setting": "the hands were keyed in as they did not lie",
    "correct_bank": "the bank was keyed in at the wrong seat",
    "correct_entry": "a bill too few or too many was keyed in",
}


def corrected(table: LawfulTable, command: str, **fields: Any) -> Told:
    """The correction, with its reason and who stood by."""
    supervisor = standing_by(command, table.now)
    return table.tell_beside(command, **fields, reason=_WHY[command], supervisor=supervisor)


def answered_for(table: LawfulTable) -> Told:
    """The exception that was raised last, for which somebody else answers at once."""
    last = next(reversed(table.state.books.exceptions))
    return table.tell_beside("acknowledge", exception=last, reason=_ANSWER)


def tell_buy_in(table: LawfulTable, amount: int, **fields: Any) -> Iterator[Told]:
    if not happens(table.beside, BUY_IN_MISKEYED):
        yield table.tell("buy_in", amount=amount, **fields)
        return
    less = amount - _HUNDRED_DOLLARS
    yield table.tell("buy_in", amount=less or 2 * _HUNDRED_DOLLARS, **fields)
    yield corrected(table, "correct_entry", entry=table.state.seq, amount=amount)
