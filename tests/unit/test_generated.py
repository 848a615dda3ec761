"""What is generated from the code is as the code is now."""

import json
from pathlib import Path
from typing import Any

from domain import controls
from domain.game_library import LIBRARY
from domain.games.craps.regulations import controls as of_craps
from domain.messages.commands import command_names
from domain.messages.events import EVENT_TYPES
from services.tools.docgen.pages import generated


def test_no_generated_file_is_stale(root: Path) -> None:
    for name, content in generated().items():
        assert (root / name).read_text() == content, f"{name} is stale; run `make docs`"


def test_every_event_and_command_has_a_schema(root: Path) -> None:
    events = json.loads((root / "deploy/schemas/events.v1.json").read_text())
    commands = json.loads((root / "deploy/schemas/commands.v1.json").read_text())
    assert {kind.__name__ for kind in EVENT_TYPES} <= set(events["$defs"])
    named = {schema["properties"]["command"]["const"] for schema in _branches(commands)}
    assert named == command_names()


def _branches(schema: dict[str, Any]) -> list[dict[str, Any]]:
    names = (one["$ref"].removeprefix("#/$defs/") for one in schema["oneOf"])
    return [schema["$defs"][name] for name in names]


def test_every_control_is_explained() -> None:
    named = [
        value
        for module in (controls, of_craps)
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, str)
    ]
    assert sorted(named) == sorted(LIBRARY.controls)


def test_nothing_names_a_package_registry(root: Path) -> None:
    for file in (root / "constraints.txt", *(root / "deploy/locked").iterdir()):
        assert "://" not in file.read_text(), file
