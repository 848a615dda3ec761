"""A round's story as a page to print and file: no script, nothing fetched from elsewhere."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from domain.events import Event
from services.explain.narrator import Narrator
from services.web.templates import templates_of

_TEMPLATES: Final = templates_of("services.explain")
_CITATION: Final = re.compile(r" \[([^\[\]]+)\]\.$")


class Row(NamedTuple):
    """One sentence: when it happened, what, and the paragraph it stands on."""

    at: str
    words: str
    citation: str | None


def printed_round(round_id: str, events: Iterable[Event]) -> str:
    """One row a sentence."""
    narrator = Narrator()
    rows = [row_of(event, told) for event in events for told in narrator.tell(event)]
    return _TEMPLATES.get_template("round.html").render(round_id=round_id, rows=rows)


def row_of(event: Event, sentence: str) -> Row:
    return Row(event.at, *apart(sentence))


def apart(sentence: str) -> tuple[str, str | None]:
    """The words, and the paragraph that they stand on."""
    cited = _CITATION.search(sentence)
    return (sentence, None) if cited is None else (f"{sentence[: cited.start()]}.", cited[1])
