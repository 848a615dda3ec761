"""What a regulation is to the service: fixed facts, citations, and the game it governs."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from domain.commands.elections import OfAnyTable
from domain.commands.submission import Submission, later_elections
from domain.games.pai_gow.cards.progressive import (
    LEAST_METER_CENTS,
    LEAST_RATE_BP,
    STAKES_CENTS,
    pay_table,
)
from domain.games.pai_gow.elections.elections import Elections, elected_in
from domain.games.pai_gow.elections.filed_way import CardsWay, TilesWay
from domain.games.pai_gow.layout.pieces import Pieces
from domain.games.pai_gow.layout.positions import SEATS
from domain.games.pai_gow.regulations.citations import (
    BankCitations,
    BonusCitations,
    Citations,
    EyeCitations,
)
from domain.games.pai_gow.regulations.filing import check_exceptions
from domain.games.pai_gow.regulations.reading import IN_FORCE, Reading
from domain.games.pai_gow.wagers.catalogue import CATALOGUE, PaiGowCatalogue
from domain.games.pai_gow.wagers.names import PROGRESSIVE
from domain.games.seam.facts import as_json, flags_on, hash_of
from domain.refusals import NotOffered
from domain.shared_terms import TableTerms
from domain.terms import terms_of

_NOT_HASHED: Final = frozenset(
    {
        *("catalogue", "elections", "jurisdiction", "label", "mark", "of_game", "places"),
        *("recorded_hash", "side_wagers"),
    }
)
"""What a regulation is filed under, or shares with others; what it states of them is hashed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulation:
    """Fixed facts. A mended rule gets a new version; rounds keep the one they were played under."""

    name: str
    jurisdiction: str
    version: int
    title: str
    label: str
    mark: str
    places: int = len(SEATS)
    """Betting areas of a layout, numbered from 1."""
    cites: Citations
    bank: BankCitations
    bonus: BonusCitations | None = None
    """The bonus wagers on the dice, where they may be elected."""
    eye: EyeCitations | None = None
    """The dragon's eye variation, where it may be elected."""
    styles: Mapping[str, str] = field(default_factory=dict[str, str])
    """The paragraph of each style of delivery that the dealer may choose."""
    game: Pieces
    with_lowest_wheel: Pieces | None = None
    """The same where ace to five is elected the lowest straight."""
    house_ways: tuple[str, ...]
    default_way: str | None
    """What is taken when a submission names none; None: any lawful setting."""
    files_only_open_choices: bool = False
    """Exceptions to it are filed only where its text leaves a choice (MD 8.D(3))."""
    dice_hours: int
    tiles_hours: int | None
    """How long a set of tiles may stay on a table; None: as long as it is good."""
    coupons: bool
    """Match play coupons may be wagered."""
    abandons: bool
    """A wager left behind may be declared abandoned."""
    offer_rotates: bool
    """The first offer of the bank moves on after every round; else it begins with the lowest seat,
    or beside the bank where the first one offered took it."""
    dealer_keeps_a_round: bool
    """The bank's rotation comes back to the dealer before it begins again."""
    side_wagers: str
    """Which wagers may be made beside the one on the hands."""
    elections: type[OfAnyTable]
    """What may be elected under it."""
    reading: Reading = IN_FORCE
    recorded_hash: str | None = None
    """Of an earlier version: as its sessions recorded it. What states it has grown since."""
    of_game: PaiGowCatalogue = field(default_factory=lambda: CATALOGUE)
    """Every wager that the game has, under any regulation."""
    catalogue: PaiGowCatalogue = field(init=False)
    """Those of this version."""

    def __post_init__(self) -> None:
        permitted = self.of_game.permitted_by(self.name, self.version)
        object.__setattr__(self, "catalogue", permitted)

    @property
    def rotates_the_offer(self) -> bool:
        """As this version reads it: once every regulation was taken to rotate."""
        return self.offer_rotates or not self.reading.offer_by_own_text

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers that it permits, as they are listed."""
        return self.catalogue.names

    @property
    def elective_wagers(self) -> dict[str, str]:
        """Wagers beside the one on the hands that an election may add, with the paragraph."""
        permitted = self.catalogue.values()
        return {one.name: one.permitted[self.name] for one in permitted if one.election}

    @property
    def elects(self) -> frozenset[str]:
        """What may be elected under this version: nothing that came later for its wagers alone."""
        other = self.of_game.elected_otherwise(self.name, self.version) & later_elections()
        return frozenset(self.elections.model_fields.keys() - other)

    @property
    def not_permitted(self) -> dict[str, str]:
        """First elections of other regulations that it does not have, with the paragraph."""
        elsewhere = Elections.model_fields.keys() - self.elections.model_fields - later_elections()
        return {
            name: self.where_settled(name) for name in Elections.model_fields if name in elsewhere
        }

    def where_settled(self, election: str) -> str:
        """The paragraph by which something cannot be elected."""
        if self.of_game.elected_by(election):
            return self.side_wagers
        by_matter = {
            "generator": self.cites.generator,
            "dealer_delivery": self.cites.delivery,
            "delivery_styles": self.cites.delivery,
            "bank_house_way": self.bank.own_hand_bound,
        }
        return by_matter.get(election, self.cites.wagers)

    def where_offered(self, wager: str) -> str:
        """The paragraph that permits the wager; for one that none does, which may be made."""
        known = self.catalogue.get(wager)
        permitted = {} if known is None else known.permitted
        return permitted.get(self.name, self.cites.wagers)

    def offers(self, wager: str, terms: TableTerms) -> bool:
        """Whether it may be made by what is elected; another game's may not."""
        known = self.catalogue.get(wager)
        return known is not None and known.is_offered(terms)

    @property
    def played(self) -> str:
        return f"{self.game.piece}s"

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
            one.name: _facts_of(getattr(self, one.name))
            for one in dataclasses.fields(self)
            if one.name not in _NOT_HASHED
        }
        facts["reading"] = flags_on(self.reading)
        facts["wagers"] = {one.name: one.facts(self.name) for one in self.catalogue.values()}
        facts["forbidden"] = self.not_permitted
        if PROGRESSIVE in self.catalogue:
            facts["progressive"] = {stake: pay_table(stake) for stake in STAKES_CENTS}
        return as_json(facts)

    def with_wheel(self, wheel: str) -> "Regulation":
        """As it is played under that election."""
        if wheel == "second" or self.with_lowest_wheel is None:
            return self
        return dataclasses.replace(self, game=self.with_lowest_wheel)

    def elected(self, submission: Submission) -> Submission:
        """As it is recorded: with the house way that is taken where none is named."""
        way = elected_in(submission).house_way or self.default_way
        return submission.model_copy(update={"house_way": way})

    def check(self, submission: Submission) -> None:
        """Refuse elections that the regulation does not permit."""
        for election in sorted(submission.elected() - self.elects):
            reason = f"{self.name} does not permit `{election}`"
            raise NotOffered(self.where_settled(election), reason)
        elected = elected_in(submission)
        self.check_way(elected)
        self._check_bank(elected)
        self._check_eye(elected)
        self._check_progressive(elected)
        self._check_limits(submission)

    def check_way(self, elected: Elections) -> None:
        """Refuse a house way that it does not know, and exceptions that it does not permit."""
        way = elected.house_way
        named = way if way is None or isinstance(way, str) else way.base
        if named not in (None, *self.house_ways):
            ways = ", ".join(self.house_ways)
            reason = f"there is no house way {named!r}; there is {ways}"
            raise NotOffered(self.cites.house_way, reason)
        if isinstance(way, TilesWay | CardsWay):
            game = self.with_wheel(elected.wheel).game
            rule = self.cites.house_way_exceptions
            check_exceptions(way, game, rule, only_open_choices=self.files_only_open_choices)

    def _check_bank(self, elected: Elections) -> None:
        if elected.co_banking and not elected.banking:
            reason = "`co_banking` is an option of the bank: elect `banking` too"
            raise NotOffered(self.bank.co_bank, reason)
        if elected.dealer_wager != "last" and not elected.banking:
            reason = "`dealer_wager` is what the dealer wagers against a bank: elect `banking` too"
            raise NotOffered(self.bank.dealer_wager, reason)
        if elected.bank_house_way and not elected.banking:
            reason = "`bank_house_way` binds the hand of a bank: elect `banking` too"
            raise NotOffered(self.bank.own_hand_bound, reason)
        if elected.delivery_styles is not None and not elected.delivery_styles:
            reason = "`delivery_styles` names none; leave it out to offer them all"
            raise NotOffered(self.bank.delivery, reason)
        chooses = elected.banking or elected.dealer_delivery
        if elected.delivery_styles is not None and not chooses:
            reason = "`delivery_styles` names what a bank may choose: elect `banking` too"
            raise NotOffered(self.bank.delivery, reason)

    def _check_eye(self, elected: Elections) -> None:
        if elected.dragons_eye is not None and elected.generator:
            assert self.eye is not None
            reason = "the dragon's eye is read off dice: `generator` cannot be elected beside it"
            raise NotOffered(self.eye.dice, reason)

    def _check_progressive(self, elected: Elections) -> None:
        """The floors of 19:47-11.14(a), (d), (e) and (f)."""
        terms = elected.progressive
        if terms is None:
            return
        pay_table(terms.stake, terms.payouts)
        least = LEAST_RATE_BP[terms.stake]
        if terms.rate_bp < least:
            reason = f"the meter's rate is {terms.rate_bp} bp; at least {least} of this stake"
            raise NotOffered("19:47-11.14(e)", reason)
        for what, cents in (("initial", terms.initial), ("reset", terms.reset)):
            if cents < LEAST_METER_CENTS:
                reason = f"the meter's `{what}` is {cents} cents; at least {LEAST_METER_CENTS}"
                raise NotOffered("19:47-11.14(f)", reason)

    def _check_limits(self, submission: Submission) -> None:
        terms = terms_of(submission.recorded())
        for wager in submission.limits:
            if not self.offers(wager, terms):
                reason = f"limits name `{wager}`, which this submission does not offer"
                raise NotOffered(self.where_offered(wager), reason)


def _facts_of(value: Any) -> Any:
    made = dataclasses.is_dataclass(value) and not isinstance(value, type)
    return dataclasses.asdict(value) if made else value
