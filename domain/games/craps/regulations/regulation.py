"""What a regulation of craps states: fixed facts with citations."""

import dataclasses
from dataclasses import dataclass, field
from typing import Any, Final

from domain.commands.elections import OfAnyTable
from domain.commands.submission import Submission
from domain.games.craps.elections.elections import elected_in
from domain.games.craps.regulations.reading import IN_FORCE, Reading
from domain.games.craps.wagers.catalogue import CATALOGUE, CrapsCatalogue
from domain.games.seam.facts import as_json, flags_on, hash_of
from domain.refusals import NotOffered

_NOT_HASHED: Final = frozenset(
    {
        *("catalogue", "elections", "jurisdiction", "label", "mark", "of_game", "places"),
        "recorded_hash",
    }
)
"""What a regulation is filed under; what it states of its wagers is hashed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citations:
    """Which paragraph says what; a section whose text is not given is cited by its number."""

    come_out: str
    """What a come out roll is, and a point."""
    wagers: str
    """Which wagers are permitted."""
    making: str
    """How wagers are made and removed."""
    odds: str
    vigorish: str
    dice: str
    throw: str
    no_roll: str
    settlement: str
    shooter: str
    limits: str
    inactive: str
    """When a place bet is inactive, and that it may be called on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulation:
    """Fixed facts. A mended rule gets a new version; rounds keep the one they were played under."""

    name: str
    jurisdiction: str
    version: int
    title: str
    label: str
    mark: str
    places: int
    """Betting areas of a layout where a submission names no other number."""
    dice: int
    cites: Citations
    elections: type[OfAnyTable]
    reading: Reading = IN_FORCE
    recorded_hash: str | None = None
    """Of an earlier version: as its sessions recorded it. What states it has grown since."""
    of_game: CrapsCatalogue = field(default_factory=lambda: CATALOGUE)
    """Every wager that the game has, under any version."""
    catalogue: CrapsCatalogue = field(init=False)
    """Those of this version."""

    def __post_init__(self) -> None:
        permitted = self.of_game.permitted_by(self.name, self.version)
        object.__setattr__(self, "catalogue", permitted)

    @property
    def wagers(self) -> tuple[str, ...]:
        return self.catalogue.names

    @property
    def not_permitted(self) -> dict[str, str]:
        """Elections of other games, with the paragraph by which they are none here."""
        elsewhere = Submission.model_fields.keys() - self.elections.model_fields
        return {
            name: self.where_settled(name) for name in Submission.model_fields if name in elsewhere
        }

    def where_settled(self, election: str) -> str:
        """The paragraph by which something cannot be elected."""
        return self.cites.vigorish if election == "vigorish" else self.cites.wagers

    def where_offered(self, wager: str) -> str:
        """The paragraph that permits the wager; for one that none does, which may be made."""
        known = self.catalogue.get(wager)
        return self.cites.wagers if known is None else known.permitted[self.name]

    @property
    def played(self) -> str:
        return "craps"

    @property
    def ref(self) -> str:
        """Name and version, as recorded with every session."""
        return f"{self.name}@{self.version}"

    def content_hash(self) -> str:
        """Over every fact the regulation states."""
        return self.recorded_hash or hash_of(self.facts())

    def facts(self) -> dict[str, Any]:
        """Everything that this build states of it."""
        facts = {
            one.name: getattr(self, one.name)
            for one in dataclasses.fields(self)
            if one.name not in _NOT_HASHED
        }
        facts["cites"] = dataclasses.asdict(self.cites)
        facts["reading"] = flags_on(self.reading)
        facts["wagers"] = {one.name: one.facts(self.name) for one in self.catalogue.values()}
        return as_json(facts)

    def elected(self, submission: Submission) -> Submission:
        """As it is recorded: nothing is taken where nothing is named."""
        return submission

    def check(self, submission: Submission) -> None:
        """Refuse elections that the regulation does not permit."""
        for election in sorted(submission.elected() - self.elections.model_fields.keys()):
            reason = f"{self.name} does not permit `{election}`"
            raise NotOffered(self.where_settled(election), reason)
        odds = elected_in(submission).odds
        if not odds:
            reason = (
                "the submission names no `odds`: the regulation's text has none, so a wager without"
                " odds is not offered, and this table would offer none at all"
            )
            raise NotOffered(self.cites.odds, reason)
        for wager in odds:
            if wager not in self.catalogue:
                reason = f"`odds` name `{wager}`, which is no wager of {self.name}"
                raise NotOffered(self.cites.wagers, reason)
        for wager in submission.limits:
            if wager not in odds:
                reason = f"limits name `{wager}`, which this submission does not offer: add its"
                raise NotOffered(self.where_offered(wager), f"{reason} `odds`, or leave them out")
