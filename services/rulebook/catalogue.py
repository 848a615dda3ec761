"""The example submissions that come with the source."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from domain.commands.submission import Submission
from services.rulebook.standing import refusal_of
from services.rulebook.submission_file import BadSubmission, read_submission

EXAMPLES: Final = Path(__file__).parents[2] / "examples" / "submissions"


def examples(folder: Path = EXAMPLES) -> Iterator[dict[str, str | None]]:
    """Each example with what it says of itself, and why it could not be played, if it could not."""
    for file in sorted(folder.glob("*.toml")):
        try:
            refusal = refusal_of(read_submission(file))
        except BadSubmission as error:
            yield {"file": str(file), "about": "", "refused": "; ".join(error.problems)}
            continue
        why = None if refusal is None else str(refusal)
        yield {"file": str(file), "about": _about(file), "refused": why}


def example_submissions(folder: Path = EXAMPLES) -> Iterator[tuple[str, Submission]]:
    """Those that could be played, each with what it says of itself."""
    for example in examples(folder):
        if example["refused"] is None:
            file = Path(str(example["file"]))
            yield str(example["about"]), read_submission(file)


def _about(file: Path) -> str:
    """The comment on the first line."""
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    return first.removeprefix("#").strip() if first.startswith("#") else ""
