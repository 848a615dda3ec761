"""The house rules of Stones, which nobody has enacted."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from domain.commands.elections import OfAnyTable, OfBooks
from domain.commands.submission import Submission
from domain.games.seam.facts import as_json, hash_of
from domain.refusals import NotOffered
from domain.wagers.catalogue import Catalogue

from .bag import SEATS, STONES
from .elections.elections import Elections
from .wagers.catalogue import CATALOGUE, NAME, StonesWager

BAG: Final = "control:stones-bag"
CONTROLS: Final = {BAG: "a bag has each stone once"}


class XxStones(OfBooks, Elections, OfAnyTable):
    """A submission under the house rules of Stones."""

    regulation: Literal["xx-stones"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Citations:
    """Which paragraph says what."""

    wagers: str = "House rules of Stones 1"
    making: str = "House rules of Stones 2(a)"
    limits: str = "House rules of Stones 2(b)"
    drawing: str = "House rules of Stones 3(a)"
    showing: str = "House rules of Stones 3(b)"
    vigorish: str = "House rules of Stones 4(c)"


@dataclass(frozen=True, slots=True, kw_only=True)
class StonesRules:
    """Fixed facts with citations."""

    name: str = NAME
    version: int = 1
    title: str = "House rules of Stones"
    label: str = "Stones"
    mark: str = "XX"
    played: str = "stones"
    places: int = len(SEATS)
    jurisdiction: str = "xx"
    elections: type[OfAnyTable] = XxStones
    cites: Citations = Citations()
    catalogue: Catalogue[StonesWager] = dataclasses.field(default_factory=lambda: CATALOGUE)

    @property
    def ref(self) -> str:
        return f"{self.name}@{self.version}"

    @property
    def wagers(self) -> tuple[str, ...]:
        return self.catalogue.names

    @property
    def not_permitted(self) -> Mapping[str, str]:
        """Elections of other games."""
        own = self.elections.model_fields
        return {name: self.cites.wagers for name in Submission.model_fields if name not in own}

    def content_hash(self) -> str:
        return hash_of(self.facts())

    def facts(self) -> dict[str, Any]:
        wagers = {one.name: one.facts(self.name) for one in self.catalogue.values()}
        cites = dataclasses.asdict(self.cites)
        told = {"name": self.name, "version": self.version, "title": self.title, "stones": STONES}
        return as_json({**told, "cites": cites, "wagers": wagers})

    def elected(self, submission: Submission) -> Submission:
        return submission

    def check(self, submission: Submission) -> None:
        for election in sorted(submission.elected() & self.not_permitted.keys()):
            raise NotOffered(self.cites.wagers, f"{self.name} does not permit `{election}`")
        for wager in submission.limits:
            if wager not in self.catalogue:
                reason = f"limits name `{wager}`, which is no wager of {self.name}"
                raise NotOffered(self.cites.wagers, reason)


XX_STONES: Final = StonesRules()
