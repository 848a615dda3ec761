"""A licensee's submission, read from its TOML file."""

import difflib
import tomllib
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from domain.commands.errors import MOST_PROBLEMS, CommandError, written_path
from domain.commands.reading import check_content
from domain.commands.submission import Submission
from domain.game_library import REGULATIONS
from services.rulebook.schema import elections_in, submission_schema


class BadSubmission(ValueError):
    """A file that is no submission: which file, where in it, what is wrong."""

    def __init__(self, file: Path, problems: list[str]) -> None:
        self.file = file
        self.problems = problems
        super().__init__("\n".join(f"{file}: {problem}" for problem in problems))


def read_submission(file: Path) -> Submission:
    """The elections in the file. Whether they are permitted, the regulation says, not this."""
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSubmission(file, [f"cannot be read: {error.strerror}"]) from None
    except UnicodeDecodeError as error:
        raise BadSubmission(file, [f"is not UTF-8 text: byte {error.start}"]) from None
    except tomllib.TOMLDecodeError as error:
        raise BadSubmission(file, [f"is not TOML: {error}"]) from None
    except (RecursionError, ValueError):
        raise BadSubmission(file, ["is nested too deep, or a number in it is too long"]) from None
    try:
        check_content(content)
        return Submission.model_validate(content)
    except CommandError as error:
        found = [f"{one['where']}: {one['what']}" for one in error.problems]
        raise BadSubmission(file, found) from None
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
        known = _known(content.get("regulation"))
        problems = [_problem(detail, known) for detail in details[:MOST_PROBLEMS]]
        raise BadSubmission(file, problems) from None


def _known(regulation: object) -> list[str]:
    """What may be elected under the regulation that the file names; by any, where it names none."""
    named = [one for one in REGULATIONS if one.name == regulation] or REGULATIONS
    return [name for one in named for name in elections_in(submission_schema(one))]


def _problem(detail: ErrorDetails, known: list[str]) -> str:
    where = written_path(detail["loc"])
    match detail["type"]:
        case "missing":
            return f"{where}: is missing"
        case "extra_forbidden":
            return f"{where}: there is no such election{_meant(where, known)}"
        case _:
            what = detail["msg"].removeprefix("Value error, ")
            return f"{where}: {what}" if where else what


def _meant(where: str, known: list[str]) -> str:
    close = difflib.get_close_matches(where, known, n=1)
    return f"; did you mean `{close[0]}`?" if close else ""
