"""What is generated from the code is as the code is now."""

import json
from pathlib import Path
from typing import Final

import pytest

from domain import controls
from domain.commands.union import command_names
from domain.events.codec import EVENT_TYPES
from services.tools.docgen.pages import generated

GENERATED: Final = generated()


@pytest.mark.parametrize("name", GENERATED)
def test_a_generated_file_is_not_stale(root: Path, name: str) -> None:
    assert (root / name).read_text() == GENERATED[name], f"{name} is stale; run `make docs`"


def test_every_event_and_command_has_a_schema(root: Path) -> None:
    events = json.loads((root / "deploy/schemas/events.v1.json").read_text())
    commands = json.loads((root / "deploy/schemas/commands.v1.json").read_text())
    assert {kind.__name__ for kind in EVENT_TYPES} <= set(events["$defs"])
    assert set(commands["discriminator"]["mapping"]) == command_names()


def test_every_control_is_explained() -> None:
    named = {
        value for name, value in vars(controls).items() if name.isupper() and isinstance(value, str)
    }
    assert named == set(controls.MEANINGS)


def test_nothing_names_a_package_registry(root: Path) -> None:
    assert "://" not in (root / "constraints.txt").read_text()
