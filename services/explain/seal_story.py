"""Sentences about the key that seals the log."""

from typing import Final

from domain.account.phrases import doer, sentence, spoken
from domain.account.scene import Scene, Story
from domain.events import seal as happened


def _rotated(_: Scene, event: happened.SealKeyRotated) -> list[str]:
    words = f"the log is sealed with another key from here on, {spoken(event.new)}{doer(event)}"
    before = f"the one before, {spoken(event.old)}, signed for it"
    return [sentence(f"{words}; {before}: {spoken(event.reason)}", event)]


SEAL_STORY: Final[Story] = {
    happened.SealKeyRotated: _rotated,
}
