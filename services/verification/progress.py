"""How those who verify tell how far they are."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol


class Progress(Protocol):
    """Of so many in all."""

    def __call__(self, what: str, total: int) -> AbstractContextManager[Callable[[int], None]]: ...
