"""The payout sign of a table (19:46-1.13C(e); odds as 19:47-10.11(e) wants them written)."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from domain.commands.submission import Submission
from domain.games.seam.regulation import Regulation
from domain.games.seam.sheet import Filed, Offer, SubmissionSheet
from domain.money import dollars
from services.rulebook.sheets import submission_sheet

_ROUNDINGS: Final = {"quarter": "the next 25 cents", "cent": "the next cent"}


class Sign(NamedTuple):
    """What the sign says, before it is laid out."""

    title: str
    regulation: str
    submission: str
    """Content hash, so that a sign can be held against the elections in force."""
    sheet: SubmissionSheet
    approval: str | None = None
    """When it was filed, and under which reference, where that is told."""


def sign_of(submission: Submission, rules: Regulation) -> Sign:
    return Sign(
        title=rules.title,
        regulation=rules.ref,
        submission=submission.content_hash(),
        sheet=submission_sheet(submission, rules),
        approval=approval_told(submission),
    )


def approval_told(submission: Submission) -> str | None:
    """When the submission was filed, and under which reference."""
    filed = submission.filed
    return None if filed is None else f"filed {filed.date}, {filed.reference}"


def lines_of(sign: Sign) -> Iterator[str]:
    """The sign as text, to be printed and posted."""
    yield "PAYOUTS AND LIMITS"
    yield sign.title
    yield ""
    sheet = sign.sheet
    width = max(len(line.label) for offer in sheet.offers for line in offer.payouts)
    for offer in sheet.offers:
        for line in offer.payouts:
            yield f"  {line.label:{width}}  {line.told}"
    yield ""
    yield from (f"  {offer.label:{width}}  {_span(offer)}" for offer in sheet.offers)
    yield ""
    yield vigorish_told(sheet)
    yield from sheet.notes
    if sheet.filed is not None:
        yield ""
        yield from filed_lines(sheet.filed)
    yield ""
    required = sheet.sign_required
    posted = f"Posted as {required} demands. " if required else ""
    approval = f", {sign.approval}" if sign.approval else ""
    yield f"{posted}{sign.regulation}, elections {sign.submission[:12]}{approval}"


def filed_lines(filed: Filed) -> Iterator[str]:
    """The house's hands that are set otherwise than by the named way, each as it was filed."""
    many = len(filed.hands)
    hands = "one hand is" if many == 1 else f"{many} hands are"
    yield f"House way `{filed.base}`, but {hands} set as filed [{filed.rule}]:"
    for one in filed.hands:
        yield f"  {' '.join(one.high)} high, {' '.join(one.low)} low"


def _span(offer: Offer) -> str:
    if offer.limits is None:
        return "no limits"
    low, high = offer.limits
    return f"minimum {dollars(low)}, maximum {dollars(high)}"


def vigorish_told(sheet: SubmissionSheet) -> str:
    vigorish = sheet.vigorish
    if vigorish.rounding is None:
        return "No vigorish is taken."
    rounded = f"rounded up to {_ROUNDINGS[vigorish.rounding]}"
    return f"Vigorish: {vigorish.percent} percent of {sheet.vigorish_on}, {rounded}."
