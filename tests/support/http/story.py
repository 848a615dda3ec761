"""The gaming day of examples/books.jsonl, told step by step by those whose duty each step is."""

import json
from pathlib import Path
from typing import Final

from tests.support.http.playing import Told
from tests.support.http.staff import Staff

STORY: Final = Path(__file__).parents[3] / "examples" / "books.jsonl"
DAY: Final = "2026-11-14"
BEGINS: Final = "2026-11-14T19:59:00Z"
"""What the desk's clock shows before it: its cash is told on its own day."""
TABLE: Final = "PG07"


def story() -> list[tuple[str, Told]]:
    """Who does what; the actor is known by the token."""
    lines = [json.loads(line) for line in STORY.read_text().splitlines() if line.startswith("{")]
    at = ""
    told = []
    for line in lines:
        at = line.get("at", at)
        who = line.pop("actor")["id"]
        whole = {"at": at, **line}
        told.append((who, whole if "day" in line else {**whole, "table": TABLE}))
    return told


def duty_of(command: Told) -> str:
    """As the duties name it: with its step or its status."""
    more = command.get("step") or command.get("status") or ""
    return f"{command['command']} {more}".strip()


def signers_of(who: str, command: Told) -> list[str]:
    """Those whom the command names beside the one who sends it."""
    signed = [one["id"] for one in command.get("signatures", ())]
    named = [*signed, command.get("supervisor"), command.get("carrier")]
    return [one for one in named if one not in (None, who)]


class Story:
    """How far the story was played in a house."""

    def __init__(self, staff: Staff) -> None:
        self._staff = staff
        self._left = story()

    def up_to(self, duty: str) -> None:
        """Everything before the next step of that name; "" is everything."""
        while self._left and duty_of(self._left[0][1]) != duty:
            self._step()
        self._staff.house.runner.catch_up(10)

    def past(self, duty: str) -> None:
        """That step too."""
        self.up_to(duty)
        self._step()
        self._staff.house.runner.catch_up(10)

    def _step(self) -> None:
        who, command = self._left.pop(0)
        self._staff.clock.show(command["at"])
        self._staff.done(who, command, signers_of(who, command))
