"""The description of the topics: whole, well-formed, and true of what is sent."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest
import yaml
from jsonschema import Draft202012Validator

from domain.events import topic_of
from domain.messages.events import EVENT_TYPES
from services.entry.requests import Entry
from services.kafka.delivery import read_delivery
from services.kafka.ingest import headers_of
from services.kafka.masked import MASKED, as_masked
from services.kafka.rejection import encode_rejection
from services.kafka.sending import as_message
from services.kafka.topics import Topics
from services.queries import Queries
from services.settings import Settings, read_settings
from services.store.ledger import Ledger
from services.tools.docgen.asyncapi import asyncapi
from tests.support.store.playing import play_floor, running

_REFERENCE: Final = {
    "type": "object",
    "required": ["$ref"],
    "properties": {"$ref": {"type": "string"}},
    "additionalProperties": False,
}
_SHAPE: Final = {
    "type": "object",
    "required": ["asyncapi", "info", "channels", "operations", "components"],
    "additionalProperties": False,
    "properties": {
        "asyncapi": {"const": "3.0.0"},
        "info": {"type": "object", "required": ["title", "version"]},
        "defaultContentType": {"const": "application/json"},
        "channels": {
            "additionalProperties": {
                "type": "object",
                "required": ["address", "messages"],
                "properties": {"messages": {"additionalProperties": _REFERENCE}},
            }
        },
        "operations": {
            "additionalProperties": {
                "type": "object",
                "required": ["action", "channel"],
                "additionalProperties": False,
                "properties": {"action": {"enum": ["send", "receive"]}, "channel": _REFERENCE},
            }
        },
        "components": {
            "properties": {
                "messages": {
                    "additionalProperties": {
                        "type": "object",
                        "required": ["summary", "payload", "bindings"],
                        "properties": {
                            "headers": {"properties": {"type": {"const": "object"}}},
                            "payload": {
                                "required": ["schemaFormat", "schema"],
                                "properties": {"schema": _REFERENCE},
                            },
                            "bindings": {"required": ["kafka"]},
                        },
                    }
                }
            }
        },
    },
}
"""What AsyncAPI 3.0 asks of the parts that are used here."""


@pytest.fixture
def description(root: Path) -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((root / "deploy/asyncapi.yaml").read_text())
    return content


def resolve(root: Path, description: dict[str, Any], reference: str) -> dict[str, Any]:
    """What a reference points at; a schema of a file brings the file's definitions along."""
    file, _, pointer = reference.partition("#")
    document = json.loads((root / "deploy" / file).read_text()) if file else description
    found = document
    for step in filter(None, pointer.split("/")):
        found = found[step]
    return {**found, "$defs": document["$defs"]} if file else found


def references(part: object) -> list[str]:
    if isinstance(part, dict):
        own = [part["$ref"]] if "$ref" in part else []
        return own + [one for value in part.values() for one in references(value)]
    return []


def test_the_file_says_what_the_code_says(description: dict[str, Any]) -> None:
    assert description == asyncapi()


def test_it_has_the_shape_that_asyncapi_asks_for(description: dict[str, Any]) -> None:
    Draft202012Validator(_SHAPE).validate(description)


def test_every_reference_leads_somewhere(root: Path, description: dict[str, Any]) -> None:
    found = references(description)
    assert len(found) > len(EVENT_TYPES)
    for reference in found:
        assert resolve(root, description, reference), reference


def test_every_topic_and_every_event_is_in_it(description: dict[str, Any]) -> None:
    channels = description["channels"]
    assert {channel["address"] for channel in channels.values()} == set(Topics().all())
    named = {kind.__name__ for kind in EVENT_TYPES}
    assert set(channels["events"]["messages"]) == named
    messages = description["components"]["messages"]
    assert {messages[name]["name"] for name in named} == {topic_of(kind) for kind in EVENT_TYPES}
    assert {name.removesuffix("Masked") for name in channels["masked"]["messages"]} == named


def test_what_is_published_is_as_described(
    root: Path, description: dict[str, Any], ledger: Ledger
) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=2, rounds=3)
    messages = {
        message["name"]: message
        for name, message in description["components"]["messages"].items()
        if "name" in message
    }
    for entry in ledger.log_after(0, 1000):
        content, message = json.loads(entry.state), messages[entry.topic]
        payload = resolve(root, description, message["payload"]["schema"]["$ref"])
        Draft202012Validator(payload).validate(content)
        row = (entry.position, content["key"], content["seq"], entry.topic, entry.state)
        told = as_message(row, Settings().source()).headers
        assert dict(told)["pl_command_id"].decode() == content["command_id"]
        Draft202012Validator(message["headers"]).validate({k: v.decode() for k, v in told})


def test_what_is_masked_is_as_described(
    root: Path, description: dict[str, Any], ledger: Ledger
) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=2, rounds=3)
    messages = description["components"]["messages"]
    named = description["channels"]["masked"]["messages"]
    seen = set()
    for entry in ledger.log_after(0, 1000):
        content = json.loads(entry.state)
        row = (entry.position, content["key"], content["seq"], entry.topic, entry.state)
        sent, name = as_masked(row, Settings().source()), content["event"]
        name = name if name in named else f"{name}Masked"
        told = {header: value.decode() for header, value in sent.headers}
        Draft202012Validator(messages[name]["headers"]).validate(told)
        payload = Draft202012Validator(
            resolve(root, description, messages[name]["payload"]["schema"]["$ref"])
        )
        payload.validate(json.loads(sent.value))
        assert payload.is_valid(content) == (MASKED not in told)
        seen.add(told.get(MASKED))
    assert seen == {None, "hands", "cash"}


def test_a_rejection_is_as_described(root: Path, description: dict[str, Any]) -> None:
    record = SimpleNamespace(
        topic="t", partition=1, offset=7, key=b"PG01", value=b"not JSON", headers=[]
    )
    message = description["components"]["messages"]["Rejection"]
    payload = resolve(root, description, message["payload"]["schema"]["$ref"])
    entry = Entry(read_settings({}), cast("Queries", None), None)
    delivery = read_delivery(record, entry)
    rejected = delivery.rejected
    assert rejected is not None
    sent = json.loads(encode_rejection(rejected, record))
    Draft202012Validator(payload).validate(sent)
    assert not Draft202012Validator(payload).is_valid({**sent, "offset": "7"})
    headers = {name: value.decode() for name, value in headers_of(delivery, Settings().source())}
    Draft202012Validator(message["headers"]).validate(headers)
