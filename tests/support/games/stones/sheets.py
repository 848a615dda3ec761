"""What stones shows of its rules and of a submission."""

import dataclasses
from collections.abc import Iterator

from domain.commands.submission import Submission
from domain.games.seam.regulation import Regulation
from domain.games.seam.sheet import Fact, Offer, Payout, RegulationSheet, SubmissionSheet, Vigorish

from .regulation import XX_STONES
from .wagers.catalogue import CATALOGUE, NAME, StonesWager

_CITES = XX_STONES.cites
_FACTS = (
    Fact("the bag", "twelve stones, numbered from 1", _CITES.drawing),
    Fact("the draw", "one for each seat that plays and one for the house", _CITES.drawing),
    Fact("house stone 1", "every wager on the high stone goes back", _CITES.showing),
)


class StonesSheets:
    """Fixed odds, and nothing else."""

    def facts(self, regulation: str) -> tuple[Fact, ...]:
        return _FACTS

    def of_regulation(self, rules: Regulation) -> RegulationSheet:
        return RegulationSheet(
            payouts=[one for wager in CATALOGUE.values() for one in _payouts(wager)],
            edges=[edge for wager in CATALOGUE.values() for edge in wager.edges(None)],
            paragraphs=list(dataclasses.asdict(_CITES).items()),
        )

    def of_submission(self, submission: Submission, rules: Regulation) -> SubmissionSheet:
        offered = (
            one for one in CATALOGUE.values() if not one.election or vars(submission)[one.election]
        )
        return SubmissionSheet(
            offers=[_offer(one, submission) for one in offered],
            vigorish=Vigorish(0, None, _CITES.vigorish),
            vigorish_on="nothing",
        )


def _offer(wager: StonesWager, submission: Submission) -> Offer:
    return Offer(
        wager=wager.name,
        label=wager.label,
        rule=wager.permitted[NAME],
        limits=submission.limits.get(wager.name),
        beside=None,
        payouts=list(_payouts(wager)),
        edges=list(wager.edges(None)),
    )


def _payouts(wager: StonesWager) -> Iterator[Payout]:
    for row in wager.rows:
        yield Payout(wager.name, row.label, row.odds, wager.rule_at(NAME))
