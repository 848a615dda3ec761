"""What every game's regulation is to those who only carry it about."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from domain.commands.elections import OfAnyTable
from domain.commands.submission import Submission
from domain.wagers.catalogue import WagerRecord


class Regulation(Protocol):
    """Fixed facts with citations, in a version."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> int: ...
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
    def played(self) -> str:
        """What is played under it, in one word."""
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

    @property
    def catalogue(self) -> Mapping[str, WagerRecord]:
        """The same with all that this version says of them."""
        ...

    def content_hash(self) -> str:
        """As its sessions record it."""
        ...

    def facts(self) -> dict[str, Any]:
        """Everything that this build states of it, as JSON has it."""
        ...

    def elected(self, submission: Submission) -> Submission:
        """As it is recorded: with what is taken where nothing is named."""
        ...

    def check(self, submission: Submission) -> None:
        """Refuse elections that it does not permit."""
        ...


R = TypeVar("R", bound=Regulation)


def while_in_force(version: int, carried: Sequence[R]) -> tuple[tuple[R, ...], tuple[R, ...]]:
    """Those in force when the newest version was this one, and the others."""
    newest: dict[str, R] = {}
    for one in sorted(carried, key=lambda one: one.version):
        if one.version <= version or one.name not in newest:
            newest[one.name] = one
    in_force = {
        newest[name].ref: newest[name] for name in dict.fromkeys(one.name for one in carried)
    }
    return tuple(in_force.values()), tuple(one for one in carried if one.ref not in in_force)
