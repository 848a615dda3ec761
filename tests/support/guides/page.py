"""A guide's fenced blocks: what a reader types, and what then stands on the screen."""

import re
from pathlib import Path
from typing import Final, NamedTuple

_FENCE: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_REST: Final = "…"
"""In what a page shows: anything may stand here."""


class Typed(NamedTuple):
    """One block of commands, and the lines that the page says it prints."""

    line: int
    commands: str
    shown: tuple[str, ...]


def typed_in(page: Path) -> list[Typed]:
    """Every block of `sh`; a block of `text` right after it is what it prints."""
    found: list[Typed] = []
    end = -1
    text = page.read_text()
    for block in _FENCE.finditer(text):
        language, content = block[1], block[2]
        if language == "sh":
            found.append(Typed(text.count("\n", 0, block.start()) + 2, content, ()))
        elif language == "text" and found and not text[end : block.start()].strip():
            found[-1] = found[-1]._replace(shown=tuple(filter(None, content.splitlines())))
        end = block.end()
    return found


def first_missing(shown: tuple[str, ...], printed: str) -> str | None:
    """The first line of the page that was not printed, in this order."""
    lines = iter(printed.splitlines())
    for line in shown:
        pattern = ".*".join(map(re.escape, line.split(_REST)))
        if not any(re.fullmatch(pattern, one.rstrip()) for one in lines):
            return line
    return None
