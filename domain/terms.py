"""The terms of a table: what its licensee elected, as the rules read it and rounds record it."""

from typing import TYPE_CHECKING, Any, Final

import msgspec
from pydantic import create_model

from domain.game_names import TERMS
from domain.shared_terms import ReadAs, TableTerms
from domain.written import as_struct

if TYPE_CHECKING:
    _OfGames = TableTerms
else:
    _OfGames = create_model("_OfGames", __base__=(*reversed(TERMS), TableTerms))

_READ_AS: Final = {
    name: one.form
    for name, field in _OfGames.model_fields.items()
    for one in field.metadata
    if isinstance(one, ReadAs)
}


@as_struct
class Terms(_OfGames):
    """One licensee's elections on top of a regulation."""


def terms_of(submission: dict[str, Any]) -> Terms:
    """The terms of a submission as it was recorded when the table was opened."""
    read = {name: form(submission.get(name)) for name, form in _READ_AS.items()}
    return msgspec.convert({**submission, **read}, Terms)
