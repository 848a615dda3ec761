"""JSON of commands, read strictly, and errors that stay small."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.commands import CommandError, reading
from domain.commands.errors import MOST_PROBLEMS
from domain.commands.reading import MOST_DEPTH, MOST_INTEGER, MOST_ITEMS, read_json
from domain.messages.commands import parse_command
from tests.support.domain.asked import ask, open_round, open_table, place
from tests.support.share import examples


def wrong(content: bytes | str) -> list[tuple[str, str]]:
    with pytest.raises(CommandError) as caught:
        read_json(content)
    return [(one["where"], one["what"]) for one in caught.value.problems]


@pytest.mark.parametrize("value", [None, True, 0, -3, 1.5, "Mei 美 🀄", [], {}, {"a": [{"b": 1}]}])
def test_json_is_read_as_it_is(value: object) -> None:
    assert read_json(json.dumps(value)) == read_json(json.dumps(value).encode()) == value


@pytest.mark.parametrize(
    ("content", "where", "key"),
    [
        ('{"amount": 1, "amount": 2}', "command", "amount"),
        ('{"a": {"b": [0, {"c": 1, "c": 1}]}}', "a.b.1", "c"),
        ('[{}, {"x": 1, "\\u0078": 1}]', "1", "x"),
        ('{"\\u202e": 1, "\\u202e": 2}', "command", "\\u202e"),
    ],
)
def test_a_key_that_stands_twice_is_refused_at_every_depth(
    content: str, where: str, key: str
) -> None:
    [(place_of, what)] = wrong(content)
    assert place_of == where
    assert f"'{key}' stands there twice" in what


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1e999"])
def test_what_is_no_number_is_refused(number: str) -> None:
    [(where, _)] = wrong(f'{{"a": [0, {number}]}}')
    assert where == "a.1"


def test_integers_are_those_that_every_reader_keeps() -> None:
    assert read_json(str(MOST_INTEGER)) == MOST_INTEGER
    assert read_json(f"-{MOST_INTEGER}") == -MOST_INTEGER
    assert wrong(f'{{"seq": {MOST_INTEGER + 1}}}')[0][0] == "seq"
    [(where, what)] = wrong(f'{{"seq": {"9" * 5000}}}')
    assert where == "seq"
    assert "5000 digits" in what
    [(where, _)] = wrong(f'{{"seq": -{"9" * 3000}}}')
    assert where == "seq"


@pytest.mark.parametrize(
    "content",
    [b"\xff", b'{"a": "\xc3"}', b'{"a": "\xed\xa0\x80"}', b"\xef\xbb\xbf{}", b'"\xf4\x90\x80\x80"'],
)
def test_bytes_that_are_not_utf_8_are_refused(content: bytes) -> None:
    [(where, what)] = wrong(content)
    assert where == "command"
    assert what.startswith("not JSON: ")
    what.encode()


@pytest.mark.parametrize("text", ['"\\ud800"', '"\\udc00\\ud800"', '{"a": "\\ud83d"}', '"\ud800"'])
def test_a_lone_surrogate_is_refused(text: str) -> None:
    [(_, what)] = wrong(text)
    assert "U+D" in what
    what.encode()


def test_a_pair_of_surrogates_is_a_character() -> None:
    assert read_json('"\\ud83d\\ude00"') == "😀"


@pytest.mark.parametrize("depth", [MOST_DEPTH + 1, 300, 2000, 100_000])
@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ('{"a":', "}")])
def test_a_deep_nest_is_refused(depth: int, opens: str, closes: str) -> None:
    nested = opens * depth + "0" + closes * depth
    [(_, what)] = wrong(nested)
    assert "nested deeper than 20 levels" in what
    assert read_json(opens * MOST_DEPTH + "0" + closes * MOST_DEPTH)


def test_a_list_without_end_is_refused() -> None:
    assert read_json(json.dumps([0] * MOST_ITEMS))
    assert wrong(json.dumps({"a": [0] * (MOST_ITEMS + 1)}))[0][0] == "a"
    assert wrong(json.dumps(dict.fromkeys(map(str, range(MOST_ITEMS + 1)))))[0][0] == "command"


@pytest.mark.parametrize("content", ["", " ", "{", "{nope", '{"a": 1,}', "[1 2]", "{} {}", "'a'"])
def test_what_is_no_json_says_where(content: str) -> None:
    [(where, what)] = wrong(content)
    assert where == "command"
    assert "not JSON: " in what
    assert "at line 1 column" in what


@pytest.mark.parametrize("value", ["[]", "3", "null", '"open_round"', "true"])
def test_a_command_is_an_object(value: str) -> None:
    with pytest.raises(CommandError):
        parse_command(value)


def test_a_command_is_checked_alike_as_text_and_as_an_object() -> None:
    told = place(1, player="a\u202eb")
    for way in (told, json.dumps(told), json.dumps(told).encode()):
        with pytest.raises(CommandError) as caught:
            parse_command(way)
        [problem] = caught.value.problems
        assert problem["where"] == "player"
        assert "U+202E (RIGHT-TO-LEFT OVERRIDE)" in problem["what"]
        assert "\u202e" not in str(caught.value)


@pytest.mark.parametrize(
    "told",
    [
        {"command": "open_round", **{f"extra{n}": 1 for n in range(MOST_ITEMS - 1)}},
        open_table(delivery_styles=["no such style"] * 60_000),
        open_table(delivery_styles=["no such style"] * 1_900),
        ask("deal", stacks=[["0-0"] * 1_900] * 500),
        ask("deal", hands={"x" * 900: [""] * 1_900}),
        ask("x" * 1000),
        open_round() | {"k" * 1000: 1},
        open_round() | {"a": [[""] * 1900] * 100},
    ],
    ids=range(8),
)
def test_an_error_stays_small(told: dict[str, Any]) -> None:
    with pytest.raises(CommandError) as caught:
        parse_command(told)
    assert len(caught.value.problems) <= MOST_PROBLEMS + 1
    assert len(str(caught.value)) < 10_000


def test_an_error_says_how_many_problems_it_leaves_out() -> None:
    with pytest.raises(CommandError, match="and 80 more problems"):
        parse_command({"command": "open_round", **{f"extra{n}": 1 for n in range(100)}})


def test_what_holds_more_than_any_request_is_not_even_read() -> None:
    """Each of so many objects would cost more than counting the commas of them all."""
    with pytest.raises(CommandError, match="more values than any request"):
        read_json(b"[" + b"{}," * 100_001 + b"{}]")


_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([MOST_INTEGER, MOST_INTEGER + 1, -MOST_INTEGER - 1]),
    st.floats(),
    st.text(max_size=4),
    st.sampled_from(["", " ", "\t", "\x00", "a" * 1999, "a" * 2000, "a" * 2001, "\u202e", "é"]),
)
_KEYS = st.one_of(st.text(max_size=3), st.sampled_from(["", " ", "\u202e", "k" * 2001]))
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(_KEYS, inner, max_size=4)),
    max_leaves=12,
)


@given(_VALUES, st.integers(0, MOST_DEPTH + 1))
@settings(max_examples=examples(400), deadline=None)
def test_what_is_taken_at_a_glance_is_right_when_looked_at_closely(value: Any, depth: int) -> None:
    for _ in range(depth):
        value = [value]
    found: list[dict[str, str]] = []
    reading._look_at(value, (), found)
    if reading._is_plain(value):
        assert not found


@pytest.mark.parametrize("value", [{1: 2}, {None: 1}, {("a",): []}, [{"a": {3: 4}}]])
def test_a_key_that_is_no_text_is_told(value: Any) -> None:
    with pytest.raises(CommandError, match="is no text"):
        reading.check_content(value)


def test_a_usual_command_is_taken_at_a_glance() -> None:
    assert all(map(reading._is_plain, [open_table(), open_round(), place(1)]))


@pytest.mark.parametrize(
    "text",
    [
        '{"a":"b:c","a":"d"}',
        '{"a":{"b":1,"b":"x:y:z"}}',
        '[{"a":1},{"a":[],"a":":"}]',
        '{"a":":","a":"::","b:c":1}',
    ],
)
def test_colons_in_texts_hide_no_key_that_stands_there_twice(text: str) -> None:
    with pytest.raises(CommandError, match="twice"):
        read_json(text)
    with pytest.raises(CommandError, match="twice"):
        read_json(text.encode())


@pytest.mark.parametrize("number", ["-0", "0", "-1", "9007199254740991"])
def test_an_integer_is_one_however_it_is_read(number: str) -> None:
    plain, escaped = read_json(f'{{"a":{number}}}'), read_json(f'{{"\\u0061":{number}}}')
    assert plain == escaped == {"a": int(number)}
    assert {type(plain["a"]), type(escaped["a"])} == {int}
