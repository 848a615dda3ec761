"""The example submissions that come with the source."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from services.rules.standing import refusal_of
from services.submissions import read_submission

EXAMPLES: Final = Path(__file__).parents[2] / "examples" / "submissions"


def examples(folder: Path = EXAMPLES) -> Iterator[dict[str, object]]:
    """Each example with what it says of itself and whether this build carries it."""
    for file in sorted(folder.glob("*.toml")):
        submission = read_submission(file)
        refusal = refusal_of(submission)
        yield {
            "file": str(file),
            "regulation": submission.regulation,
            "about": _about(file),
            "refused": None if refusal is None else str(refusal),
        }


def _about(file: Path) -> str:
    """The comment on the first line."""
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    return first.removeprefix("#").strip() if first.startswith("#") else ""
