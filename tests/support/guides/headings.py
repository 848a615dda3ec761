"""Commands as the documentation has them: a test that runs them holds both to their word."""

import re
from pathlib import Path
from typing import Final

_DOCS: Final = Path(__file__).parents[3] / "docs"
_BLOCK: Final = re.compile(r"```sh\n(.*?)```", re.DOTALL)


def commands(page: str, heading: str) -> list[str]:
    """The blocks of a shell that stand under a heading, up to the next one of the same level."""
    text = (_DOCS / page).read_text(encoding="utf-8")
    begin = text.index(f"\n{heading}\n") + len(heading) + 2
    level = heading.partition(" ")[0]
    rest = re.split(rf"^#{{1,{len(level)}}} ", text[begin:], maxsplit=1, flags=re.MULTILINE)[0]
    return _BLOCK.findall(rest)
