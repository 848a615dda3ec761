"""What a command alone shows to be wrong; the list is bounded, however much of it there is."""

import re
from collections.abc import Iterable
from typing import Final
from uuid import UUID

MOST_PROBLEMS: Final = 20
"""That one error names; an answer must not outgrow what was asked."""
_MOST_WHERE: Final = 120
_MOST_WHAT: Final = 300
_BRANCH: Final = re.compile(r"constrained-|literal\[|dict\[|list\[|function-|way-[a-z]+$|\[key\]$")
"""How pydantic names the parts of a union, and a key, in an error's path."""


class CommandError(ValueError):
    """What the command alone shows to be wrong: its shape, a die of 7, a piece twice."""

    def __init__(self, problems: list[dict[str, str]], command_id: UUID | None = None) -> None:
        """`command_id`: of the command that is wrong, where it can be read."""
        self.command_id = command_id
        self.problems = [
            {"where": _cut(one["where"], _MOST_WHERE), "what": _cut(one["what"], _MOST_WHAT)}
            for one in problems[:MOST_PROBLEMS]
        ]
        if len(problems) > MOST_PROBLEMS:
            more = f"and {len(problems) - MOST_PROBLEMS} more problems"
            self.problems.append({"where": "command", "what": more})
        super().__init__("; ".join(f"{p['where']}: {p['what']}" for p in self.problems))


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def written_path(location: Iterable[int | str]) -> str:
    """The path as the sender wrote it: without the union's branches, which only we know."""
    steps = map(str, location)
    return ".".join(step for step in steps if not _BRANCH.match(step))
