"""The bar of long work fits a terminal of 80 columns."""

from io import StringIO

import pytest
from rich.console import Console

from projections import all_projections
from services.cli.progress import progress_bar

EVERY_NAME = ", ".join(one.name for one in all_projections())


def drawn(what: str, width: int) -> str:
    page = StringIO()
    console = Console(file=page, width=width, force_terminal=True, color_system=None)
    bar = progress_bar(what, console)
    bar.update(bar.add_task(what, total=10_000_000), completed=5_000_000)
    console.print(bar.get_renderable())
    return page.getvalue()


@pytest.mark.parametrize("what", ["rebuilding floor", f"rebuilding {EVERY_NAME}"])
def test_the_bar_is_seen_at_80_columns(what: str) -> None:
    (line,) = drawn(what, 80).splitlines()
    assert len(line) <= 80
    assert line.count("━") >= 7
    assert "5000000/10000000" in line
    assert line.startswith(what[:20])


def test_what_is_done_is_cut_before_the_bar_is() -> None:
    (line,) = drawn(f"rebuilding {EVERY_NAME}", 60).splitlines()
    assert "…" in line
    assert line.count("━") >= 7
