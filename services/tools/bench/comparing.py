"""This run beside an earlier one: by ratios, since no two machines, and no two hours, are alike."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from services.tools.bench.figures import Figure

_LESS_IS_BETTER: Final = ("ms", "µs", "s", "MiB", "µs CPU", "ms CPU/s", "% CPU", "bytes")
TOLERATED: Final = 0.15
"""By so much a ratio may be worse: it is that noisy."""


class BadRun(Exception):
    """A file that holds no earlier run."""


class _Run(msgspec.Struct):
    figures: list[Figure]


class Compared(NamedTuple):
    """A figure that both runs have."""

    bench: str
    what: str
    before: float
    now: float
    is_worse: bool

    def line(self) -> str:
        told = f"{self.bench:9} {self.what:34.34} {self.before:>8.3f} -> {self.now:>8.3f}"
        return f"{told} WORSE" if self.is_worse else told


def read_run(file: Path) -> list[Figure]:
    """What `pitledger bench --json` printed then."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=_Run).figures
    except (OSError, msgspec.MsgspecError) as error:
        raise BadRun(
            f"{file} is no earlier run, as `pitledger bench --json` prints it: {error}"
        ) from None


def compared(before: Sequence[Figure], now: Sequence[Figure]) -> list[Compared]:
    """Those with a ratio in both; a figure without a baseline says nothing of another machine."""
    earlier = {_name(one): one.ratio for one in before if one.ratio is not None}
    found = []
    for one in now:
        ratio, was = one.ratio, earlier.get(_name(one))
        if ratio is None or was is None:
            continue
        change = ratio / was
        worse = change > 1 + TOLERATED if one.unit in _LESS_IS_BETTER else change < 1 - TOLERATED
        found.append(Compared(one.bench, one.what, was, ratio, worse))
    return found


def _name(figure: Figure) -> tuple[str, str, str]:
    return figure.bench, figure.what, figure.baseline_name
