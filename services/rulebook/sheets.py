"""The games' sheets, found by the regulation that is asked about."""

from domain.commands.submission import Submission
from domain.game_library import LIBRARY
from domain.games.seam.regulation import Regulation
from domain.games.seam.sheet import Fact, GameSheets, RegulationSheet, SubmissionSheet


def facts_of(regulation: str) -> tuple[Fact, ...]:
    """The sheet of facts of one regulation."""
    return tuple(_of(regulation).facts(regulation))


def differences(one: str, other: str) -> tuple[tuple[Fact, Fact], ...]:
    """The topics of both on which they do not say the same."""
    theirs = {fact.topic: fact for fact in facts_of(other)}
    both = ((mine, theirs[mine.topic]) for mine in facts_of(one) if mine.topic in theirs)
    return tuple((mine, their) for mine, their in both if mine.told != their.told)


def regulation_sheet(rules: Regulation) -> RegulationSheet:
    return _of(rules.name).of_regulation(rules)


def submission_sheet(submission: Submission, rules: Regulation) -> SubmissionSheet:
    return _of(rules.name).of_submission(submission, rules)


def _of(regulation: str) -> GameSheets:
    return LIBRARY.by_regulation[regulation].sheets
