"""What every game's regulation is to those who only carry it about."""

from collections.abc import Mapping
from typing import Protocol

from domain.commands.elections import OfAnyTable
from domain.commands.submission import Submission


class Regulation(Protocol):
    """Fixed facts with citations, in a version."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def label(self) -> str:
        """As people call it, in a word or two."""
        ...

    @property
    def mark(self) -> str:
        """The same where there is little room."""
        ...

    @property
    def places(self) -> int:
        """Betting areas of a layout, numbered from 1."""
        ...

    @property
    def jurisdiction(self) -> str:
        """Whose law it is: what the books' formulas and tolerances go by."""
        ...

    @property
    def ref(self) -> str:
        """Name and version, as recorded with every session."""
        ...

    @property
    def elections(self) -> type[OfAnyTable]:
        """What may be elected under it."""
        ...

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers that it permits, as they are listed."""
        ...

    @property
    def not_permitted(self) -> Mapping[str, str]:
        """What other regulations have and it does not, with the paragraph."""
        ...

    def content_hash(self) -> str: ...
    def elected(self, submission: Submission) -> Submission:
        """As it is recorded: with what is taken where nothing is named."""
        ...

    def check(self, submission: Submission) -> None:
        """Refuse elections that it does not permit."""
        ...
