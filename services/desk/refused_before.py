"""Refusals that were given before: a request that comes again is not decided again."""

from typing import Final

import msgspec

from domain.refusals import Refused
from services.desk.request import CommandRefused, Request
from services.store.ledger import Ledger

_SELECT: Final = (
    "SELECT command::text AS command, rule, reason FROM pitledger_refusals WHERE delivery = %s"
)
_ALL_KINDS: Final[list[type[Refused]]] = [Refused, *Refused.__subclasses__()]
KINDS: Final = {kind.__name__: kind for kind in _ALL_KINDS}


def refused_before(ledger: Ledger, request: Request) -> CommandRefused | None:
    """The refusal whose answer was lost. An accepted request is found by its command ids."""
    with ledger.datastore.get_connection() as conn:
        row = conn.execute(_SELECT, (request.delivery,)).fetchone()
    if row is None:
        return None
    index = _index(request, msgspec.json.decode(row["command"]))
    return CommandRefused(Refused(row["rule"], row["reason"]), index, request.commands[index])


def _index(request: Request, refused: object) -> int:
    """Which command of the request it was."""
    commands = [command.model_dump(mode="json", exclude_none=True) for command in request.commands]
    return commands.index(refused) if refused in commands else 0
