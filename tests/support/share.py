"""How much is tried: a quarter of the examples for a change, all of them for a release.

`make release-test` sets `TESTS=all`.
"""

import os
from collections.abc import Sequence
from typing import Final, TypeVar

One = TypeVar("One")

IS_RELEASE: Final = os.environ.get("TESTS") == "all"
_PART: Final = 4


def examples(most: int) -> int:
    """Of a property."""
    return most if IS_RELEASE else max(1, most // _PART)


def some(cases: Sequence[One], beginning: int = 0) -> list[One]:
    """Of cases that are many, and much alike: seeds, pairs of files."""
    return list(cases if IS_RELEASE else cases[beginning % _PART % len(cases) :: _PART])
