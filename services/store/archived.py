"""An archive, as far as the store knows of it."""

from collections.abc import Sequence
from typing import Protocol


class ArchiveAway(Exception):
    """What lies in the archive cannot be read now, or is not what it was."""


class Segments(Protocol):
    """Events that were taken out of the database, in pieces."""

    def entries(self, name: str, count: int) -> Sequence[bytes]:
        """The events of a segment, by its name. Raises ArchiveAway."""
