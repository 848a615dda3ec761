"""Rows of read models out of the database, one by one: a broken one is named, not passed on."""

from typing import TypeVar

import msgspec

R = TypeVar("R")


class CorruptRow(Exception):
    """A row that is not what its read model writes."""

    def __init__(self, model: str, row: str, why: object) -> None:
        super().__init__(
            f"row {row} of read model {model} cannot be read: {why};"
            f" mend it with: pitledger rebuild {model}"
        )
        self.model = model
        self.row = row


def decode_row(model: str, row: str, doc: str, kind: type[R]) -> R:
    try:
        return msgspec.json.decode(doc, type=kind)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
        raise CorruptRow(model, row, error) from error
