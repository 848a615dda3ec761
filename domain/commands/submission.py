"""A submission: one licensee's elections on top of a regulation."""

import hashlib
import json
from typing import TYPE_CHECKING, Any

from pydantic import create_model

from domain.commands.elections import OfAnyTable, OfBooks
from domain.game_elections import ELECTIONS, elections_elsewhere
from domain.shared_terms import LaterElection
from domain.written import Strict

if TYPE_CHECKING:

    class _OfGames(Strict): ...

else:
    _OfGames = create_model("_OfGames", __base__=tuple(reversed(ELECTIONS.values())))


class Submission(OfBooks, _OfGames, OfAnyTable):
    """What the licensee elected; the regulation decides whether it may."""

    def recorded(self) -> dict[str, Any]:
        """As it is recorded with a session: every election of any table and of its own game, those
        added later and those of other games where elected."""
        unelected = later_elections() | elections_elsewhere(self.regulation)
        unelected -= self.elected()
        every = self.model_dump(mode="json")
        return {name: value for name, value in every.items() if name not in unelected}

    def elected(self) -> set[str]:
        """The elections that differ from what is taken when nothing is said."""
        return set(self.model_dump(exclude_defaults=True))

    def content_hash(self) -> str:
        """The same elections give the same hash, however they were written down."""
        content = json.dumps(self.recorded(), sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()


def later_elections() -> set[str]:
    """Elections that came after the first sessions were recorded."""
    return {
        name
        for name, field in Submission.model_fields.items()
        if any(isinstance(one, LaterElection) for one in field.metadata)
    }
