"""A round's story as a page to print and file: no script, nothing fetched from elsewhere."""

import re
from collections.abc import Iterable
from html import escape
from typing import Final

from domain.events import Event
from services.telling.narrator import Narrator

_CITATION: Final = re.compile(r" \[([^\[\]]+)\]\.$")

_STYLE: Final = """
body { font: 11pt/1.45 Georgia, serif; max-width: 44em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.4em; border-bottom: 1px solid; }
table { border-collapse: collapse; width: 100%; }
td { vertical-align: top; padding: .2em .6em .2em 0; }
tr { break-inside: avoid; }
.when, cite { font: .8em ui-monospace, monospace; white-space: nowrap; }
cite { text-align: right; }
tr + tr td { border-top: 1px solid #ddd; }
@media print { body { margin: 0; max-width: none; } }
"""


def printed_round(round_id: str, events: Iterable[Event]) -> str:
    """One row a sentence: when it happened, what, and the paragraph it stands on."""
    narrator = Narrator()
    rows = [_row(event, sentence) for event in events for sentence in narrator.tell(event)]
    title = f"Round {escape(round_id)}"
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f"<table>\n{''.join(rows)}</table>\n</body>\n</html>\n"
    )


def _row(event: Event, sentence: str) -> str:
    cited = _CITATION.search(sentence)
    words = sentence if cited is None else f"{sentence[: cited.start()]}."
    cite = "" if cited is None else f"<cite>{escape(cited[1])}</cite>"
    when = f'<td class="when">{escape(event.at)}</td>'
    return f"<tr>{when}<td>{escape(words)}</td><td>{cite}</td></tr>\n"
