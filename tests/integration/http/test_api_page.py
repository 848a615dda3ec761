"""The API's description as a page: everything that the description has, and links that lead."""

import re

import httpx

from services.http.description.operations import OPERATIONS
from tests.support.http.pages import PAGE
from tests.support.http.playing import Pit


def shown(http: httpx.Client, address: str) -> str:
    answer = http.get(address, headers=PAGE)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    return answer.text


def test_every_operation_is_there_with_its_problems(http: httpx.Client) -> None:
    text = shown(http, "/docs")
    for (_, path), operation in OPERATIONS.items():
        part = text.partition(f'id="{operation.id}"')[2].partition('class="panel operation"')[0]
        assert f"<code>{path}</code>" in part
        assert "<dt>422</dt>" in part
    assert "PITLEDGER_AUTH is off here" in text
    assert "control:table-open" in text, "the example of a refusal"


def test_every_schema_is_there_and_every_link_leads_to_one(pit: Pit, http: httpx.Client) -> None:
    operations, schemas = shown(http, "/docs"), shown(http, "/docs/schemas")
    there = set(re.findall(r'<div id="(\w+)">', schemas))
    assert there == set(pit.get("/openapi.json")["components"]["schemas"])
    linked = set(re.findall(r'href="/docs/schemas#([^"]+)"', operations + schemas))
    assert linked <= there
    assert {"Command", "Problem", "RoundRow", "Event", "WagerPlaced"} <= linked


def test_the_page_of_the_system_leads_there(http: httpx.Client) -> None:
    assert 'href="/docs"' in shown(http, "/system")
