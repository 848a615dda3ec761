"""What is said of running triples where a round ends or a roll is taken back."""

from typing import Final

from domain.account.play import closed, roll_corrected, voided
from domain.account.scene import Scene, Story
from domain.events import round as happened
from domain.events.corrections import RollCorrected


def _closed(scene: Scene, event: happened.RoundClosed) -> list[str]:
    return closed(scene, event, _running(event.triples))


def _voided(scene: Scene, event: happened.RoundVoided) -> list[str]:
    return voided(scene, event, _running(event.triples))


def _running(triples: int) -> list[str]:
    """Only where they run on into the next round."""
    return [f"Triples running at the table: {triples}."] if triples else []


def _taken_back(scene: Scene, event: RollCorrected) -> list[str]:
    told = roll_corrected(scene, event)
    if not event.was_running:
        return told
    triples: int = event.triples
    running = "one triple runs" if triples == 1 else f"{triples or 'no'} triples run"
    return [*told, f"That triple does not count: {running}, as before it."]


TRIPLES_STORY: Final[Story] = {
    happened.RoundClosed: _closed,
    happened.RoundVoided: _voided,
    RollCorrected: _taken_back,
}
