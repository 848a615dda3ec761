"""Every parameter is held to its description: what fits it is taken, and nothing else is.

The values are made from the description itself, so that a new parameter is tried from its first day.
"""

import json
import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import Final
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.http import reading
from tests.support.clients import ROOT
from tests.support.domain import asked
from tests.support.http.playing import Pit, Told
from tests.support.share import examples

QUICK: Final = settings(
    max_examples=examples(15),
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
PIECES: Final = ("6-6", "teen", "天", "12", "pair of sixes", "AS")
"""A description cannot list all that a piece is called."""
ODD: Final = (
    *("", " ", "\x00", "²", "-1", "0", "1.0", "1e3", "1_0", " 1", "1 ", "+1", "x", "None", "null"),
    *("yes", "True", "TRUE", "1", "on", "list", "9" * 40, "T" * 201, "2026-02-30", "0001-01-01"),
    *("9999-12-31", "2026-W46-7", "20261115", "2026-11-15T20:00Z", "2026-11-15 20:00:00Z"),
    *("20261115T200000Z", "2026-11-15T20:00:00", "2026-11-15t20:00:00z", "2026-11-15T24:00:00Z"),
    *(
        "dealer ",
        "6-1 ",
        "7-1",
        "Don't pass",
        "dont-pass",
        "PG-01",
        "x000",
        "00",
        "000.p/256",
        "64",
    ),
    *(str(2**53), str(2**63), str(-(2**53)), "9" * 16),
)
Place = tuple[str, str, Told]
"""Method, path, parameter."""
_WHOLE: Final = re.compile(r"0|-?[1-9][0-9]*")
_RFC3339: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", re.ASCII)


def places() -> Iterator[Place]:
    described = json.loads((ROOT / "deploy" / "openapi.json").read_text(encoding="utf-8"))
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            # A device's line is asked for only where it asks to stay (test_device.py).
            if "101" not in operation["responses"]:
                yield from ((method, path, one) for one in operation.get("parameters", ()))


PLACES: Final = {f"{path} {one['in']} {one['name']}": (method, path, one)
                 for method, path, one in places()}  # fmt: skip


def fits(schema: Told, text: str) -> bool:
    """By the description alone, as another program would read it."""
    if "enum" in schema:
        return text in schema["enum"]
    match schema["type"]:
        case "array":
            return fits(schema["items"], text)
        case "boolean":
            return text in ("true", "false")
        case "integer":
            whole = _WHOLE.fullmatch(text) is not None
            return whole and schema["minimum"] <= int(text) <= schema["maximum"]
    if not schema.get("minLength", 0) <= len(text) <= schema.get("maxLength", len(text)):
        return False
    if not re.fullmatch(schema.get("pattern", "(?s:.*)"), text):
        return False
    return _is_of(schema.get("format"), text)


def _is_of(form: str | None, text: str) -> bool:
    try:
        if form == "date":
            return date.fromisoformat(text).isoformat() == text
        if form == "date-time":
            return bool(_RFC3339.fullmatch(text) and datetime.fromisoformat(text))
    except ValueError:
        return False
    return True


def fitting(one: Told) -> st.SearchStrategy[str]:
    schema = one["schema"]
    if one["name"] == "piece":
        return st.sampled_from(PIECES)
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "boolean":
        return st.sampled_from(("true", "false"))
    if schema["type"] == "integer":
        least, most = schema["minimum"], schema["maximum"]
        return st.one_of(st.sampled_from((least, most)), st.integers(least, most)).map(str)
    made = st.from_regex(schema["pattern"], fullmatch=True)
    return made.filter(lambda text: fits(schema, text))


def unfitting(one: Told) -> st.SearchStrategy[str]:
    near = fitting(one).flatmap(
        lambda text: st.sampled_from(
            (f" {text}", f"{text} ", f"{text}\n", f"{text}~", text[:-1], text.upper(), text * 2)
        )
    )
    beside = [str(one["schema"][name] + by) for name, by in (("minimum", -1), ("maximum", 1))
              if name in one["schema"]]  # fmt: skip
    odd = st.one_of(st.sampled_from((*ODD, *beside)), near, st.text(max_size=30))
    return odd.filter(lambda text: not fits(one["schema"], text) and _can_be_sent(one, text))


def _can_be_sent(one: Told, text: str) -> bool:
    match one["in"]:
        case "path":  # else it is another address
            return "/" not in text and text.strip(".") != ""
        case "header":  # blanks around it are none of it
            return text.isascii() and (text.isprintable() and text.strip() == text)
    return True


@pytest.fixture(scope="module", autouse=True)
def _at_once() -> Iterator[None]:
    """Nobody waits for what a table will never come to."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "SEQ_WAIT_SECONDS", 0.0)
        yield


def ask(pit: Pit, place: Place, *texts: str) -> tuple[int, Told]:
    """With an example for each other part that is needed."""
    method, path, one = place
    needed = [other for _, at, other in PLACES.values() if at == path and other.get("required")]
    told = {(each["in"], each["name"]): [str(each["example"])] for each in needed}
    told[one["in"], one["name"]] = list(texts)
    for (where, name), (text, *_) in told.items():
        if where == "path":
            path = path.replace(f"{{{name}}}", quote(text, safe="/"))
    query = [(name, text) for (where, name), all_ in told.items() if where == "query"
             for text in all_]  # fmt: skip
    headers = {name: all_[0] for (where, name), all_ in told.items() if where == "header"}
    body = asked.open_round() if method == "post" else None
    sent = pit.http.stream(method, path, params=tuple(query), headers=headers, json=body)
    with sent as answer:
        if answer.status_code < 400:
            return answer.status_code, {}
        answer.read()
        return answer.status_code, answer.json()


def is_named(one: Told, problem: Told) -> bool:
    """Whether it is this parameter that cannot be read."""
    places_of_it = (f"{one['in']}.{one['name']}", one["name"])
    return any(error["where"] in places_of_it for error in problem.get("errors", ()))


@pytest.mark.parametrize("name", PLACES)
@QUICK
@given(data=st.data())
def test_what_fits_is_taken(pit: Pit, name: str, data: st.DataObject) -> None:
    _, _, one = PLACES[name]
    text = data.draw(fitting(one))
    assert fits(one["schema"], text)
    status, problem = ask(pit, PLACES[name], text)
    assert status in (200, 403, 404, 409, 413, 422, 503), (text, problem)
    assert not is_named(one, problem), (text, problem)


@pytest.mark.parametrize("name", PLACES)
@QUICK
@given(data=st.data())
def test_what_does_not_fit_is_refused(pit: Pit, name: str, data: st.DataObject) -> None:
    _, _, one = PLACES[name]
    text = data.draw(unfitting(one))
    status, problem = ask(pit, PLACES[name], text)
    if one["in"] == "path" and status == 404:
        return  # nothing is called so
    assert (status, is_named(one, problem)) == (422, True), (text, problem)


def test_a_search_takes_as_many_pieces_as_it_says(pit: Pit) -> None:
    place = PLACES["/v1/rounds query piece"]
    most = place[2]["schema"]["maxItems"]
    assert ask(pit, place, *["teen"] * most)[0] == 200
    status, problem = ask(pit, place, *["teen"] * (most + 1))
    assert (status, is_named(place[2], problem)) == (422, True)


@pytest.mark.parametrize("seq", [-1, 0, 2**53, 2**63, 2**64])
def test_a_seq_that_no_stream_can_have_is_refused(pit: Pit, seq: int) -> None:
    for name, place in PLACES.items():
        if name.endswith(" seq"):
            assert ask(pit, place, str(seq))[0] == 422, name
