"""The narrator: sentences for one event after the other, of one table or of many."""

import functools
from typing import Final

from domain.account.phrases import spoken
from domain.account.play import PLAY_STORY
from domain.account.scene import Story
from domain.events import Event, Posting
from domain.game_library import LIBRARY
from domain.money import dollars
from services.explain.books_story import BOOKS_STORY
from services.explain.corrections_story import CORRECTIONS_STORY
from services.explain.day_story import DAY_STORY
from services.explain.meter_story import METER_STORY
from services.explain.scene import TableScene
from services.explain.seal_story import SEAL_STORY
from services.explain.table_story import TABLE_STORY

OF_ANY_TABLE: Final[Story] = {
    **TABLE_STORY,
    **CORRECTIONS_STORY,
    **BOOKS_STORY,
    **METER_STORY,
    **DAY_STORY,
    **SEAL_STORY,
    **PLAY_STORY,
}


@functools.cache
def story_of(game: str) -> Story:
    """Every event has its sentence: the game's own, any table's, or that of the game it is of."""
    stories = {one.name: one.account.story for one in LIBRARY.games}
    of_others = {event: told for story in stories.values() for event, told in story.items()}
    return {**of_others, **OF_ANY_TABLE, **stories[game]}


class Narrator:
    """Tells events in the order they happened, and remembers what the next one leans on.

    A round told alone begins with its RoundOpened, which names all that is needed.
    """

    def __init__(self) -> None:
        self._scenes: dict[str, TableScene] = {}
        self._table: str | None = None

    def tell(self, event: Event, seen: Event | None = None) -> list[str]:
        """The sentences of one event; where the story moves to another table, that first.

        `seen`: the same with pieces masked, for one who may not see them. What comes later is told
        by the event itself: a finished round says why each wager ended as it did.
        """
        scene = self._scenes.get(event.key)
        if scene is None:
            scene = self._scenes[event.key] = TableScene(event.key)
        scene.note(event)
        told = story_of(scene.game)[type(event)](scene, event if seen is None else seen)
        return [*self._moved_to(event.table), *told, *_tray_below(event)]

    def _moved_to(self, table: str | None) -> list[str]:
        before, self._table = self._table, table or self._table
        return [] if before in (None, self._table) else [f"At {table}:"]


def _tray_below(event: Event) -> list[str]:
    if not isinstance(event, Posting) or not event.tray_below:
        return []
    lacking = dollars(event.tray_below)
    return [f"The tray is {lacking} below zero by the books: an exception, to be answered for."]


def tell_refusal(command_name: str, rule: str, reason: str) -> str:
    """A refusal with the paragraph it stands on, or the control and what that one means."""
    meaning = LIBRARY.controls.get(rule)
    bracket = rule if meaning is None else f"{rule}: {meaning}"
    return f"Refused, {command_name}: {spoken(reason)} [{bracket}]."
