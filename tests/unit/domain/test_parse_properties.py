"""Whatever comes in is a command that can be stored, or a CommandError; never anything else."""

import json
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.commands import Command, CommandError
from domain.events import Event, encode
from domain.messages.commands import parse_command
from domain.refusals import Refused
from services.offline.play import Pit
from tests.support.domain.asked import ask, open_round, open_table, place
from tests.support.domain.moments import COMMANDS
from tests.support.domain.schemas import SCHEMA, Schema, resolved, values_of
from tests.support.share import examples

EDGES: Final = st.sampled_from(
    [
        *(
            "\x00",
            "a\x00b",
            "\ud800",
            "\udfff x",
            "\u202e",
            "\ufeff",
            "",
            " ",
            "\u3164",
            "x" * 5000,
        ),
        *("0001-01-01", "9999-12-31", "1999-12-31", "2199-12-31", "2200-01-01", "2026-02-29"),
        *("9000-12-31T23:59:59-23:59", "1900-01-01T00:00:00+23:59", "2026-11-15T20:00:00Z"),
        *("0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999999-23:59", "2199-12-31T06:00:00Z"),
        *("00000000-0000-0000-0000-000000000000", "PG01", "seat-1", "6-6", "TD", "basic", "陳 🀄"),
        *(0, 1, -1, 6, 7, 2**31, 2**53, 2**63, 10**30, 1.5, 1e308, True, False, None),
    ]
)
LEAVES: Final = (
    EDGES | st.text(max_size=8) | st.integers() | st.floats() | st.booleans() | st.none()
)
ANY_JSON: Final = st.recursive(
    LEAVES,
    lambda part: (
        st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=6), part, max_size=4)
    ),
    max_leaves=12,
)
SEEDS: Final = [*COMMANDS.values(), open_table(), place(1)]


def fitting(schema: Schema, depth: int = 0) -> st.SearchStrategy[Any]:
    """Values that the schema allows, more or less, with edges among them."""
    schema = resolved(schema)
    if branches := schema.get("anyOf") or schema.get("oneOf"):
        return st.one_of([fitting(branch, depth) for branch in branches])
    if "const" in schema or "enum" in schema:
        return st.sampled_from([schema["const"]] if "const" in schema else schema["enum"])
    match schema.get("type"):
        case "object" if "properties" in schema:
            needed = set(schema.get("required", ()))
            parts = {name: fitting(part, depth + 1) for name, part in schema["properties"].items()}
            return st.fixed_dictionaries(
                {name: part for name, part in parts.items() if name in needed},
                optional={name: part for name, part in parts.items() if name not in needed},
            )
        case "object":
            return st.dictionaries(LEAVES.map(str), fitting(values_of(schema) or {}), max_size=3)
        case "array":
            least = schema.get("minItems", 0)
            return st.lists(fitting(schema["items"]), min_size=least, max_size=max(least, 4))
        case "integer":
            low, high = schema.get("minimum", 0), schema.get("maximum", 10**6)
            return st.integers(low, high) | EDGES
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case _:
            return st.text(max_size=12) | EDGES


OF_SCHEMA: Final = st.one_of(
    [fitting({"$ref": ref}) for ref in SCHEMA["discriminator"]["mapping"].values()]
)


def read(told: Any) -> Command | None:
    try:
        return parse_command(told)
    except CommandError as error:
        said = str(error)
    assert said.isprintable()
    assert 0 < len(said) < 10_000
    return None


def assert_storable(stored: bytes) -> None:
    text = stored.decode()
    assert "\x00" not in text
    assert "\\u0000" not in text
    assert json.loads(text)


def come_to(command: Command) -> list[Event]:
    """What it makes at a table that is open, in a round."""
    pit = Pit()
    for asked in (open_table(), open_round(), place(1)):
        pit.play(parse_command(asked))
    try:
        return pit.play(command)
    except (Refused, CommandError):
        return []


def assert_good(command: Command | None) -> None:
    if command is None:
        return
    assert_storable(command.model_dump_json().encode())
    for event in come_to(command):
        assert_storable(encode(event))


@given(told=ANY_JSON)
@settings(deadline=None)
def test_any_value_is_a_command_or_an_error(told: Any) -> None:
    assert_good(read(told if isinstance(told, dict) else json.dumps(told)))
    if isinstance(told, dict):
        assert_good(read({"command": "open_round", **told}))


@given(told=OF_SCHEMA)
@settings(max_examples=examples(300), deadline=None)
def test_what_looks_like_a_command_is_one_or_an_error(told: dict[str, Any]) -> None:
    command = read(told)
    assert_good(command)
    assert read(json.dumps(told)) == command


@given(data=st.data(), seed=st.sampled_from(SEEDS))
@settings(max_examples=examples(300), deadline=None)
def test_a_command_with_one_thing_changed_is_one_or_an_error(
    data: st.DataObject, seed: Any
) -> None:
    told = json.loads(json.dumps(seed))
    at = told
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(at[key], dict | list) or not at[key] or data.draw(st.booleans()):
            break
        at = at[key]
    at[key] = data.draw(ANY_JSON)
    assert_good(read(told))


@given(content=st.binary(max_size=60) | st.text(max_size=60))
@settings(deadline=None)
def test_any_bytes_are_a_command_or_an_error(content: bytes | str) -> None:
    assert_good(read(content))


@given(data=st.data(), seed=st.sampled_from(SEEDS))
@settings(deadline=None)
def test_a_command_with_a_byte_changed_is_one_or_an_error(data: st.DataObject, seed: Any) -> None:
    content = bytearray(json.dumps(seed).encode())
    content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    assert_good(read(bytes(content)))


@pytest.mark.parametrize("seed", SEEDS, ids=lambda one: str(one["command"]))
def test_the_seeds_are_commands(seed: Any) -> None:
    assert read(seed) is not None


def test_what_is_no_json_object_is_an_error() -> None:
    assert read(b"") is None
    assert read(ask("x" * 10_000)) is None
