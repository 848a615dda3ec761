"""What `pitledger rules` shows, for programs: exact edges as fractions, money in cents."""

from fractions import Fraction
from typing import Any

from domain.commands.submission import Submission
from domain.games.seam.regulation import Regulation
from domain.games.seam.sheet import Filed, Offer, Payout, Return
from domain.refusals import Refused
from domain.wagers.edge import Edge
from services.rulebook.sheets import differences, facts_of, regulation_sheet, submission_sheet
from services.rulebook.sign import Sign, approval_told, lines_of


def plain_regulation(rules: Regulation) -> dict[str, Any]:
    sheet = regulation_sheet(rules)
    return {
        **plain_name(rules),
        "facts": [fact._asdict() for fact in facts_of(rules.name)],
        "payouts": [_payout(line) for line in sheet.payouts],
        "edges": [_edge(edge) for edge in sheet.edges],
        "progressive": [_return(one) for one in sheet.returns],
        "not_permitted": rules.not_permitted,
        "paragraphs": dict(sheet.paragraphs),
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
    sheet = submission_sheet(submission, rules)
    return {
        **plain_standing(submission, refusal),
        "regulation": rules.ref,
        "elections": submission.model_dump(mode="json", exclude_defaults=True),
        "wagers": [_offer(offer) for offer in sheet.offers],
        "vigorish": sheet.vigorish._asdict(),
        "progressive": [_return(one) for one in sheet.returns],
        "filed": plain_filed(sheet.filed),
    }


def plain_filed(filed: Filed | None) -> dict[str, Any] | None:
    """The exceptions to the house way, where any are filed."""
    if filed is None:
        return None
    return {
        **{name: told for name, told in filed._asdict().items() if name != "wager"},
        "hands": [{**one._asdict(), "adds": _exact(one.adds)} for one in filed.hands],
        "adds": _exact(filed.adds),
    }


def _exact(share: Fraction | None) -> str | None:
    return None if share is None else str(share)


def plain_standing(submission: Submission, refusal: Refused | None) -> dict[str, Any]:
    why = None if refusal is None else {"rule": refusal.rule, "reason": refusal.reason}
    return {
        "ok": refusal is None,
        "regulation": submission.regulation,
        "hash": submission.content_hash(),
        "refused": why,
        "approval": approval_told(submission),
    }


def plain_sign(sign: Sign) -> dict[str, Any]:
    offers = [_offer(offer) for offer in sign.sheet.offers]
    for offer in offers:
        del offer["edges"]
    return {
        "title": sign.title,
        "regulation": sign.regulation,
        "submission": sign.submission,
        "offers": offers,
        "vigorish": sign.sheet.vigorish._asdict(),
        "notes": list(sign.sheet.notes),
        "filed": plain_filed(sign.sheet.filed),
        "required": sign.sheet.sign_required,
        "approval": sign.approval,
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
        "error_percent": None if edge.error is None else round(edge.error * 100, 6),
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
