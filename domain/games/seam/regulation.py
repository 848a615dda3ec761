"""What every game's regulation is to those who only carry it about."""

from typing import Protocol

from domain.commands.submission import Submission


class Regulation(Protocol):
    """Fixed facts with citations, in a version."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def jurisdiction(self) -> str:
        """Whose law it is: what the books' formulas and tolerances go by."""
        ...

    @property
    def ref(self) -> str:
        """Name and version, as recorded with every session."""
        ...

    def content_hash(self) -> str: ...
    def check(self, submission: Submission) -> None:
        """Refuse elections that it does not permit."""
        ...
