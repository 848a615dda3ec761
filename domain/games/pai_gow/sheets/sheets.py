"""Pai gow's sheets: tiles and cards, with wagers on the dice and on a meter."""

import dataclasses
from collections.abc import Iterator
from typing import Any, Final

from domain.commands.submission import Submission
from domain.games.pai_gow.elections.elections import Elections, elected_in
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.regulations.citations import Citations
from domain.games.pai_gow.regulations.nj_pai_gow_poker import NJ_PAI_GOW_POKER
from domain.games.pai_gow.sheets.card_facts import CARD_SHEET
from domain.games.pai_gow.sheets.filed import filed_of
from domain.games.pai_gow.sheets.offer import edges_of, offers_of, vigorish_of
from domain.games.pai_gow.sheets.payouts import payouts_of
from domain.games.pai_gow.sheets.returns import (
    at_least,
    returns_of_regulation,
    returns_of_submission,
)
from domain.games.pai_gow.sheets.tile_facts import TILE_SHEET
from domain.games.seam import regulation as seam
from domain.games.seam.sheet import Fact, RegulationSheet, SubmissionSheet
from domain.money import dollars

_SIGN: Final = "19:46-1.13C(e), 19:47-10.11(e)"


class PaiGowSheets:
    """What is shown of a regulation of pai gow, and of a submission under it."""

    def facts(self, regulation: str) -> tuple[Fact, ...]:
        if regulation == NJ_PAI_GOW_POKER.name:
            return CARD_SHEET
        return tuple(facts[regulation] for facts in TILE_SHEET)

    def of_regulation(self, rules: seam.Regulation) -> RegulationSheet:
        own = _own(rules)
        wagers = own.catalogue.values()
        returns = returns_of_regulation(own)
        least = at_least(returns)
        return RegulationSheet(
            payouts=[line for wager in wagers for line in payouts_of(wager, own)],
            edges=[edge for wager in wagers for edge in edges_of(wager, own, returns=least)],
            returns=returns,
            paragraphs=list(_paragraphs_of(own)),
        )

    def of_submission(self, submission: Submission, rules: seam.Regulation) -> SubmissionSheet:
        own = _own(rules)
        elected = elected_in(submission)
        vigorish = vigorish_of(elected, own)
        return SubmissionSheet(
            offers=offers_of(submission, own),
            vigorish=vigorish,
            vigorish_on="a pai gow win",
            returns=returns_of_submission(elected),
            filed=filed_of(elected, own, vigorish.percent),
            notes=list(_notes(elected)),
            sign_required=_SIGN if elected.triples_bonus else None,
        )


def _own(rules: seam.Regulation) -> Regulation:
    assert isinstance(rules, Regulation), f"{rules.name} is no regulation of pai gow"
    return rules


def _paragraphs_of(rules: Regulation) -> Iterator[tuple[str, str]]:
    """Every duty that a decision may cite, with its paragraph, group by group."""
    for field in dataclasses.fields(rules):
        group: Any = getattr(rules, field.name)
        if type(group).__module__ != Citations.__module__:
            continue
        prefix = "" if isinstance(group, Citations) else f"{field.name}: "
        for duty, paragraph in dataclasses.asdict(group).items():
            if isinstance(paragraph, str):
                yield prefix + duty.replace("_", " "), paragraph


def _notes(elected: Elections) -> Iterator[str]:
    if elected.banking and elected.dealer_wager != "last":
        filed = dollars(elected.dealer_wager)
        yield f"Against a bank the dealer wagers {filed}, or less as the bank directs."
    if elected.bank_house_way:
        yield "A bank's hand too is set by the house way."
    terms = elected.progressive
    if terms is not None:
        stake = dollars(terms.stake)
        yield f"A progressive wager is {stake}, beside a pai gow wager; it wins whatever that does."
        yield "A percentage is of the meter as it stands when the wager is paid."
    eye = elected.dragons_eye
    if eye is None:
        return
    if eye.vigorish_method == 2:
        yield "A triple loses every even, odd and pai gow wager."
    else:
        yield "A triple loses every even and odd wager."
    yield "A dice bonus wager stays for the second and third triple unless it is taken down."
