"""Every address keeps to the same rules of Host, Origin and form, the page and the metrics too."""

import http.client
import json
import uuid
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest

from services.http.guard import Guard
from tests.support.http.playing import expect_problem
from tests.support.http.staff import Staff, at_work

PATHS: Final = (
    *("/", "/static/floor.js", "/metrics", "/livez", "/readyz", "/openapi.json"),
    *("/v1/tables", "/v1/events", "/exceptions", "/nowhere"),
)
STRANGERS: Final = (
    {"Host": "casino.example.com"},
    {"Host": "[::1"},
    {"Host": "http://["},
    {"Host": "localhost:port"},
    {"Host": "127.0.0.1@casino.example.com"},
    {"Host": "localhost.casino.example.com"},
    {"Origin": "http://["},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "https://example.com"},
    {"Origin": "http://localhost:3000"},
    {"Origin": "https://{host}"},
    {"Origin": "http://user@{host}"},
    {"Origin": "http://{host}/page"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"},
)
OPEN: Final = {
    "command": "open_table",
    "submission": {"regulation": "nj-pai-gow"},
    "inventory": 100_000,
}


@pytest.fixture(scope="module")
def staff(server: str, logs: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    with at_work(server, tmp_path_factory.mktemp("guard")) as staff:
        yield staff


def addressed(client: httpx.Client, headers: dict[str, str]) -> dict[str, str]:
    host = client.base_url.netloc.decode()
    return {name: value.format(host=host) for name, value in headers.items()}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("headers", STRANGERS, ids=str)
def test_a_stranger_gets_no_answer_anywhere(
    http: httpx.Client, path: str, headers: dict[str, str]
) -> None:
    expect_problem(http.get(path, headers=addressed(http, headers)), "forbidden")


@pytest.mark.parametrize("path", PATHS[:-1])
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://{host}"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://{host}"},
        {"Sec-Fetch-Site": "none"},
        {
            "Sec-Fetch-Site": "cross-site",
            "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "document",
        },
        {"Host": "localhost"},
        {"Host": "[::1]:8080"},
        {"Host": "LOCALHOST:8080", "Origin": "http://localhost:8080"},
    ],
    ids=str,
)
def test_this_machine_and_its_own_page_are_answered(
    http: httpx.Client, path: str, headers: dict[str, str]
) -> None:
    assert http.get(path, headers=addressed(http, headers)).status_code == 200


def post(client: httpx.Client, **headers: str) -> httpx.Response:
    path = f"/v1/tables/G{uuid.uuid4().hex[:10]}/commands"
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(path, content=json.dumps(OPEN), headers=addressed(client, named))


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Content_Type": "application/json"},
        {"Content_Type": "Application/JSON; charset=utf-8", "Origin": "http://{host}"},
        {"Content_Type": "application/x-www-form-urlencoded"},
    ],
    ids=str,
)
def test_a_command_is_json_or_says_nothing_or_is_of_curl(
    http: httpx.Client, staff: Staff, headers: dict[str, str]
) -> None:
    for client in (http, staff.clients["frank"]):
        assert post(client, **headers).status_code == 201


@pytest.mark.parametrize(
    "headers",
    [
        {"Content_Type": "text/plain"},
        {"Content_Type": "text/plain;application/json"},
        {"Content_Type": "multipart/form-data; boundary=x"},
        {"Content_Type": ""},
        {"Content_Type": "application/x-www-form-urlencoded", "Origin": "http://{host}"},
        {"Content_Type": "application/x-www-form-urlencoded", "Sec_Fetch_Site": "same-origin"},
    ],
    ids=str,
)
def test_another_form_is_not_taken_with_a_token_or_without(
    http: httpx.Client, staff: Staff, headers: dict[str, str]
) -> None:
    for client in (http, staff.clients["frank"]):
        expect_problem(post(client, **headers), "unsupported-media-type")


def test_a_form_of_another_page_is_refused_whatever_it_says(http: httpx.Client) -> None:
    visit = {"Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
    expect_problem(post(http, Sec_Fetch_Site="cross-site", **visit), "forbidden")
    expect_problem(post(http, Origin="http://localhost:3000"), "forbidden")


def test_no_page_elsewhere_is_given_leave_to_ask(http: httpx.Client) -> None:
    asked = {"Origin": "http://localhost:3000", "Access-Control-Request-Method": "POST"}
    answer = http.options("/v1/commands", headers=asked)
    expect_problem(answer, "forbidden")
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_with_tokens_any_name_is_answered_but_no_other_page(staff: Staff) -> None:
    frank = staff.clients["frank"]
    assert frank.get("/v1/tables", headers={"Host": "pit.example"}).status_code == 200
    own = {"Host": "pit.example", "Origin": "https://pit.example"}
    assert frank.get("/v1/tables", headers=own).status_code == 200
    for origin in ("https://pit.example:8443", "https://example.com", "null", "http://["):
        headers = {"Host": "pit.example", "Origin": origin}
        expect_problem(frank.get("/v1/tables", headers=headers), "forbidden")
    expect_problem(frank.get("/v1/tables", headers={"Host": "http://["}), "forbidden")


def test_a_client_of_old_that_names_no_host(http: httpx.Client) -> None:
    connection = http_one_zero(http)
    try:
        connection.putrequest("GET", "/livez", skip_host=True)
        connection.endheaders()
        assert connection.getresponse().status == 403
    finally:
        connection.close()


def http_one_zero(client: httpx.Client) -> Any:
    class OneZero(http.client.HTTPConnection):
        _http_vsn, _http_vsn_str = 10, "HTTP/1.0"

    return OneZero(client.base_url.host, client.base_url.port, timeout=30)


def test_the_guard_lets_other_scopes_pass() -> None:
    """The lifespan is no request."""
    seen = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    coroutine = Guard(app, loopback_only=True)({"type": "lifespan"}, None, None)  # type: ignore[arg-type]
    with pytest.raises(StopIteration):
        coroutine.send(None)
    assert seen == ["lifespan"]
