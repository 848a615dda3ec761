"""Signing in on a page: a session in a cookie, good for its person, for a while, until signed out."""

import base64
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from services.bootstrap import Service
from services.sessions.kept import KeptSessions
from services.sessions.sessions import Session, Sessions
from services.settings import Settings
from tests.support.domain import asked
from tests.support.http.at_provider import denied, serving
from tests.support.http.pages import OWN_PAGE, PAGE, Browser, browser
from tests.support.http.playing import Pit, Table, expect_problem
from tests.support.http.provider import other_tail
from tests.support.http.serving import Served, listening
from tests.support.http.staff import write_tokens

COOKIE = "pitledger_session"


def locked(settings: Settings, folder: Path, staff: dict[str, str] | None = None) -> Settings:
    tokens = write_tokens(folder / "tokens.toml", *([] if staff is None else [staff]))
    return settings.model_copy(update={"auth": "on", "tokens": tokens})


@pytest.fixture(scope="module")
def guarded(
    house: Service, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    with serving(house, locked(settings, tmp_path_factory.mktemp("sign-in"))) as running:
        yield running


@pytest.fixture
def visitor(guarded: Served) -> Iterator[Browser]:
    with browser(guarded.http.base_url) as one:
        yield one


@pytest.fixture
def frank(visitor: Browser) -> Browser:
    assert visitor.sign_in("frank").status_code == 303
    return visitor


@pytest.fixture
def sessions(house: Service, settings: Settings) -> Sessions:
    """The house's own, for whoever has its key."""
    return Sessions(settings, KeptSessions(house.storage.ledger.datastore), None)


def as_frank(http: httpx.Client, cookie: str, path: str = "/v1/tables") -> httpx.Response:
    """One request with this cookie and no other."""
    return httpx.get(http.base_url.join(path), headers={"Cookie": f"{COOKIE}={cookie}"})


def test_who_has_not_signed_in_is_led_there_and_back(visitor: Browser) -> None:
    sent = visitor.get("/nowhere-yet?day=2026-11-15&x=%26")
    assert sent.status_code in (303, 404)
    asked_for = visitor.get("/exceptions?day=2026-11-15")
    assert asked_for.status_code == 303
    where = asked_for.headers["location"]
    assert where == "/login?next=/exceptions%3Fday%3D2026-11-15"
    page = visitor.get(where)
    assert page.status_code == 200
    assert 'name="next" value="/exceptions?day=2026-11-15"' in page.text
    assert 'type="password"' in page.text
    done = visitor.sign_in("ada", next="/exceptions?day=2026-11-15")
    assert (done.status_code, done.headers["location"]) == (303, "/exceptions?day=2026-11-15")
    assert visitor.get("/exceptions?day=2026-11-15").status_code == 200
    assert "signed in as <strong>ada</strong>" in visitor.get("/login").text


def test_a_wrong_token_is_told_and_kept_nowhere(
    visitor: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    before = denied("unauthorized")
    answer = visitor.sign_in("guess-of-mine", next="/meters")
    assert answer.status_code == 401
    assert "This token is not known here" in answer.text
    assert 'name="next" value="/meters"' in answer.text
    assert "set-cookie" not in answer.headers
    assert denied("unauthorized") == before + 1
    logged = capsys.readouterr().err
    assert re.search(r"why\W+unauthorized", logged)
    assert "127.0.0.1" in logged
    assert "guess-of-mine" not in logged + answer.text


def test_guessing_on_the_page_is_as_slow_as_elsewhere(
    house: Service, settings: Settings, tmp_path: Path
) -> None:
    few = locked(settings, tmp_path).model_copy(update={"token_failures": 3})
    with serving(house, few) as running, browser(running.http.base_url) as one:
        for number in range(3):
            assert one.sign_in(f"guess {number}").status_code == 401
        assert one.sign_in("frank").status_code == 429


@pytest.mark.parametrize(
    "address",
    [
        "//evil.example",
        "https://evil.example/",
        "\\\\evil.example",
        "/\\evil.example",
        "/%0d%0aSet-Cookie: a=b".replace("%0d%0a", "\r\n"),
        "javascript:alert(1)",
        "evil.example",
        "/\tx",
        "///evil.example",
        "/" + "x" * 3000,
        "",
    ],
)
def test_one_goes_on_to_a_page_of_this_service_alone(visitor: Browser, address: str) -> None:
    answer = visitor.sign_in("frank", next=address)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert set(answer.headers.get_list("set-cookie")[0].split("; ")[1:]) >= {"HttpOnly", "Path=/"}
    assert "evil" not in visitor.get("/login", params={"next": address}).text


def test_the_cookie_is_for_this_host_and_no_script(visitor: Browser) -> None:
    [cookie] = visitor.sign_in("frank").headers.get_list("set-cookie")
    name, *flags = cookie.split("; ")
    assert name.startswith(f"{COOKIE}=")
    assert {"HttpOnly", "Path=/", "SameSite=lax", "Max-Age=43200"} == set(flags)


def test_off_loopback_it_goes_over_tls_alone(guarded: Served) -> None:
    headers = {"Host": "pit.example", "Origin": "https://pit.example", **PAGE}
    answer = guarded.http.post("/login", data={"token": "frank"}, headers=headers)
    [cookie] = answer.headers.get_list("set-cookie")
    name, *flags = cookie.split("; ")
    assert name.startswith(f"__Host-{COOKIE}=")
    assert {"HttpOnly", "Path=/", "SameSite=lax", "Secure"} <= set(flags)
    by_it = {"Host": "pit.example", "Cookie": name}
    assert httpx.get(f"{guarded.http.base_url}/v1/tables", headers=by_it).status_code == 200


def test_what_is_read_by_cookie_is_what_the_role_sees(frank: Browser) -> None:
    assert frank.http.get("/v1/tables").status_code == 200
    before = denied("role")
    refused = frank.http.get("/v1/reports/currency", params={"day": "2026-11-15"})
    expect_problem(refused, "forbidden")
    assert denied("role") == before + 1


def test_a_command_by_cookie_is_the_persons(frank: Browser, table: Table) -> None:
    answer = frank.http.post(table.path, json=asked.buy_in(), headers=OWN_PAGE)
    assert answer.status_code == 201
    assert answer.json()["events"][0]["actor"] == {"id": "frank", "role": "floorperson"}


def test_a_token_in_a_header_needs_no_page_and_comes_before_the_cookie(
    frank: Browser, table: Table
) -> None:
    bearer = {"Authorization": "Bearer dana"}
    answer = frank.http.post(table.path, json=asked.buy_in(), headers=bearer)
    assert answer.json()["events"][0]["actor"]["id"] == "dana"
    wrong = frank.http.get("/v1/tables", headers={"Authorization": "Bearer nobody"})
    expect_problem(wrong, "unauthorized")


def test_a_form_of_another_site_signs_nobody_in(visitor: Browser) -> None:
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        answer = visitor.http.post("/login", data={"token": "frank"}, headers={**PAGE, **headers})
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers


def forged(cookie: str) -> dict[str, str]:
    """Cookies that were not made here, or not as they are."""
    version, payload, code = cookie.split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "=="))
    other = base64.urlsafe_b64encode(json.dumps({**claims, "role": "auditor"}).encode()).decode()
    return {
        "another role": f"{version}.{other.rstrip('=')}.{code}",
        "no code": f"{version}.{payload}.",
        "half a code": f"{version}.{payload}.{code[:-4]}",
        "another tail": f"{version}.{payload}.{other_tail(code)}",
        "another version": f"s9.{payload}.{code}",
        "nothing": "",
        "a word": "frank",
        "dots": "...",
        "a token": "frank.frank.frank",
        "very long": "x" * 4000,
    }


@pytest.mark.parametrize("name", list(forged("s1.e30.xxxx")))
def test_a_forged_cookie_signs_nobody_in(guarded: Served, frank: Browser, name: str) -> None:
    cookie = forged(frank.cookie())[name]
    before = denied("forged_session")
    expect_problem(as_frank(guarded.http, cookie), "unauthorized")
    assert denied("forged_session") == before + 1
    headers = {**PAGE, "Cookie": f"{COOKIE}={cookie}"}
    page = httpx.get(guarded.http.base_url.join("/login"), headers=headers)
    assert "is not of this house" in page.text
    assert "Max-Age=0" in page.headers["set-cookie"]


def session(**more: Any) -> Session:
    now = int(time.time())
    fields: dict[str, Any] = {
        "id": "made-up",
        "who": "frank",
        "role": "floorperson",
        "tables": None,
        "issued": now,
        "expires": now + 60,
        "source": "house:unknown",
    }
    return Session(**{**fields, **more})


def test_an_expired_one_signs_nobody_in(guarded: Served, sessions: Sessions) -> None:
    before = denied("expired_session")
    old = sessions.written(session(expires=int(time.time()) - 1))
    assert "has expired" in expect_problem(as_frank(guarded.http, old), "unauthorized")["detail"]
    assert denied("expired_session") == before + 1


def test_nor_one_whose_token_nobody_knows(guarded: Served, sessions: Sessions) -> None:
    for unknown in (session(), session(source="issuer:"), session(source="issuer:https://x")):
        answer = as_frank(guarded.http, sessions.written(unknown))
        assert "not valid any more" in expect_problem(answer, "unauthorized")["detail"]


def test_a_session_outlives_a_restart_but_not_its_token(
    house: Service, settings: Settings, tmp_path: Path, frank: Browser
) -> None:
    cookie = frank.cookie()
    for number, (staff, good) in enumerate(
        (
            ({"frank": "floorperson"}, True),
            ({"frank": "pit_manager"}, False),
            ({"dana": "dealer"}, False),
        )
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        with serving(house, locked(settings, folder, staff)) as running:
            assert as_frank(running.http, cookie).status_code == (200 if good else 401)


def test_a_session_that_was_signed_out_is_over_everywhere(
    house: Service, settings: Settings, tmp_path: Path, frank: Browser
) -> None:
    cookie = frank.cookie()
    with serving(house, locked(settings, tmp_path)) as other_process:
        assert as_frank(other_process.http, cookie).status_code == 200
        answer = frank.post("/logout")
        assert (answer.status_code, answer.headers["location"]) == (303, "/login")
        assert frank.http.cookies.get(COOKIE) is None
        for process in (other_process.http, frank.http):
            refused = as_frank(process, cookie)
            assert "signed out" in expect_problem(refused, "unauthorized")["detail"]
    assert frank.post("/logout").status_code == 303


def test_signing_in_makes_a_new_session_and_ends_the_one_before(frank: Browser) -> None:
    before = frank.cookie()
    assert frank.sign_in("dana").status_code == 303
    assert frank.cookie() != before
    expect_problem(as_frank(frank.http, before), "unauthorized")
    again = frank.cookie()
    frank.sign_in("dana")
    assert frank.cookie() != again


def test_a_form_after_the_session_is_over_does_nothing(
    frank: Browser, pit: Pit, table: Table
) -> None:
    cookie = frank.cookie()
    frank.post("/logout")
    frank.http.cookies.set(COOKIE, cookie)
    with pit.nothing_stored():
        answer = frank.post("/do", command="open_round", table=table.name)
    assert answer.status_code == 401
    assert "signed out" in answer.text


def test_a_stream_works_with_the_cookie(frank: Browser, pit: Pit, table: Table) -> None:
    with listening(frank.http, last_id=pit.head()) as stream:
        made = table.do(asked.buy_in())
        [message] = stream.take(1)
    assert message.data["command_id"] == made[0]["command_id"]
    assert message.data["player"] == "??", "as a floorperson sees it"


def test_a_key_of_the_operators_own(
    house: Service, settings: Settings, tmp_path: Path, frank: Browser
) -> None:
    key = tmp_path / "session.key"
    key.touch(mode=0o600)
    key.write_text("a" * 64)
    own = locked(settings, tmp_path).model_copy(update={"session_key_file": key})
    with serving(house, own) as running, browser(running.http.base_url) as one:
        expect_problem(as_frank(running.http, frank.cookie()), "unauthorized")
        one.sign_in("frank")
        assert as_frank(running.http, one.cookie()).status_code == 200
    with serving(house, own) as again:
        assert as_frank(again.http, one.http.cookies.get(COOKIE) or "").status_code == 200
