"""What a visitor may do at a table, so that its page offers that and nothing else."""

from typing import Final, NamedTuple

from domain.game_library import LIBRARY
from projections.floor.view import TableView
from projections.slips import Slip
from services.web.visitor import Visitor

_STEPS_AFTER: Final = {"requested": ("issued", "voided"), "issued": ("received", "voided")}


class Offered(NamedTuple):
    """Asked by the templates."""

    visitor: Visitor
    table: str
    lawful: frozenset[str]
    full: bool
    """Signatures, roles and distinct people are demanded."""

    def may(self, command: str, step: str | None = None) -> bool:
        """The role does it, the table takes it now, and it is one of the visitor's tables."""
        return command in self.lawful and self.permitted(command, step)

    def permitted(self, command: str, step: str | None = None) -> bool:
        tables = self.visitor.known.tables
        return (tables is None or self.table in tables) and self.visitor.may(command, step)

    def steps(self, slip: Slip) -> list[str]:
        """What this visitor may do next with a slip that is under way."""
        following = _STEPS_AFTER.get(slip.state, ())
        return [step for step in following if self.may(slip.kind, step)]

    @property
    def anything(self) -> bool:
        """At least one form is shown."""
        return any(self.may(*one) for one in _OF_THE_PAGE)


_EQUIPMENT: Final = frozenset(
    one.command
    for game in LIBRARY.games
    for rules in game.regulations
    for one in game.layout.equipment(rules.ref)
)
_OF_THE_PAGE: Final = (
    *(("open_table",), ("buy_in",), ("fill", "requested"), ("credit", "requested")),
    *(("count_tray",), ("close_table",), ("pay_marker",), ("remove_box",)),
    *(("owe_vigorish",), ("recover_vigorish",)),
    *((command,) for command in _EQUIPMENT),
)


def offered(visitor: Visitor, view: TableView | None, table: str, controls: str) -> Offered:
    """A table that was never opened takes nothing but its opening."""
    lawful = frozenset(view.next) if view is not None else frozenset({"open_table"})
    full = controls == "full" or (view is not None and view.terms.controls == "full")
    return Offered(visitor, table, lawful, full)
