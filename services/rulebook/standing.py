"""Whether a submission may be played under the regulation it names."""

from domain.commands.submission import Submission
from domain.game_library import LIBRARY
from domain.refusals import Refused


def refusal_of(submission: Submission) -> Refused | None:
    """Why a table could not be opened under it, with the paragraph; None where it could."""
    try:
        LIBRARY.in_force(submission.regulation).check(submission)
    except Refused as refusal:
        return refusal
    return None
