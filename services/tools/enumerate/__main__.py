"""`make enumerate`: count every hand of seven cards and compare with the figures that are kept."""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from services.cli.progress import progress
from services.tools.enumerate.counting import Tally, tally
from services.tools.enumerate.figures import compare, lines
from services.tools.enumerate.groups import groups

_BATCH: Final = 2_000


def main() -> int:
    """0 where every figure is as kept, else 1."""
    found = list(groups())
    batches = [found[first : first + _BATCH] for first in range(0, len(found), _BATCH)]
    counted = Tally()
    with (
        ProcessPoolExecutor(os.cpu_count()) as pool,
        progress("groups of hands", len(found)) as told,
    ):
        done = 0
        for batch, part in zip(batches, pool.map(tally, batches), strict=True):
            counted.add(part)
            done += len(batch)
            told(done)
    figures = compare(counted)
    print(f"{'':<44} {'counted':>12} {'kept':>12}", *lines(figures), sep="\n")  # noqa: T201
    return 0 if all(figure.same for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
