"""The description and the schemas, read by tools of other people and in their strictest way."""

import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

import pytest
from fastapi import FastAPI

from domain.events import encode
from services.http.description import describe
from services.http.routes import add_api
from services.offline.play import Pit, Rejection, commands_of, play_lines
from services.tools.simulator import Floor
from tests.support.clients import ROOT, Workplace
from tests.support.clients import commands_of as on_the_page

SCHEMAS: Final = sorted(file.name for file in (ROOT / "deploy" / "schemas").glob("*.json"))
EXAMPLES: Final = sorted((ROOT / "examples").rglob("*.jsonl"))
FLOOR: Final = Floor(
    tables=20,
    rounds=3,
    seed=5,
    start=datetime(2026, 11, 15, 18, tzinfo=UTC),
    tables_of={"craps": 2},
)


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Workplace:
    return Workplace(tmp_path_factory.mktemp("tools")).with_node()


def test_linters_find_nothing_wrong(there: Workplace) -> None:
    commands = on_the_page("Checking the description")
    assert [one.split()[1] for one in commands] == ["redocly", "spectral"]
    for command in commands:
        ended = there.run(command)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        assert not re.search(r"[1-9]\d* (warning|error)", ended.stdout), ended.stdout


def test_what_is_served_without_signing_in_has_nothing_wrong_either(there: Workplace) -> None:
    """As it is served where AUTH is off; a copy stands where the commands look for it."""
    routes = FastAPI()
    add_api(routes)
    kept = there.here.parents[1] / "deploy" / "openapi.json"
    told = kept.read_bytes()
    kept.write_text(json.dumps(describe(routes.routes, asks_who=False)), encoding="utf-8")
    try:
        test_linters_find_nothing_wrong(there)
    finally:
        kept.write_bytes(told)


def fits(there: Workplace, schema: str, lines: Iterable[str]) -> None:
    there.done(f"node validate.mjs ../../deploy/schemas/{schema}", "\n".join(lines))


def test_every_schema_compiles_in_the_strict_mode(there: Workplace) -> None:
    for name in SCHEMAS:
        fits(there, name, [])


def test_commands_and_events_of_all_examples_fit(there: Workplace) -> None:
    commands, events = [], []
    for file in EXAMPLES:
        if file.name.endswith(".expected.jsonl"):
            continue
        lines = file.read_bytes().splitlines()
        commands += [line.decode() for line in lines if line.strip() and line[:1] != b"#"]
        made = (one for one in play_lines(lines) if not isinstance(one, Rejection))
        events += [encode(event).decode() for event in made]
    assert len(events) > 1000
    fits(there, "commands.v1.json", commands)
    fits(there, "events.v1.json", events)


def test_commands_and_events_of_a_simulated_floor_fit(there: Workplace) -> None:
    pit, commands, events = Pit(), [], []
    lines = [json.dumps(told).encode() for told in FLOOR.stream()]
    for _, command in commands_of(lines):
        commands.append(command.model_dump_json(exclude_unset=True))
        events += [encode(event).decode() for event in pit.play(command)]
    assert len(events) > 1000
    fits(there, "commands.v1.json", commands)
    fits(there, "events.v1.json", events)


def test_what_does_not_fit_is_found(there: Workplace) -> None:
    event = {"event": "ChipsBought", "seat": 1, "kind": "cash", "player": "ann", "entries": {}}
    lines = [json.dumps({**event, "amount": one}) for one in (2**53, -(2**53), 0.5, "1", 2**53 - 1)]
    ended = there.run("node validate.mjs ../../deploy/schemas/events.v1.json", "\n".join(lines))
    assert ended.returncode == 1
    assert [line.split(":")[0] for line in ended.stderr.splitlines()] == [
        f"line {number}" for number in (1, 2, 3, 4)
    ]
