"""What a house gives to Kafka Connect and to a schema registry: whole, and of the topics there are."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from services.kafka.topics import Topics

NAMES = [topic.removeprefix("pitledger.") for topic in Topics().all()]
TAKEN_BYTES = 900_000
"""A registry keeps a schema as one message of Kafka, which is a megabyte at most by default."""


def references(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for one in part.values():
            yield from references(one)
    elif isinstance(part, list):
        for one in part:
            yield from references(one)


@pytest.mark.parametrize("name", NAMES)
def test_the_schema_of_every_topic_is_one_document(root: Path, name: str) -> None:
    written = (root / f"deploy/schemas/{name}.json").read_text()
    schema: dict[str, Any] = json.loads(written)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    for reference in references(schema):
        assert reference.startswith("#/$defs/")
        assert reference.removeprefix("#/$defs/") in schema["$defs"]
    assert len(written.encode()) < TAKEN_BYTES


def test_the_script_registers_all_of_them(root: Path) -> None:
    script = root / "deploy/connect/register.sh"
    subprocess.run(["sh", "-n", script], check=True)
    (named,) = re.findall(r"^for name in (.+); do$", script.read_text(), re.MULTILINE)
    assert sorted(named.split()) == sorted(NAMES)


def test_connectors_name_a_topic_of_ours_and_no_pattern(root: Path) -> None:
    """A pattern on events would take hands in play along."""
    files = sorted((root / "deploy/connect").glob("events-*.properties"))
    assert len(files) == 2
    for file in files:
        text = file.read_text()
        (topic,) = re.findall(r"^topics=\$\{env:TOPIC_PREFIX\}(.+)$", text, re.MULTILINE)
        assert topic in Topics().all()
        assert "topics.regex" not in text
