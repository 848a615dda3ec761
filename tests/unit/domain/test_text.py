"""Text is checked for every field of every command, in every way in."""

import json
from collections.abc import Iterable
from itertools import groupby
from typing import Any, Final

import pytest

from domain.commands import CommandError
from domain.commands.reading import MOST_INTEGER, MOST_ITEMS
from domain.commands.text import MOST_CHARACTERS, text_problem
from domain.messages.commands import parse_command
from tests.support.domain.asked import ask, place
from tests.support.domain.schemas import Place, of_type, places, texts

UNSEEN: Final = (
    *"\x00\x01\t\n\r\x1b\x7f\x80\x85\x9f",
    *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c",
    *"\u2028\u2029\u200b\u2060\ufeff\u00ad\ufff9\U000e0001\U000e0041",
    *"\ud800\udbff\udc00\udfff\ue000\uf8ff\U000f0000\ufffe\uffff\U0010ffff\u0378",
    *"\u3164\u115f\u1160\uffa0\u2800\u034f",
)
READABLE: Final = (
    "Mei-Ling O'Brien Jr.",
    "陳大文",
    "王 小明",
    "山田\u3000太郎",
    "Nguyễn Thị Hoa",
    "Zoe\u0308 A\u030a",
    "Михаил",
    "محمد",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "דוד",
    "राम",
    "สมชาย",
    "👩\u200d👧\u200d👦 🀄\ufe0f",
    "葛\U000e0100",
    "50 € «ok»",
    "x",
)


@pytest.mark.parametrize("text", READABLE)
def test_names_of_every_language_are_text(text: str) -> None:
    assert text_problem(text) is None
    told = place(1, player=text)
    assert parse_command(told) == parse_command(json.dumps(told))


@pytest.mark.parametrize("character", UNSEEN, ids=lambda one: f"{ord(one):04X}")
def test_what_is_not_seen_is_no_text_and_is_never_echoed(character: str) -> None:
    for told in (character, f"a{character}b", f"陳{character}"):
        problem = text_problem(told)
        assert problem is not None
        assert f"U+{ord(character):04X}" in problem
        assert character not in problem
        assert problem.isprintable()


@pytest.mark.parametrize(
    "blank", ["", " ", "   ", "\u00a0", "\u3000", "\u200d", "\u0301", "\ufe0f"]
)
def test_a_blank_is_no_text(blank: str) -> None:
    assert text_problem(blank) == "is blank"


def test_the_walk_finds_the_fields_that_commands_have() -> None:
    known = {str(place) for place in texts()}
    assert {
        *("place_wager:player", "place_wager:actor.id", "place_wager:actor.role"),
        *("acknowledge_alert:alert", "settle:supervisor", "place_wager:proofs.any"),
        *("open_table:submission.house_way", "open_table:signatures.0.role", "misdeal:reason"),
        *("deal:hands.any.0", "deal:stacks.0.0", "roll:shaker", "expose:position"),
        *("close_day:day", "fill:slip", "open_round:command_id", "open_round:at"),
    } <= known
    assert len(known) > 300


def refused_at(place: Place, value: object) -> str:
    told = place.holding(value)
    said = []
    for way in (told, json.dumps(told)):
        with pytest.raises(CommandError) as caught:
            parse_command(way)
        here = [one["what"] for one in caught.value.problems if one["where"] == place.where]
        assert here, f"{place}: {caught.value}"
        assert str(caught.value).isprintable()
        said.append(here[0])
    assert said[0] == said[1]
    return said[0]


def by_command(found: Iterable[Place]) -> list[Any]:
    groups = groupby(found, key=lambda place: place.command)
    return [pytest.param([*places], id=command) for command, places in groups]


@pytest.mark.parametrize("found", by_command(texts()))
def test_every_text_of_every_command_refuses_what_is_no_text(found: list[Place]) -> None:
    for it in found:
        for bad in ("\x00", "\u202e", "\ud800", "\u200f", "\u061c", "\u2066"):
            assert f"U+{ord(bad):04X}" in refused_at(it, f"a{bad}b"), it
        assert "blank" in refused_at(it, ""), it
        assert "blank" in refused_at(it, "  "), it
        assert "characters" in refused_at(it, "x" * (MOST_CHARACTERS + 1)), it


@pytest.mark.parametrize("found", by_command(texts()))
def test_every_text_of_every_command_has_a_bound_of_its_own(found: list[Place]) -> None:
    bounds = ("maxLength", "pattern", "enum", "const", "format")
    for it in found:
        schema = it.schema
        assert any(bound in schema for bound in bounds), it
        if "maxLength" not in schema:
            assert not {"*", "+"} & set(schema.get("pattern", "")), it


@pytest.mark.parametrize("found", by_command(of_type("object")))
def test_every_key_of_every_command_is_text(found: list[Place]) -> None:
    for it in found:
        for bad in ("\x00", "\u202e", "\ud800"):
            assert f"U+{ord(bad):04X}" in refused_at(it, {f"a{bad}b": 1}), it
        assert "blank" in refused_at(it, {" ": 1}), it
        schema = it.schema
        assert schema.get("additionalProperties") is False or "maxProperties" in schema, it


@pytest.mark.parametrize("found", by_command(of_type("array")))
def test_every_list_of_every_command_is_bounded(found: list[Place]) -> None:
    for it in found:
        assert it.schema["maxItems"] <= MOST_ITEMS, it
        refused_at(it, [1] * (MOST_ITEMS + 1))


@pytest.mark.parametrize("found", by_command(of_type("integer")))
def test_every_number_of_every_command_is_bounded(found: list[Place]) -> None:
    for it in found:
        schema = it.schema
        assert "maximum" in schema or "exclusiveMaximum" in schema or "enum" in schema, it
        assert "minimum" in schema or "exclusiveMinimum" in schema or "enum" in schema, it
        for beyond in (MOST_INTEGER + 1, -MOST_INTEGER - 1, 10**4000):
            with pytest.raises(CommandError) as caught:
                parse_command(it.holding(beyond))
            assert it.where in {one["where"] for one in caught.value.problems}, it


def test_every_place_is_typed() -> None:
    for one in places():
        assert one.schema.keys() & {"type", "anyOf", "oneOf", "enum", "const"}, one


def test_names_and_words_are_as_long_as_they_say() -> None:
    assert parse_command(place(1, player="é" * 64))
    with pytest.raises(CommandError):
        parse_command(place(1, player="é" * 65))
    assert parse_command(ask("misdeal", reason="é" * 200))
    with pytest.raises(CommandError):
        parse_command(ask("misdeal", reason="é" * 201))
