"""What a submission puts on the layout: its wagers with limits, payouts and exact edges."""

from collections.abc import Iterable
from typing import NamedTuple

from domain.commands.submission import Submission
from domain.games.pai_gow.cards.progressive import PayTable, pay_table
from domain.games.pai_gow.dice import dice_bonus
from domain.games.pai_gow.odds import Edge, bonus_edges, dice_edge, fortune_edge
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.tiles import pair_fortunes
from domain.money import VIGORISH_PERCENT
from domain.terms import EYE, MAIN, PROGRESSIVE, terms_of
from services.rules.payouts import DRAGONS_EYE, Payout, payouts_of
from services.rules.returns import Return, at_start, lawful_table


class Offer(NamedTuple):
    """One wager that may be made."""

    wager: str
    rule: str
    """Where it is permitted."""
    limits: tuple[int, int] | None
    """Minimum and maximum in cents; None: none named, none held."""
    beside: str | None
    """The wager it needs beside it, if any."""
    payouts: list[Payout]
    edges: list[Edge]


def wagers_of(submission: Submission) -> tuple[str, ...]:
    """The wagers that the elections offer."""
    return terms_of(submission.model_dump(mode="json")).offered()


def offers_of(submission: Submission, rules: Regulation) -> list[Offer]:
    """Everything a player may wager on at a table under this submission."""
    paytables = [submission.pair_fortunes] if submission.pair_fortunes else []
    progressive = _pay_tables(submission)
    eye = submission.dragons_eye
    alone = {MAIN, *(EYE if eye is not None and eye.standalone else ())}
    return [
        Offer(
            wager=wager,
            rule=rules.elective_wagers.get(wager, rules.cites.wagers),
            limits=_limits(submission, wager),
            beside=None if wager in alone else MAIN,
            payouts=payouts_of(wager, rules, paytables, progressive),
            edges=edges_of(wager, paytables, at_start(submission)),
        )
        for wager in wagers_of(submission)
    ]


def _pay_tables(submission: Submission) -> dict[int, PayTable]:
    """The elected progressive table, unless its terms are not lawful."""
    terms = submission.progressive
    if terms is None or not lawful_table(submission):
        return {}
    return {terms.stake: pay_table(terms.stake, terms.payouts)}


def _limits(submission: Submission, wager: str) -> tuple[int, int] | None:
    if wager == PROGRESSIVE and submission.progressive is not None:
        return submission.progressive.stake, submission.progressive.stake
    if wager not in submission.limits:
        return None
    low, high = submission.limits[wager]
    return low, high


def edges_of(
    wager: str, paytables: Iterable[str] = pair_fortunes.PAYTABLES, returns: Iterable[Return] = ()
) -> list[Edge]:
    """Exact edges; none for `pai_gow`, which depends on how the player sets."""
    if wager == PROGRESSIVE:
        return [one.edge for one in returns]
    if wager == pair_fortunes.WAGER:
        return [fortune_edge(paytable) for paytable in paytables]
    if wager == dice_bonus.WAGER:
        return list(bonus_edges())
    return [] if wager == MAIN else [dice_edge(wager)]


class Vigorish(NamedTuple):
    """What the house takes of a win on the hands."""

    percent: int
    rounding: str | None
    rule: str


def vigorish_of(submission: Submission, rules: Regulation) -> Vigorish:
    """Five percent, or none by the second method of the dragon's eye."""
    eye = submission.dragons_eye
    if eye is not None and eye.vigorish_method == 2:
        return Vigorish(0, None, (rules.eye or DRAGONS_EYE).no_vigorish)
    return Vigorish(VIGORISH_PERCENT, submission.vigorish, rules.cites.vigorish)
