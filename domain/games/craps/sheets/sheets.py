"""Craps' sheets: what the dice decide, at odds that are the submission's own."""

import dataclasses
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from domain.commands.submission import Submission
from domain.games.craps.elections.elections import elected_in
from domain.games.craps.regulations import Regulation
from domain.games.craps.sheets.facts import CRAPS_SHEET
from domain.games.craps.wagers.record import CrapsWager
from domain.games.seam import regulation as seam
from domain.games.seam.sheet import Fact, Offer, Payout, RegulationSheet, SubmissionSheet, Vigorish

_OWN: Final = "odds of the submission; {rule} is known by its heading only"


class CrapsSheets:
    """What is shown of a regulation of craps, and of a submission under it."""

    def facts(self, regulation: str) -> tuple[Fact, ...]:
        del regulation
        return CRAPS_SHEET

    def of_regulation(self, rules: seam.Regulation) -> RegulationSheet:
        """No odds and so no edges: both begin with a submission."""
        own = _own(rules)
        return RegulationSheet(
            payouts=[_payout(one, None, own) for one in own.catalogue.values()],
            edges=(),
            paragraphs=list(_paragraphs_of(own)),
        )

    def of_submission(self, submission: Submission, rules: seam.Regulation) -> SubmissionSheet:
        own, odds = _own(rules), elected_in(submission).odds
        return SubmissionSheet(
            offers=[
                _offer(wager, Fraction(*odds[wager.name]), submission, own)
                for wager in own.catalogue.values()
                if wager.name in odds
            ],
            vigorish=Vigorish(0, None, own.cites.vigorish),
            vigorish_on="nothing",
            notes=list(_notes(odds, own)),
        )


def _own(rules: seam.Regulation) -> Regulation:
    assert isinstance(rules, Regulation), f"{rules.name} is no regulation of craps"
    return rules


def _offer(wager: CrapsWager, odds: Fraction, submission: Submission, rules: Regulation) -> Offer:
    limits = submission.limits.get(wager.name)
    return Offer(
        wager=wager.name,
        label=wager.label,
        rule=rules.where_offered(wager.name),
        limits=(limits[0], limits[1]) if limits else None,
        beside=None,
        payouts=[_payout(wager, odds, rules)],
        edges=list(wager.edges_by(odds)),
    )


def _payout(wager: CrapsWager, odds: Fraction | None, rules: Regulation) -> Payout:
    mark = _OWN.format(rule=rules.cites.odds)
    return Payout(wager.name, wager.label, odds, rules.cites.odds, mark=mark)


def _paragraphs_of(rules: Regulation) -> Iterator[tuple[str, str]]:
    for duty, paragraph in dataclasses.asdict(rules.cites).items():
        yield duty.replace("_", " "), paragraph


def _notes(odds: Mapping[str, tuple[int, int]], rules: Regulation) -> Iterator[str]:
    """The first is the mark that every line of the sign would else have to carry."""
    yield f"All odds here are {_OWN.format(rule=rules.cites.odds)}."
    offered = [one for one in rules.catalogue.values() if one.name in odds]
    if any(one.place_bet for one in offered):
        yield "Place bets are off on a come out roll, unless called on for it."
    lots: dict[int, list[str]] = {}
    for one in offered:
        lots.setdefault(Fraction(*odds[one.name]).denominator, []).append(one.label)
    for cents, labels in sorted(lots.items()):
        if cents > 1:
            yield f"In multiples of {cents} cents: {', '.join(labels)}."
