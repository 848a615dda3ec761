"""JSON Schemas of the commands, events, rejections and seals."""

import functools
import json
import operator
from typing import Any

import msgspec

from domain.commands.union import COMMANDS
from domain.events.codec import EVENT_TYPES
from services.kafka.rejection import Rejection
from services.kafka.seals import Seal
from services.rulebook.schema import DIALECT


def command_schema() -> dict[str, Any]:
    """One command, by its name."""
    return {"$schema": DIALECT, "title": "Pitledger command, version 1", **COMMANDS.json_schema()}


def event_schema() -> dict[str, Any]:
    """One event, by its name; the same object in the store, on Kafka and in proofs."""
    union: Any = functools.reduce(operator.or_, EVENT_TYPES)
    return {
        "$schema": DIALECT,
        "title": "Pitledger event, version 1",
        **msgspec.json.schema(union),
    }


def rejection_schema() -> dict[str, Any]:
    """What the rejections topic carries."""
    return {
        "$schema": DIALECT,
        "title": "Pitledger rejection, version 1",
        **msgspec.json.schema(Rejection),
    }


def seal_schema() -> dict[str, Any]:
    """What the seals topic carries."""
    return {
        "$schema": DIALECT,
        "title": "Pitledger seal, version 1",
        **msgspec.json.schema(Seal),
    }


def written(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, sort_keys=True) + "\n"
