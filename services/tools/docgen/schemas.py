"""JSON Schemas of the commands, events, masked events, rejections and seals."""

import functools
import json
import operator
from typing import Any, Final

import msgspec

from domain.events import Event
from domain.events.books import MarkerPaid
from domain.events.corrections import EntryCorrected
from domain.events.table import ChipsBought
from domain.game_library import REGULATIONS
from domain.messages.commands import COMMANDS
from domain.messages.events import EVENT_TYPES
from domain.unseen import MASK
from services.json_schema import bounded, plain
from services.kafka.rejection import Rejection
from services.kafka.seals import Seal
from services.rulebook.schema import DIALECT, submission_schema
from services.sight import WITH_HANDS

_MASKED: Final = {"const": MASK}
_PIECES: Final = frozenset({"high", "low", "was_high", "was_low"})
_TENDERS: Final[dict[type[Event], str]] = {
    ChipsBought: "kind",
    MarkerPaid: "tender",
    EntryCorrected: "tender",
}
"""Where it stands that it was cash."""


def command_schema() -> dict[str, Any]:
    """One command, by its name."""
    return _schema("command", COMMANDS.json_schema())


def event_schema() -> dict[str, Any]:
    """One event, by its name; the same object in the store, on Kafka and in proofs."""
    union: Any = functools.reduce(operator.or_, EVENT_TYPES)
    return _schema("event", msgspec.json.schema(union))


def masked_event_schema() -> dict[str, Any]:
    """The same where nothing is seen of hands or of players' cash: what would show any of it is no
    message of that topic."""
    schema = event_schema() | {"title": "Pitledger event with hands and cash masked, version 1"}
    for kind in WITH_HANDS:
        fields = schema["$defs"][kind.__name__]["properties"]
        for pieces in _PIECES & fields.keys():
            fields[pieces]["items"] = _MASKED
        if "hands" in fields:
            fields["hands"]["additionalProperties"]["items"] = _MASKED
        fields["salt"] |= {"anyOf": [_MASKED, {"type": "null"}]}
        if "by_exception" in fields:
            fields["by_exception"] = False
    for paid, tender in _TENDERS.items():
        schema["$defs"][paid.__name__] |= {
            "if": {"properties": {tender: {"const": "cash"}}, "required": [tender]},
            "then": {"properties": {"player": _MASKED}, "required": ["player"]},
        }
    return schema


def rejection_schema() -> dict[str, Any]:
    """What the rejections topic carries."""
    return _schema("rejection", msgspec.json.schema(Rejection))


def seal_schema() -> dict[str, Any]:
    """What the seals topic carries."""
    return _schema("seal", msgspec.json.schema(Seal))


def _schema(what: str, schema: dict[str, Any]) -> dict[str, Any]:
    """As JSON Schema alone, with bounds: what strict tools of other languages take."""
    title = f"Pitledger {what}, version 1"
    return {"$schema": DIALECT, "title": title, **plain(bounded(schema))}


def all_schemas() -> dict[str, str]:
    """Every schema that others hold us to: the name of its file, and what stands in it."""
    return {
        "commands.v1.json": written(command_schema()),
        "events.v1.json": written(event_schema()),
        "events.masked.v1.json": written(masked_event_schema()),
        "rejections.v1.json": written(rejection_schema()),
        "seals.v1.json": written(seal_schema()),
        **{
            f"submission.{rules.name}.v1.json": written(submission_schema(rules))
            for rules in REGULATIONS
        },
    }


def written(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, sort_keys=True) + "\n"
