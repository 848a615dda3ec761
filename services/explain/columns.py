"""Rows of text in columns, for a terminal, a file or a pipe: plain, never cut, never folded."""

from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

_WIDER_THAN_ANY_LINE: Final = 10_000


def in_columns(rows: Sequence[Sequence[str]], *, numbers: bool = False) -> Iterator[str]:
    """A line a row; with `numbers` all columns but the first are set to the right."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for place in range(len(rows[0])):
        table.add_column(justify="right" if numbers and place else "left", no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, row))
    page = StringIO()
    Console(file=page, width=_WIDER_THAN_ANY_LINE, color_system=None).print(table)
    return (line.rstrip() for line in page.getvalue().splitlines())
