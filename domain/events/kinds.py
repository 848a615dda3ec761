"""What is true of a type of event: asked by type, which costs a fraction of `isinstance`."""

from collections.abc import Callable
from typing import Final

from domain.events.envelope import Event, Posting


class ByKind(dict[type[Event], bool]):
    """Answers once for every type, when it first comes: games bring events of their own."""

    def __init__(self, holds: Callable[[type[Event]], bool]) -> None:
        super().__init__()
        self._holds = holds

    def __missing__(self, kind: type[Event]) -> bool:
        answer = self[kind] = self._holds(kind)
        return answer


def of_class(*bases: type[Event]) -> ByKind:
    return ByKind(lambda kind: issubclass(kind, bases))


IS_POSTING: Final = of_class(Posting)
