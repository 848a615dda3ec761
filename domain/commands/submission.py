"""A submission: one licensee's elections on top of a regulation."""

import hashlib
import json
from typing import Any, Final

from domain import terms
from domain.commands.elections import (
    NjCraps,
    OfAnyTable,
    OfAnyWay,
    OfBooks,
    OfCraps,
)
from domain.terms import LaterElection

_RECORD_THEIR_OWN: Final[dict[str, type[OfAnyTable]]] = {"nj-craps": NjCraps}
"""Regulations that came after the first three, whose sessions record every election there was."""


class Submission(
    OfBooks,
    OfCraps,
    terms.OfWheel,
    terms.OfProgressive,
    terms.OfBankHouseWay,
    terms.OfDelivery,
    terms.OfDealerDelivery,
    terms.OfGenerator,
    terms.OfPairFortunes,
    terms.OfDragonsEye,
    terms.OfTriples,
    terms.OfBanking,
    OfAnyWay,
    terms.OfVigorish,
    OfAnyTable,
):
    """What the licensee elected; the regulation decides whether it may."""

    def recorded(self) -> dict[str, Any]:
        """As it is recorded with a session: every election, those added later where elected."""
        every = self.model_dump(mode="json")
        if self.regulation in _RECORD_THEIR_OWN:
            own = _RECORD_THEIR_OWN[self.regulation].model_fields.keys()
            told = (own - later_elections(of_all=True)) | self.elected()
            return {name: value for name, value in every.items() if name in told}
        unelected = later_elections() - self.elected()
        return {name: value for name, value in every.items() if name not in unelected}

    def elected(self) -> set[str]:
        """The elections that differ from what is taken when nothing is said."""
        return set(self.model_dump(exclude_defaults=True))

    def content_hash(self) -> str:
        """The same elections give the same hash, however they were written down."""
        content = json.dumps(self.recorded(), sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()


def later_elections(*, of_all: bool = False) -> set[str]:
    """Elections that came after the first sessions were recorded; `of_all`: of any regulation."""
    return {
        name
        for name, field in Submission.model_fields.items()
        for one in field.metadata
        if isinstance(one, LaterElection) and (one.of_all or not of_all)
    }
