"""One record a wager, one catalogue a game: whoever needs to know of a wager reads it here."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Self, TypeAlias, TypeVar

from domain.money import MOST_WON
from domain.shared_terms import TableTerms
from domain.wagers.edge import Edge
from domain.wagers.elected import NOTHING_ELECTED, Elected

DecidedBy: TypeAlias = Literal["hands", "dice", "pieces", "meter"]
"""The hands compared; a roll; what a seat was dealt, however it is set; a row of the meter's."""


class OddsRow(NamedTuple):
    """One line of what a wager pays."""

    label: str
    """As a sign writes it."""
    odds: Fraction
    """To one."""
    table: str = ""
    """The paytable that it belongs to, where there are several."""
    name: str = ""
    """The row of that paytable."""


def nowhere(_: str | None) -> tuple[Edge, ...]:
    """The edge depends on more than the rules."""
    return ()


def by_edges_alone(_regulation: str, _elected: Elected) -> Edge | None:
    """Nothing of a submission but its paytable makes a difference."""
    return None


def by_itself(_: TableTerms) -> str | None:
    """It needs no other wager."""
    return None


def no_paytable(_: Elected) -> str | None:
    """There is one, or none is elected."""
    return None


def any_stake(_: TableTerms) -> int | None:
    """No stake is fixed."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerRecord:
    """Everything that is known of one wager."""

    name: str
    """As commands and events write it."""
    label: str
    """As a sign names it."""
    decided_by: DecidedBy
    election: str | None = None
    """The election that puts it on the layout; None: it always is."""
    permitted: Mapping[str, str]
    """The regulations that permit it, each with the paragraph."""
    paid_by: Mapping[str, str]
    """The paragraph that pays it, by regulation."""
    since: Mapping[str, int] = field(default_factory=dict[str, int])
    """The version of each regulation from which it is as told here; else from the first on."""
    before: Self | None = None
    """As versions before that had it, where it was there already and something of it changed."""
    rows: tuple[OddsRow, ...] = ()
    """What it pays; none where amounts are paid and no odds."""
    edges: Callable[[str | None], tuple[Edge, ...]] = nowhere
    """Exact, by the paytable in force (None: by each); the last is what a player meets."""
    theory: Callable[[str, Elected], Edge | None] = by_edges_alone
    """By a regulation and what is elected under it, where the edge depends on these."""
    beside: Callable[[TableTerms], str | None] = by_itself
    """The wager that it stands beside, by what is elected."""
    stake: Callable[[TableTerms], int | None] = any_stake
    """The one stake it takes, where that is fixed."""
    paytable: Callable[[Elected], str | None] = no_paytable
    """The one in force, where there are several."""
    coupon: bool = True
    """A match play coupon may lie beside it."""
    carried: bool = False
    """It may stay on the layout from round to round."""
    points: tuple[int, ...] = ()
    """The numbers of its own that an undecided roll may give it to stand on."""

    @property
    def said(self) -> str:
        """As people say it in a sentence."""
        return self.name.replace("_", " ")

    @property
    def against_bank(self) -> bool:
        """A player's bank pays it, and not the house."""
        return self.decided_by == "hands"

    @property
    def stake_kept(self) -> bool:
        """The stake goes to the tray at "no more bets" for good, whatever is paid later."""
        return self.decided_by == "meter"

    @property
    def tables(self) -> tuple[str, ...]:
        """Its paytables, where there are several."""
        return tuple(dict.fromkeys(row.table for row in self.rows if row.table))

    @property
    def most_staked(self) -> int:
        """Chips and coupons beyond which a win at the longest odds could not be believed."""
        longest = max((row.odds for row in self.rows), default=Fraction(1))
        return int(MOST_WON / longest)

    def as_of(self, regulation: str, version: int) -> Self | None:
        """As a version of a regulation has it; None where it does not permit it."""
        if version >= self.since.get(regulation, 1):
            return self if regulation in self.permitted else None
        return None if self.before is None else self.before.as_of(regulation, version)

    def forms(self) -> Iterator[Self]:
        """As it is, and as it was under earlier versions."""
        yield self
        if self.before is not None:
            yield from self.before.forms()

    def facts(self, regulation: str) -> dict[str, Any]:
        """What a regulation states by it; every change of these is a new version."""
        return {
            "permitted": self.permitted[regulation],
            "paid_by": self.rule_at(regulation),
            "election": self.election,
            "decided_by": self.decided_by,
            "coupon": self.coupon,
            "carried": self.carried,
            "rows": [[row.table, row.name, str(row.odds)] for row in self.rows],
        }

    def rule_at(self, regulation: str) -> str:
        """The paragraph that pays it there; of one that does not know it, the first that does."""
        return self.paid_by.get(regulation) or next(iter(self.paid_by.values()))

    def is_offered(self, terms: TableTerms) -> bool:
        return self.election is None or bool(getattr(terms, self.election))

    def table_of(self, terms: TableTerms) -> str | None:
        """The paytable that is elected."""
        elected = getattr(terms, self.election) if self.election and self.tables else None
        return str(elected) if elected else None

    def edge(self, regulation: str, elected: Elected = NOTHING_ELECTED) -> Edge | None:
        """What the books reckon that the house keeps of it, where the rules say.

        Odds that a submission files count only for a wager that the rules leave without any.
        """
        known = self.theory(regulation, elected)
        if known is not None:
            return known
        table = self.paytable(elected)
        if self.tables and table is None:
            return None
        edges = self.edges(table)
        return edges[-1] if edges else None


W = TypeVar("W", bound=WagerRecord)


class Catalogue(dict[str, W]):
    """A game's wagers by name, in the order they are listed and settled; it never changes."""

    def __init__(self, records: Iterable[W]) -> None:
        listed = tuple(records)
        super().__init__((one.name, one) for one in listed)
        assert len(self) == len(listed), "two wagers of one name"
        self._places = {name: at for at, name in enumerate(self)}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self)

    def place(self, name: str) -> int:
        """Where it stands among the others."""
        return self._places[name]

    def with_wager(self, record: W) -> "Catalogue[W]":
        """The same and one more, listed last."""
        return Catalogue((*self.values(), record))

    def offered(self, terms: TableTerms) -> tuple[W, ...]:
        """What may be wagered on at a table."""
        return tuple(one for one in self.values() if one.is_offered(terms))

    def elected_by(self, election: str) -> tuple[W, ...]:
        """The wagers that one election puts on the layout."""
        return tuple(one for one in self.values() if one.election == election)

    def permitted_by(self, regulation: str, version: int) -> "Catalogue[W]":
        """What a version of a regulation permits, each wager as that version has it."""
        forms = (one.as_of(regulation, version) for one in self.values())
        return Catalogue(one for one in forms if one is not None)

    def elected_otherwise(self, regulation: str, version: int) -> set[str | None]:
        """Elections that put wagers on the layout under other versions of it, and none here."""
        ever = (form for one in self.values() for form in one.forms())
        here = {one.election for one in self.permitted_by(regulation, version).values()}
        return {form.election for form in ever if regulation in form.permitted} - here
