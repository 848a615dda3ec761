"""The other rules, named by a file: a submission in TOML, or in JSON as it stands in a command."""

from pathlib import Path

from domain.commands import CommandError
from domain.commands.reading import read_json
from domain.commands.submission import Submission
from domain.commands.table import OpenTable
from domain.messages.commands import parse_command
from domain.refusals import Refused
from services.history.other_rules import OtherRules
from services.rulebook.submission_file import BadSubmission, read_submission


def read_rules(file: Path) -> OtherRules:
    """Raises BadSubmission where the file is none, or its regulation does not permit it."""
    submission = _from_json(file) if file.suffix == ".json" else read_submission(file)
    try:
        return OtherRules(submission)
    except Refused as refusal:
        raise BadSubmission(file, [f"{refusal.reason} [{refusal.rule}]"]) from None


def _from_json(file: Path) -> Submission:
    try:
        content = read_json(file.read_bytes())
        opening = {"command": "open_table", "table": "any", "inventory": 0, "submission": content}
        command = parse_command(opening)
    except OSError as error:
        raise BadSubmission(file, [f"cannot be read: {error.strerror}"]) from None
    except CommandError as error:
        raise BadSubmission(file, [_words(**one) for one in error.problems]) from None
    assert isinstance(command, OpenTable)
    return command.submission


def _words(where: str, what: str) -> str:
    return f"is {what}" if what.startswith("not JSON") else f"{where}: {what}"
