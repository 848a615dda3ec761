"""Looks after a table that is found in the middle of something: as a person would, from what the
table itself says, one lawful command at a time."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain
from random import Random
from typing import Any, Final

import msgspec

from domain.game_library import LIBRARY
from domain.games.seam.bots import Move, SeenTable
from domain.games.seam.in_play import InPlay
from projections.floor.view import TableView
from services.tools.simulator.access import Access, Refusal, StoredEvent
from services.tools.simulator.cage import is_of_simulator
from services.tools.simulator.staff import on_duty, signing, standing_by

_MOST_STEPS: Final = 200
"""More than the hands, the wagers and the slips of any one table come to."""
_SLIP_STEPS: Final = ("requested", "issued", "received")


class Caretaker:
    """Ends rounds, gives wagers back, closes tables and counts their boxes."""

    def __init__(self, access: Access, luck: Random) -> None:
        self._access = access
        self._luck = luck

    def bring_to_rest(self, table: str, reason: str) -> TableView | None:
        """No round is played and nothing lies on the layout. Raises Refusal."""
        for _ in range(_MOST_STEPS):
            view = self._access.look(table)
            if view is None or view.phase == "closed":
                return view
            moves = self._moves(view, reason)
            if not self._take_one(view, moves):
                return view
        raise Refusal(f"{table} does not come to rest: others go on there")

    def close(self, table: str, par: int, reason: str) -> None:
        """As counted, with no slip under way, and its tray at par for the next opener."""
        view = self.bring_to_rest(table, reason)
        if view is not None and view.phase != "closed":
            self.void_slips(view, reason, every=True)
            self._bring_to_par(view, par)
            self._count_and_close(table)

    def _count_and_close(self, table: str) -> None:
        """With what is in the tray at that moment."""
        view = self._access.look(table)
        assert view is not None
        signed = signing(table, datetime.now(UTC))
        self._do("close_table", table, inventory=view.tray_expected, signatures=signed)

    def count_boxes(self, table: str) -> None:
        """Every box off the table is found to hold what it should."""
        view = self._access.look(table)
        for box in view.boxes if view is not None else ():
            which = {"session": box.session, "box": box.box}
            if box.carrier is None:
                self._do("remove_box", table, **which)
            self._do("count_drop", table, amount=box.estimated, **which)

    def void_slips(self, view: TableView, reason: str, *, every: bool = False) -> None:
        """Those that the simulator wrote and nobody will take further; or every one."""
        for one in view.slips:
            if every or is_of_simulator(one.slip, view.table):
                told = {"slip": one.slip, "amount": one.amount, "reason": reason}
                self._do(one.kind, view.table, step="voided", **told)

    def _moves(self, view: TableView, reason: str) -> Iterator[Move]:
        game = LIBRARY.by_regulation[view.regulation]
        seen = self._seen(view, game.views.in_play)
        if view.round is None:
            return game.bots.giving_back(seen, reason)
        why = {"reason": reason, "supervisor": seen.supervisor("void_round")}
        return chain(game.bots.finishing(seen), [("void_round", why)])

    def _seen(self, view: TableView, own: type[msgspec.Struct] | None) -> SeenTable:
        """The game as the view has it, with what that game alone has in play."""
        playing = _fields_of(view, InPlay)
        if own is not None:
            playing["own"] = own(**_fields_of(view, own))
        return SeenTable(
            regulation=view.regulation,
            next=view.next,
            full_controls=view.terms.controls == "full",
            in_play=InPlay(**playing),
            luck=self._luck,
            supervisor=lambda command: standing_by(command, datetime.now(UTC)),
        )

    def _take_one(self, view: TableView, moves: Iterator[Move]) -> bool:
        """The first move that is accepted; False: there was none to make.

        Where a refusal comes of somebody else's command, the table is looked at again.
        """
        refusal: Refusal | None = None
        for command, fields in moves:
            try:
                self._do(command, view.table, **fields)
            except Refusal as error:
                refusal = error
                now = self._access.look(view.table)
                if now is None or now.seq != view.seq:
                    return True
            else:
                return True
        if refusal is not None:
            raise refusal
        return False

    def _bring_to_par(self, view: TableView, par: int) -> None:
        if short := par - view.tray_expected:
            kind = "fill" if short > 0 else "credit"
            told = {"amount": abs(short), "slip": f"{view.table}-STOP{view.seq}"}
            for step in _SLIP_STEPS:
                self._do(kind, view.table, step=step, **told)

    def _do(self, command: str, table: str, **fields: Any) -> list[StoredEvent]:
        actor = on_duty(command, fields.get("step"), table, datetime.now(UTC))
        told = {"command": command, "table": table, "actor": actor, **fields}
        return self._access.send(told).events()


def _fields_of(view: TableView, kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {name: getattr(view, name) for name in kind.__struct_fields__ if hasattr(view, name)}
