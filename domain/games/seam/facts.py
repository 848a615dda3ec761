"""What a regulation states, as it is hashed, and held to what a release stated."""

import dataclasses
import hashlib
import json
from typing import Any


def flags_on(reading: Any) -> list[str]:
    """The readings that a version has. What it does not have it says nothing of, so that a flag
    for a later version leaves what an earlier one states as it is."""
    return sorted(one.name for one in dataclasses.fields(reading) if getattr(reading, one.name))


def as_json(facts: dict[str, Any]) -> dict[str, Any]:
    """The same as JSON has it."""
    told: dict[str, Any] = json.loads(json.dumps(facts, sort_keys=True, default=_plain))
    return told


def hash_of(facts: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def _plain(value: object) -> object:
    return sorted(value) if isinstance(value, frozenset) else str(value)
