"""Refusals that were given before: a request that comes again is not decided again."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from domain.refusals import Refused
from services.desk.request import CommandRefused, OtherBody, Request
from services.store.ledger import Ledger

_SELECT: Final = (
    "SELECT delivery, command::text AS command, rule, reason FROM pitledger_refusals"
    " WHERE delivery = ANY (%s)"
)
_ALL_KINDS: Final[list[type[Refused]]] = [Refused, *Refused.__subclasses__()]
KINDS: Final = {kind.__name__: kind for kind in _ALL_KINDS}


def refused_before(
    ledger: Ledger, requests: Sequence[Request]
) -> dict[Request, CommandRefused | OtherBody]:
    """Of requests that may come again, the refusals whose answers may have been lost.

    An accepted request is found by its command ids.
    """
    again = [request for request in requests if request.again]
    if not again:
        return {}
    with ledger.datastore.get_connection() as conn:
        rows = conn.execute(_SELECT, ([request.delivery for request in again],)).fetchall()
    found = {row["delivery"]: row for row in rows}
    return {one: _refusal(one, found[one.delivery]) for one in again if one.delivery in found}


def _refusal(request: Request, row: dict[str, Any]) -> CommandRefused | OtherBody:
    """As it was given, if it is one of these commands that was refused."""
    refused = msgspec.json.decode(row["command"])
    for index, command in enumerate(request.commands):
        if command.model_dump(mode="json", exclude_none=True) == refused:
            return CommandRefused(Refused(row["rule"], row["reason"]), index, command)
    return OtherBody(request.ids[0])
