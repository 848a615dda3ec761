"""What `pitledger rules` tells, for programs: exact edges as fractions, money in cents."""

from fractions import Fraction
from typing import Any

from domain.commands.submission import Submission
from domain.games.pai_gow.regulations import Regulation
from domain.refusals import Refused
from domain.wagers.edge import Edge
from services.rulebook.facts import differences, facts_of
from services.rulebook.offer import Offer, edges_of, offers_of, vigorish_of
from services.rulebook.payouts import Payout, payouts_of
from services.rulebook.returns import (
    Return,
    at_least,
    returns_of_regulation,
    returns_of_submission,
)
from services.rulebook.sign import Sign, lines_of
from services.rulebook.telling import paragraphs_of


def plain_regulation(rules: Regulation) -> dict[str, Any]:
    wagers = rules.catalogue.permitted_by(rules.name)
    returns = returns_of_regulation(rules)
    edges = [edge for wager in wagers for edge in edges_of(wager, returns=at_least(returns))]
    return {
        **plain_name(rules),
        "facts": [fact._asdict() for fact in facts_of(rules.name)],
        "payouts": [_payout(line) for wager in wagers for line in payouts_of(wager, rules)],
        "edges": [_edge(edge) for edge in edges],
        "progressive": [_return(one) for one in returns],
        "not_permitted": rules.not_permitted,
        "paragraphs": dict(paragraphs_of(rules)),
    }


def plain_name(rules: Regulation) -> dict[str, Any]:
    return {"regulation": rules.ref, "title": rules.title, "hash": rules.content_hash()}


def plain_differences(one: str, other: str) -> list[dict[str, Any]]:
    return [
        {
            "topic": mine.topic,
            one: {"told": mine.told, "rule": mine.rule},
            other: {"told": theirs.told, "rule": theirs.rule},
        }
        for mine, theirs in differences(one, other)
    ]


def plain_submission(
    submission: Submission, rules: Regulation, refusal: Refused | None
) -> dict[str, Any]:
    return {
        **plain_standing(submission, refusal),
        "regulation": rules.ref,
        "elections": submission.model_dump(mode="json", exclude_defaults=True),
        "wagers": [_offer(offer) for offer in offers_of(submission, rules)],
        "vigorish": vigorish_of(submission, rules)._asdict(),
        "progressive": [_return(one) for one in returns_of_submission(submission)],
    }


def plain_standing(submission: Submission, refusal: Refused | None) -> dict[str, Any]:
    why = None if refusal is None else {"rule": refusal.rule, "reason": refusal.reason}
    return {
        "ok": refusal is None,
        "regulation": submission.regulation,
        "hash": submission.content_hash(),
        "refused": why,
    }


def plain_sign(sign: Sign) -> dict[str, Any]:
    offers = [_offer(offer) for offer in sign.offers]
    for offer in offers:
        del offer["edges"]
    return {
        **sign._asdict(),
        "offers": offers,
        "vigorish": sign.vigorish._asdict(),
        "lines": list(lines_of(sign)),
    }


def _offer(offer: Offer) -> dict[str, Any]:
    told = offer._asdict()
    del told["label"]
    return {
        **told,
        "payouts": [_payout(line) for line in offer.payouts],
        "edges": [_edge(edge) for edge in offer.edges],
    }


def _payout(line: Payout) -> dict[str, Any]:
    return {**line._asdict(), "odds": _odds(line.odds), "told": line.told}


def _odds(odds: Fraction | None) -> int | list[int] | None:
    """To one; what is no whole number as numerator and denominator."""
    if odds is None or odds.denominator == 1:
        return None if odds is None else odds.numerator
    return [odds.numerator, odds.denominator]


def _edge(edge: Edge) -> dict[str, Any]:
    return {
        "wager": edge.wager,
        "case": edge.case,
        "edge": str(edge.edge),
        "percent": round(float(edge.edge * 100), 4),
        "counted": edge.counted,
    }


def _return(one: Return) -> dict[str, Any]:
    return {
        "stake": one.stake,
        "meter": one.meter,
        "name": one.name,
        "expected": str(one.expected),
        "percent": round(float(100 * one.expected / one.stake), 4),
        "fixed_percent": round(float(100 * one.fixed / one.stake), 4),
    }
