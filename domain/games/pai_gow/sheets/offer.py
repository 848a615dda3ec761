"""What a submission puts on the layout: its wagers with limits, payouts and edges."""

from collections.abc import Iterable, Iterator
from typing import Final

from domain.commands.submission import Submission
from domain.games.pai_gow.cards.progressive import PayTable, pay_table
from domain.games.pai_gow.elections.elections import Elections, elected_in
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.regulations.nj_pai_gow import NJ_PAI_GOW
from domain.games.pai_gow.sheets.payouts import payouts_of
from domain.games.pai_gow.sheets.returns import at_start, edge_of, lawful_table
from domain.games.pai_gow.wagers.record import PaiGowWager
from domain.games.seam.sheet import Offer, Return, Vigorish
from domain.money import VIGORISH_PERCENT
from domain.shared_terms import TableTerms
from domain.terms import terms_of
from domain.wagers.edge import Edge
from domain.wagers.elected import NOTHING_ELECTED, Elected, elected_by

assert NJ_PAI_GOW.eye is not None
ELSEWHERE: Final = NJ_PAI_GOW.eye
"""What is elected where it is not permitted is told by the paragraphs that know it."""


def offers_of(submission: Submission, rules: Regulation) -> list[Offer]:
    """Everything a player may wager on at a table under this submission; also what is elected and
    not permitted, as the refusal of it tells."""
    terms = terms_of(submission.recorded())
    elected = elected_by(submission.recorded())
    progressive = _pay_tables(elected_in(submission))
    returns = at_start(elected_in(submission))
    return [
        Offer(
            wager=wager.name,
            label=wager.label,
            rule=rules.where_offered(wager.name),
            limits=_limits(terms, wager),
            beside=wager.beside(terms),
            payouts=payouts_of(wager, rules, _tables(wager, terms), progressive),
            edges=edges_of(wager, rules, elected, returns),
        )
        for wager in _elected(rules, terms)
    ]


def _elected(rules: Regulation, terms: TableTerms) -> Iterator[PaiGowWager]:
    for wager in rules.of_game.offered(terms):
        if wager.name in rules.catalogue:
            yield rules.catalogue[wager.name]
        elif wager.election not in rules.elects:
            yield wager


def _tables(wager: PaiGowWager, terms: TableTerms) -> list[str]:
    table = wager.table_of(terms)
    return [] if table is None else [table]


def _pay_tables(elected: Elections) -> dict[int, PayTable]:
    """The elected progressive table, unless its terms are not lawful."""
    terms = elected.progressive
    if terms is None or not lawful_table(elected):
        return {}
    return {terms.stake: pay_table(terms.stake, terms.payouts)}


def _limits(terms: TableTerms, wager: PaiGowWager) -> tuple[int, int] | None:
    stake = wager.stake(terms)
    return terms.limits.get(wager.name) if stake is None else (stake, stake)


def edges_of(
    wager: PaiGowWager,
    rules: Regulation,
    elected: Elected = NOTHING_ELECTED,
    returns: Iterable[Return] = (),
) -> list[Edge]:
    """By what is elected; of a wager with a paytable, by each where none is."""
    if wager.decided_by == "meter":
        return [edge_of(one) for one in returns]
    if wager.decided_by == "hands":
        edge = wager.edge(rules.name, elected)
        return [] if edge is None else [edge]
    return list(wager.edges(elected.pair_fortunes if wager.tables else None))


def vigorish_of(elected: Elections, rules: Regulation) -> Vigorish:
    """Five percent, or none by the second method of the dragon's eye."""
    eye = elected.dragons_eye
    if eye is None:
        return Vigorish(VIGORISH_PERCENT, elected.vigorish, rules.cites.vigorish)
    cites = rules.eye or ELSEWHERE
    if eye.vigorish_method == 2:
        return Vigorish(0, None, cites.no_vigorish)
    return Vigorish(VIGORISH_PERCENT, elected.vigorish, cites.vigorish)
