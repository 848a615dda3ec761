"""Another site cannot use the cookie that a browser sends along with its requests."""

from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest

from services.bootstrap import Service
from services.settings import Settings
from tests.support.domain import asked
from tests.support.http.at_provider import denied, serving
from tests.support.http.devices import turned_away
from tests.support.http.pages import PAGE, browser
from tests.support.http.playing import Pit, Table, expect_problem
from tests.support.http.serving import Served
from tests.support.http.staff import write_tokens

OWN: Final = "http://{here}"
PIT: Final = {"Host": "pit.example"}
ATTACKS: Final[dict[str, dict[str, str]]] = {
    "a form of another site": {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
    "the same in an old browser": {"Origin": "https://evil.example"},
    "another port of this machine": {"Origin": "http://127.0.0.1:1", "Sec-Fetch-Site": "same-site"},
    "that port in an old browser": {"Origin": "http://127.0.0.1:1"},
    "a subdomain": {**PIT, "Origin": "https://x.pit.example", "Sec-Fetch-Site": "same-site"},
    "a subdomain in an old browser": {**PIT, "Origin": "https://x.pit.example"},
    "a page put into plain HTTP": {**PIT, "Origin": "http://pit.example"},
    "a sandboxed frame": {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    "a sandboxed frame in an old browser": {"Origin": "null"},
    "a null origin of our own": {"Origin": "null", "Sec-Fetch-Site": "same-origin"},
    "no header at all": {},
    "a bookmark or an extension": {"Sec-Fetch-Site": "none"},
    "an unknown word": {"Sec-Fetch-Site": "SAME-ORIGIN"},
    "a password that browsers send by themselves": {"Authorization": "Basic ZnJhbms6"},
    "a proxy that nobody named": {
        **PIT,
        "Origin": "https://evil.example",
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "https",
    },
    "a link": {
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
    },
}
OWN_PAGES: Final[dict[str, dict[str, str]]] = {
    "a browser of today": {"Origin": OWN, "Sec-Fetch-Site": "same-origin"},
    "one that hides the origin": {"Sec-Fetch-Site": "same-origin"},
    "an old one": {"Origin": OWN},
    "off loopback": {**PIT, "Origin": "https://pit.example", "Sec-Fetch-Site": "same-origin"},
    "an old one off loopback": {**PIT, "Origin": "https://pit.example"},
    "at another port": {"Host": "pit.example:8443", "Origin": "https://pit.example:8443"},
}


@pytest.fixture(scope="module")
def locked(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    tokens = write_tokens(tmp_path_factory.mktemp("cross") / "tokens.toml")
    return settings.model_copy(update={"auth": "on", "tokens": tokens})


@pytest.fixture(scope="module")
def guarded(house: Service, locked: Settings) -> Iterator[Served]:
    with serving(house, locked) as running:
        yield running


@pytest.fixture(scope="module")
def behind_proxy(house: Service, locked: Settings) -> Iterator[Served]:
    with serving(house, locked.model_copy(update={"proxies": "127.0.0.1"})) as running:
        yield running


@pytest.fixture(scope="module")
def cookie(guarded: Served) -> str:
    with browser(guarded.http.base_url) as frank:
        assert frank.sign_in("frank").status_code == 303
        return frank.cookie()


def with_cookie(served: Served, cookie: str, headers: dict[str, str]) -> dict[str, str]:
    """Under both of its names, whatever the host."""
    here = served.http.base_url.netloc.decode()
    both = f"pitledger_session={cookie}; __Host-pitledger_session={cookie}"
    filled = {name: value.format(here=here) for name, value in headers.items()}
    return {**filled, "Cookie": both}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_changes_nothing(
    guarded: Served, cookie: str, pit: Pit, table: Table, name: str
) -> None:
    headers = with_cookie(guarded, cookie, ATTACKS[name])
    before = denied("origin")
    form = {"command": "open_round", "table": table.name}
    ways: tuple[tuple[str, dict[str, Any]], ...] = (
        (table.path, {"json": asked.buy_in()}),
        ("/v1/commands", {"json": {**asked.buy_in(), "table": table.name}}),
        ("/v1/proofs", {"json": {**asked.buy_in(), "table": table.name}}),
        ("/do", {"data": form}),
        (f"/tables/{table.name}/terminal", {"json": {"command": form}}),
        ("/logout", {"data": {}}),
        ("/login", {"data": {"token": "dana"}}),
    )
    with pit.nothing_stored():
        for path, body in ways:
            answer = guarded.http.post(path, **body, headers={**PAGE, **headers})
            expect_problem(answer, "forbidden")
            assert "set-cookie" not in answer.headers
    assert denied("origin") == before + len(ways)
    own = {"Cookie": headers["Cookie"]}
    assert guarded.http.get("/v1/tables", headers=own).status_code == 200  # still signed in


@pytest.mark.parametrize("name", [name for name, sent in ATTACKS.items() if "Host" not in sent])
def test_nobody_is_signed_in_as_somebody_else(guarded: Served, name: str) -> None:
    """Signing in needs no cookie, so a form of another site could do it."""
    form = {"token": "dana"}
    answer = guarded.http.post("/login", data=form, headers={**PAGE, **ATTACKS[name]})
    expect_problem(answer, "forbidden")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("name", OWN_PAGES)
def test_a_page_of_ours_is_believed(guarded: Served, cookie: str, table: Table, name: str) -> None:
    headers = with_cookie(guarded, cookie, OWN_PAGES[name])
    answer = guarded.http.post(table.path, json=asked.buy_in(), headers=headers)
    assert answer.status_code == 201, answer.text
    assert answer.json()["events"][0]["actor"]["id"] == "frank"


def test_what_to_do_is_said(guarded: Served, cookie: str) -> None:
    unproven = guarded.http.post("/v1/commands", json={}, headers=with_cookie(guarded, cookie, {}))
    assert "Sec-Fetch-Site" in expect_problem(unproven, "forbidden")["detail"]
    headers = with_cookie(guarded, cookie, {**PIT, "Origin": "http://pit.example"})
    plain = guarded.http.post("/v1/commands", json={}, headers=headers)
    assert "https://pit.example:443" in expect_problem(plain, "forbidden")["detail"]


@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
def test_a_bearer_token_needs_no_page(
    guarded: Served, cookie: str, table: Table, scheme: str
) -> None:
    headers = with_cookie(guarded, cookie, {"Authorization": f"{scheme} dana"})
    answer = guarded.http.post(table.path, json=asked.buy_in(), headers=headers)
    assert answer.json()["events"][0]["actor"]["id"] == "dana"


FORWARDED: Final = {"X-Forwarded-Host": "pit.example", "X-Forwarded-Proto": "https"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({**FORWARDED, "Origin": "https://pit.example"}, 201),
        ({**FORWARDED, "Host": "app:8080", "Origin": "https://pit.example"}, 201),
        ({**PIT, "X-Forwarded-Proto": "https", "Origin": "https://pit.example"}, 201),
        ({"Host": "localhost:8443", **FORWARDED, "Origin": "https://localhost:8443"}, 403),
        (
            {
                "Host": "localhost:8443",
                "X-Forwarded-Proto": "https",
                "Origin": "https://localhost:8443",
            },
            201,
        ),
        ({**FORWARDED, "Origin": "http://pit.example"}, 403),
        ({**FORWARDED, "Origin": OWN}, 403),
        ({**FORWARDED, "Origin": "https://evil.example"}, 403),
        ({**FORWARDED, "X-Forwarded-Host": "evil.example, pit.example", **PIT}, 403),
        (FORWARDED, 403),
    ],
    ids=str,
)
def test_a_named_proxy_says_what_the_browser_asked(
    behind_proxy: Served, cookie: str, table: Table, headers: dict[str, str], status: int
) -> None:
    sent = with_cookie(behind_proxy, cookie, headers)
    answer = behind_proxy.http.post(table.path, json=asked.buy_in(), headers=sent)
    assert answer.status_code == status, answer.text


def test_of_two_hosts_the_proxys_own_counts(
    behind_proxy: Served, cookie: str, table: Table
) -> None:
    """A client's comes first, where a proxy adds its own behind it."""
    given = with_cookie(behind_proxy, cookie, {"Origin": "https://evil.example"})
    hosts = [("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Host", "pit.example")]
    headers = httpx.Headers([*given.items(), *hosts])
    answer = behind_proxy.http.post(table.path, json=asked.buy_in(), headers=headers)
    expect_problem(answer, "forbidden")


def test_without_auth_no_header_makes_another_name_ours(house: Service, settings: Settings) -> None:
    """A name that points here, and a script of its pages that says what a proxy would."""
    with serving(house, settings.model_copy(update={"proxies": "127.0.0.1"})) as running:
        headers = {"Host": "evil.example", "X-Forwarded-Host": "localhost"}
        expect_problem(running.http.get("/v1/tables", headers=headers), "forbidden")
        assert running.http.get("/v1/tables").status_code == 200


@pytest.mark.parametrize("path", ["/v1/stream", "/v1/stream?table=PG01", "/v1/tables"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"},
    ],
    ids=str,
)
def test_another_site_reads_no_stream(
    guarded: Served, cookie: str, path: str, headers: dict[str, str]
) -> None:
    answer = guarded.http.get(path, headers=with_cookie(guarded, cookie, headers))
    expect_problem(answer, "forbidden")


def test_a_websocket_takes_no_cookie(guarded: Served, cookie: str) -> None:
    """A browser opens one for any page, with the cookie."""
    for origin in ("https://evil.example", "http://127.0.0.1:1", "null"):
        headers = with_cookie(guarded, cookie, {"Origin": origin})
        turned_away(guarded.http, "forbidden", additional_headers=headers)
    for headers in ({}, {"Origin": OWN}, {"Origin": OWN, "Sec-Fetch-Site": "same-origin"}):
        sent = with_cookie(guarded, cookie, headers)
        turned_away(guarded.http, "unauthorized", additional_headers=sent)
