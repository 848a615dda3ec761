"""What a game shows of its regulations and submissions, whichever game it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol

from domain.commands.submission import Submission
from domain.games.seam.regulation import Regulation
from domain.money import dollars
from domain.wagers.edge import Edge
from domain.wording import odds_told


class Fact(NamedTuple):
    """One topic of one regulation."""

    topic: str
    told: str
    rule: str


class Payout(NamedTuple):
    """One line of a sign."""

    wager: str
    label: str
    odds: Fraction | None
    """To one; None where an amount is paid, or where each submission names its own."""
    rule: str
    percent: int | None = None
    """Of the progressive meter."""
    cents: int | None = None
    mark: str = ""
    """Whose odds they are, where the regulation's text names none."""

    @property
    def told(self) -> str:
        """Never with "for": 19:47-10.11(e)."""
        if self.percent is not None:
            return f"{self.percent} percent of the meter"
        if self.odds is not None:
            return odds_told(self.odds)
        return "as filed" if self.cents is None else dollars(self.cents)


class Offer(NamedTuple):
    """One wager that may be made."""

    wager: str
    label: str
    rule: str
    """Where it is permitted."""
    limits: tuple[int, int] | None
    """Minimum and maximum in cents; None: none named, none held."""
    beside: str | None
    """The wager it needs beside it, if any."""
    payouts: list[Payout]
    edges: list[Edge]


class Vigorish(NamedTuple):
    """What the house takes of a win."""

    percent: int
    rounding: str | None
    """None: none is taken."""
    rule: str


class Return(NamedTuple):
    """What one stake is expected to be paid while a progressive meter stands so; cents."""

    stake: int
    meter: int
    name: str
    """Why this meter is told: `initial`, `reset`, `break-even`, or nothing."""
    expected: Fraction
    fixed: Fraction
    """The part of it that is paid in fixed amounts."""


class FiledHand(NamedTuple):
    """One hand that the house sets otherwise than by the named way."""

    hand: tuple[str, ...]
    high: tuple[str, ...]
    low: tuple[str, ...]
    otherwise: tuple[tuple[str, ...], tuple[str, ...]]
    """High and low as the named way would set it."""
    dealt: int
    """How many of all hands it is."""
    adds: Fraction | None
    """What it adds to what the house keeps of a wager, where it is dealt; None: not counted."""


class Filed(NamedTuple):
    """The exceptions to the house way that a submission files."""

    way: str
    """As rounds name it, by hash."""
    wager: str
    """Whose worth they change, as people say it."""
    base: str
    rule: str
    hands: list[FiledHand]
    all_hands: int

    @property
    def adds(self) -> Fraction | None:
        """What they add to the house edge over all hands; None: not counted."""
        added = [(one.adds, one.dealt) for one in self.hands if one.adds is not None]
        if not added:
            return None
        return sum((adds * dealt for adds, dealt in added), Fraction(0)) / self.all_hands


@dataclass(frozen=True, slots=True, kw_only=True)
class RegulationSheet:
    """All that a regulation's wagers pay and keep, and the paragraph of every duty."""

    payouts: Sequence[Payout]
    edges: Sequence[Edge]
    returns: Sequence[Return] = ()
    paragraphs: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionSheet:
    """What a submission puts on the layout."""

    offers: Sequence[Offer]
    vigorish: Vigorish
    vigorish_on: str
    """What it is taken of, as a sign says it."""
    returns: Sequence[Return] = ()
    filed: Filed | None = None
    """Exceptions to the house way, where any are filed."""
    notes: Sequence[str] = ()
    """What gives or takes although the odds alone do not show it."""
    sign_required: str | None = None
    """The paragraphs that demand a sign, where any does."""


class GameSheets(Protocol):
    """What one game shows of itself; the regulations it is asked about are its own."""

    def facts(self, regulation: str) -> Sequence[Fact]:
        """What the regulation says, topic by topic."""
        ...

    def of_regulation(self, rules: Regulation) -> RegulationSheet: ...
    def of_submission(self, submission: Submission, rules: Regulation) -> SubmissionSheet: ...
