"""Sentences about the key that seals the log."""

from collections.abc import Callable
from typing import Any, Final

from domain.events import Event
from domain.events import seal as happened
from services.explain.phrases import doer, sentence, spoken
from services.explain.scene import Scene


def _rotated(_: Scene, event: happened.SealKeyRotated) -> list[str]:
    words = f"the log is sealed with another key from here on, {spoken(event.new)}{doer(event)}"
    before = f"the one before, {spoken(event.old)}, signed for it"
    return [sentence(f"{words}; {before}: {spoken(event.reason)}", event)]


SEAL_STORY: Final[dict[type[Event], Callable[[Scene, Any], list[str]]]] = {
    happened.SealKeyRotated: _rotated,
}
