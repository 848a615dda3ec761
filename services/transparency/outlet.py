"""Where checkpoints go once they are kept: to a topic, to witnesses."""

from collections.abc import Sequence
from typing import Protocol

from services.transparency.checkpoints import Checkpoint
from services.transparency.notes import VerifierKey


class NotLooked(Exception):
    """Whoever keeps checkpoints for us could not be asked yet."""


class Outlet(Protocol):
    """Works in a thread of its own: one that is away or slow holds nobody up."""

    def start(self) -> None:
        """Begin with what has not gone out yet."""

    def wake(self) -> None:
        """There is a new checkpoint."""

    def trouble(self) -> str | None:
        """What keeps checkpoints from going out, if the service should say so."""

    def remembered(self, keys: Sequence[VerifierKey]) -> Checkpoint | None:
        """The newest that went out this way and bears one of these signatures.

        Raises NotLooked while that is not known.
        """

    def ends_within(self, seconds: float) -> bool:
        """Ask it to end, and wait, but not for ever."""
