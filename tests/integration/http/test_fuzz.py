"""Whatever is sent, there is an answer, and where it tells of a mistake it is problem details.

Addresses and commands are made from the service's own description, so that a new one is tried
from its first day on.
"""

import http.client
import json
from typing import Any, Final
from urllib.parse import quote, urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.http.problems import PROBLEMS
from tests.support.http.playing import Pit, Told
from tests.support.share import examples

LONG: Final = "9" * 5000
TEXTS: Final = (
    *(
        "",
        " ",
        "\x00",
        "%00",
        "/",
        "..",
        "../..",
        ".",
        "²",
        "٣",
        "\uff11\uff12",
        "ß" * 200,
        "\ufffd",
    ),
    *("T" * 10_000, LONG, "-1", "0", "1e9", "NaN", "null", "true", "T001", "T001-1-1", "list"),
    *("0001-01-01", "9999-12-31", "1999-12-30", "2199-12-31", "2200-01-01", "2026-11-15"),
    *("0001-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "2026-11-15T20:00:00Z"),
    *("9223372036854775807", "9223372036854775808", "-9223372036854775809", "2026-W46-7"),
    *("reconciliation", "currency", "exceptions", "json", "html", "audited", "floor", "events"),
)
RAW: Final = (b"%ff", b"%C0%80", b"%ED%A0%80", b"%", b"%zz", b"%00", b"+", b"%0d%0aX:1", b"\xff")
HEADERS: Final = {
    "Last-Event-ID": ("²", "9" * 5000, "-1", "", "\xff", "1_0", "9223372036854775808", "1 "),
    "Origin": ("http://[", "null", "http://127.0.0.1", "http://localhost:99999", "\xff", ":"),
    "Content-Type": ("application/json; charset=\xff", "application/json", "text/plain"),
    "Content-Encoding": ("gzip", "identity"),
    "If-None-Match": ("*", "\xff", '"'),
    "Authorization": ("Bearer \xff", "Bearer", "\xff\xfe"),
}
QUICK: Final = settings(
    max_examples=examples(250),
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)

texts = st.one_of(st.sampled_from(TEXTS), st.text(max_size=40), st.integers().map(str))
encoded = st.one_of(
    st.sampled_from(RAW), texts.map(lambda text: quote(text, safe="").encode()[:40_000])
)


class Line:
    """Requests as bytes: no library in between makes them better than they are."""

    def __init__(self, pit: Pit) -> None:
        url = urlsplit(str(pit.http.base_url))
        self._place = (url.hostname or "", url.port)

    def ask(
        self, method: str, target: bytes, headers: dict[str, str], body: bytes = b""
    ) -> tuple[int, str, bytes]:
        connection = http.client.HTTPConnection(*self._place, timeout=20)
        sent = {"Host": "127.0.0.1", "Content-Length": str(len(body)), **headers}
        head = b"%s %s HTTP/1.1\r\n" % (method.encode(), target)
        head += b"".join(f"{name}: {value}\r\n".encode("latin-1") for name, value in sent.items())
        try:
            connection.connect()
            connection.sock.sendall(head + b"\r\n" + body)
            response = http.client.HTTPResponse(connection.sock, method=method)
            response.begin()
            kind = response.headers.get("content-type", "")
            # A stream that was begun is an answer; it has no end to wait for.
            streams = kind.startswith("text/event-stream")
            return response.status, kind, b"" if streams else response.read()
        finally:
            connection.close()


@pytest.fixture(scope="module")
def line(pit: Pit) -> Line:
    return Line(pit)


@pytest.fixture(scope="module")
def description(pit: Pit) -> Told:
    return pit.get("/openapi.json")


def expect_an_answer(answer: tuple[int, str, bytes], asked: object, *, head: bool = False) -> None:
    status, kind, body = answer
    assert status < 500 or status == 503, (asked, status, body)
    if status < 400:
        return
    assert kind == "application/problem+json", (asked, status, kind)
    assert len(body) < 20_000, asked
    if head:
        assert body == b""
        return
    problem = json.loads(body)
    assert problem["type"].removeprefix("urn:pitledger:problem:") in PROBLEMS
    assert problem["status"] == status
    assert len(problem.get("errors", ())) <= 21


def addresses(description: Told) -> list[str]:
    pages = ["/", "/static/{name}", "/reconciliation", "/openapi.json", "/nothing/{name}"]
    return [*sorted(description["paths"]), *pages]


def query_names(description: Told, path: str) -> list[str]:
    told = description["paths"].get(path, {}).get("get", {}).get("parameters", [])
    return [one["name"] for one in told if one["in"] == "query"] or ["day"]


@QUICK
@given(data=st.data())
def test_every_address_answers_whatever_it_is_asked(
    line: Line, description: Told, data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from(addresses(description)))
    steps = [
        data.draw(encoded) if step.startswith("{") else step.encode() for step in path.split("/")
    ]
    names = st.sampled_from([*query_names(description, path), "nonsense", "%00"])
    query = data.draw(st.lists(st.tuples(names, encoded), max_size=3))
    target = b"/".join(steps)
    if query:
        target += b"?" + b"&".join(b"%s=%s" % (name.encode(), value) for name, value in query)
    name = data.draw(st.sampled_from([None, None, *HEADERS]))
    headers = {} if name is None else {name: data.draw(st.sampled_from(HEADERS[name]))}
    method = data.draw(st.sampled_from(["GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "PUT"]))
    answer = line.ask(method, target or b"/", headers)
    expect_an_answer(answer, (method, target[:200], headers), head=method == "HEAD")


def test_every_parameter_takes_every_edge(line: Line, description: Told) -> None:
    for path, methods in sorted(description["paths"].items()):
        for one in methods.get("get", {}).get("parameters", []):
            if one["in"] == "header" or one["name"] == "seq":
                continue
            for text in TEXTS:
                value = quote(text, safe="")
                target = path.replace("{name}", "slips").replace("{day}", "2026-11-15")
                if one["in"] == "path":
                    target = path.replace(f"{{{one['name']}}}", value)
                else:
                    target = f"{target}?{one['name']}={value}"
                expect_an_answer(line.ask("GET", target.encode(), {}), target[:200])


EDGES: Final[tuple[Any, ...]] = (
    *("", "\x00", "\ud800", "²", "0001-01-01", "9999-12-31T23:59:59Z", "x" * 5000, "{}"),
    *(-1, 0, 7, 2**53, 2**63, 10**40, 1.5, 1e308, True, None, [], {}, [[]] * 50, {"": 0}),
    *({"2500": 10**9}, [1, 2, 7], ["6-6"] * 9, {"id": "\x00", "role": ""}),
    *({"regulation": "nj-pai-gow", "limits": {"pai_gow": [2**70, 1]}},),
)
edges = st.one_of(
    st.sampled_from(EDGES),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
        ),
        max_leaves=8,
    ),
)


def commands_of(description: Told) -> dict[str, list[str]]:
    """Each command's fields."""
    schemas = description["components"]["schemas"]
    mapping = schemas["Command"]["discriminator"]["mapping"]
    return {
        name: sorted(schemas[where.rpartition("/")[2]]["properties"])
        for name, where in mapping.items()
    }


@QUICK
@given(data=st.data())
def test_every_command_is_answered_whatever_its_fields(
    line: Line, description: Told, data: st.DataObject
) -> None:
    known = commands_of(description)
    name = data.draw(st.sampled_from(sorted(known)))
    fields = data.draw(st.lists(st.sampled_from(known[name]), max_size=6, unique=True))
    command = {"command": name, **{field: data.draw(edges) for field in fields}}
    body: object = command if data.draw(st.booleans()) else [command, *data.draw(st.lists(edges))]
    path = data.draw(st.sampled_from(["/v1/commands", "/v1/tables/FUZZ/commands"]))
    text = json.dumps(body)
    answer = line.ask("POST", path.encode(), {}, text.encode())
    expect_an_answer(answer, (path, text[:500]))


@pytest.mark.parametrize("name", sorted(HEADERS))
def test_every_header_is_answered_whatever_it_says(line: Line, name: str) -> None:
    for value in HEADERS[name]:
        for path in (b"/v1/stream", b"/v1/tables", b"/"):
            expect_an_answer(line.ask("GET", path, {name: value}), (path, name, value))
