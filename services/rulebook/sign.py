"""The payout sign of a table (19:46-1.13C(e); odds as 19:47-10.11(e) wants them written)."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from domain.commands.submission import Submission
from domain.games.pai_gow.regulations import Regulation
from domain.money import dollars
from services.rulebook.offer import Offer, Vigorish, offers_of, vigorish_of

_ROUNDINGS: Final = {"quarter": "the next 25 cents", "cent": "the next cent"}
_REQUIRED: Final = "19:46-1.13C(e), 19:47-10.11(e)"


class Sign(NamedTuple):
    """What the sign says, before it is laid out."""

    title: str
    regulation: str
    submission: str
    """Content hash, so that a sign can be held against the elections in force."""
    offers: list[Offer]
    vigorish: Vigorish
    notes: list[str]
    required: str | None
    """The paragraphs that demand the sign, where any does."""


def sign_of(submission: Submission, rules: Regulation) -> Sign:
    return Sign(
        title=rules.title,
        regulation=rules.ref,
        submission=submission.content_hash(),
        offers=offers_of(submission, rules),
        vigorish=vigorish_of(submission, rules),
        notes=list(_notes(submission)),
        required=_REQUIRED if submission.triples_bonus else None,
    )


def _notes(submission: Submission) -> Iterator[str]:
    """What gives or takes although the odds alone do not show it."""
    terms = submission.progressive
    if terms is not None:
        stake = dollars(terms.stake)
        yield f"A progressive wager is {stake}, beside a pai gow wager; it wins whatever that does."
        yield "A percentage is of the meter as it stands when the wager is paid."
    eye = submission.dragons_eye
    if eye is None:
        return
    if eye.vigorish_method == 2:
        yield "A triple loses every even, odd and pai gow wager."
    else:
        yield "A triple loses every even and odd wager."
    yield "A dice bonus wager stays for the second and third triple unless it is taken down."


def lines_of(sign: Sign) -> Iterator[str]:
    """The sign as text, to be printed and posted."""
    yield "PAYOUTS AND LIMITS"
    yield sign.title
    yield ""
    width = max(len(line.label) for offer in sign.offers for line in offer.payouts)
    for offer in sign.offers:
        for line in offer.payouts:
            yield f"  {line.label:{width}}  {line.told}"
    yield ""
    yield from (f"  {offer.label:{width}}  {_span(offer)}" for offer in sign.offers)
    yield ""
    yield vigorish_told(sign.vigorish)
    yield from sign.notes
    yield ""
    posted = f"Posted as {sign.required} demands. " if sign.required else ""
    yield f"{posted}{sign.regulation}, elections {sign.submission[:12]}"


def _span(offer: Offer) -> str:
    if offer.limits is None:
        return "no limits"
    low, high = offer.limits
    return f"minimum {dollars(low)}, maximum {dollars(high)}"


def vigorish_told(vigorish: Vigorish) -> str:
    if vigorish.rounding is None:
        return "No vigorish is taken."
    rounded = f"rounded up to {_ROUNDINGS[vigorish.rounding]}"
    return f"Vigorish: {vigorish.percent} percent of a pai gow win, {rounded}."
