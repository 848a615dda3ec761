"""Signing in at a provider, over HTTP from end to end, and all that must not sign in."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from services.bootstrap import Service
from services.settings import Settings, read_settings
from services.settings_sources import SettingsError
from tests.support.domain import asked
from tests.support.http.at_provider import (
    SESSION,
    at_provider,
    refused,
    sent_back,
    serving,
    sign_in,
)
from tests.support.http.pages import OWN_PAGE, PAGE, Browser, browser
from tests.support.http.playing import Table, expect_problem
from tests.support.http.provider import SECRET, Provider
from tests.support.http.serving import Served


def test_one_signs_in_at_the_provider_and_comes_back(traveller: Browser, table: Table) -> None:
    page = traveller.get("/login?next=/meters")
    assert "Sign in at 127.0.0.1" in page.text
    assert 'name="token"' not in page.text, "nobody has a token here"
    done = sign_in(traveller, "/meters")
    assert (done.status_code, done.headers["location"]) == (303, "/meters")
    [session] = [one for one in done.headers.get_list("set-cookie") if one.startswith(SESSION)]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(session.split("; "))
    answer = traveller.http.post(table.path, json=asked.buy_in(), headers=OWN_PAGE)
    assert answer.json()["events"][0]["actor"] == {"id": "dana", "role": "dealer"}


def test_off_loopback_one_comes_back_over_tls(by_provider: Served, traveller: Browser) -> None:
    headers = {**PAGE, "Host": "pit.example"}
    begun = by_provider.http.get("/login/provider", headers=headers)
    query = parse_qs(urlsplit(begun.headers["location"]).query)
    assert query["redirect_uri"] == ["https://pit.example/login/callback"]
    [cookie] = begun.headers.get_list("set-cookie")
    assert cookie.startswith("__Host-pitledger_sign_in=")
    assert "Secure" in cookie


@pytest.mark.parametrize("address", ["//evil.example", "https://evil.example", "/\\evil"])
def test_one_goes_on_to_this_service_alone(traveller: Browser, address: str) -> None:
    assert sign_in(traveller, address).headers["location"] == "/"


def test_an_answer_is_good_once_and_for_who_began(by_provider: Served, traveller: Browser) -> None:
    back = sent_back(traveller)
    kept = traveller.http.cookies.get("pitledger_sign_in")
    assert traveller.get(back).status_code == 303
    for cookies in ({}, {"pitledger_sign_in": kept or ""}, {"pitledger_sign_in": "s1.e30.AAAA"}):
        with browser(by_provider.http.base_url) as thief:
            for name, value in cookies.items():
                thief.http.cookies.set(name, value)
            refused(thief, thief.get(back), "replayed" if kept in cookies.values() else "state", "")
    refused_words = "sign in again"
    with browser(by_provider.http.base_url) as other:
        sent_back(other)
        answer = other.get(sent_back(traveller))
        refused(other, answer, "state", refused_words)


def test_a_code_of_another_sign_in_fails_at_the_provider(traveller: Browser) -> None:
    """PKCE: a code that was stolen is worth nothing in another browser."""
    stolen = parse_qs(urlsplit(sent_back(traveller)).query)["code"][0]
    own = parse_qs(urlsplit(sent_back(traveller)).query)
    answer = traveller.get("/login/callback", params={"code": stolen, "state": own["state"][0]})
    refused(traveller, answer, "refused", "PKCE")


def test_an_answer_of_another_provider(traveller: Browser) -> None:
    back = parse_qs(urlsplit(sent_back(traveller)).query)
    query = {"code": "x", "state": back["state"][0], "iss": "https://evil.example"}
    refused(traveller, traveller.get("/login/callback", params=query), "state", "another provider")


def test_who_the_provider_refuses(traveller: Browser, provider: Provider) -> None:
    provider.refusal = "<b>not you</b>"
    answer = sign_in(traveller)
    refused(traveller, answer, "refused", "&lt;b&gt;not you")


@pytest.mark.parametrize(
    ("roles", "why", "words"),
    [
        ([], "no_role", "has no role in this house"),
        (["boss"], "no_role", "has no role in this house"),
        (None, "no_role", "has no role in this house"),
        ([{"a": 1}, 7], "no_role", "has no role in this house"),
        (["dealer", "cage"], "two_roles", "more than one role in this house, cage, dealer"),
    ],
)
def test_who_has_no_role_or_two(
    traveller: Browser, provider: Provider, roles: Any, why: str, words: str
) -> None:
    provider.person = {"sub": "dana", "roles": roles}
    refused(traveller, sign_in(traveller), why, words)


def test_roles_ids_and_tables_are_where_the_settings_say(
    house: Service, settings: Settings, provider: Provider, table: Table
) -> None:
    provider.person = {
        "sub": "1f7a",
        "login": "dana",
        "realm_access": {"roles": ["offline", "croupier"]},
        "tables": [table.name],
    }
    own = at_provider(
        settings,
        provider,
        oidc_id_claim="login",
        oidc_roles_claim="realm_access.roles",
        oidc_roles="croupier=dealer,boss=pit_manager",
        oidc_tables_claim="tables",
    )
    with serving(house, own) as running, browser(running.http.base_url) as traveller:
        assert sign_in(traveller).status_code == 303
        done = traveller.http.post(table.path, json=asked.buy_in(), headers=OWN_PAGE)
        assert done.json()["events"][0]["actor"] == {"id": "dana", "role": "dealer"}
        other = traveller.http.post(
            "/v1/tables/OTHER/commands", json=asked.buy_in(), headers=OWN_PAGE
        )
        assert "OTHER" in expect_problem(other, "forbidden")["detail"]
        provider.person = {**provider.person, "tables": None}
        traveller.http.cookies.clear()
        refused(traveller, sign_in(traveller), "claims", "tables")


def test_a_session_of_another_issuer_is_over(
    house: Service, settings: Settings, provider: Provider, traveller: Browser
) -> None:
    sign_in(traveller)
    cookie = {"Cookie": f"{SESSION}={traveller.cookie()}"}
    elsewhere = at_provider(settings, provider, oidc_issuer="https://other.example")
    for told, status in ((at_provider(settings, provider), 200), (elsewhere, 401)):
        with serving(house, told) as running:
            assert running.http.get("/v1/tables", headers=cookie).status_code == status


@pytest.mark.parametrize(
    ("more", "why"),
    [({"nonce": "another"}, "nonce"), ({"nonce": None}, "nonce"), ({"azp": "other"}, "claims")],
)
def test_an_identity_for_another_sign_in(
    traveller: Browser, provider: Provider, more: dict[str, Any], why: str
) -> None:
    provider.more = more
    refused(traveller, sign_in(traveller), why, "for another")


def test_a_provider_that_is_away(
    by_provider: Served, traveller: Browser, provider: Provider
) -> None:
    discovery = by_provider.app.state.access.provider.discovery
    now = [1000.0]
    discovery._clock = lambda: now[0]
    provider.down = True
    asked_before = provider.asked.total()
    answer = traveller.get("/login/provider")
    assert answer.status_code == 503
    assert "does not answer" in answer.text
    bearer = {"Authorization": f"Bearer {provider.jwt()}"}
    expect_problem(by_provider.http.get("/v1/tables", headers=bearer), "provider-unavailable")
    assert provider.asked.total() == asked_before + 1, "others do not wait for it one by one"
    provider.down = False
    now[0] += 3
    back = sent_back(traveller)
    provider.down = True
    assert traveller.get(back).status_code == 503
    provider.down = False
    assert by_provider.http.get("/v1/tables", headers=bearer).status_code == 200
    provider.down = True
    now[0] += 4000
    assert by_provider.http.get("/v1/tables", headers=bearer).status_code == 200, "as last known"


def test_what_answers_there_is_another(
    house: Service, settings: Settings, provider: Provider
) -> None:
    named = at_provider(settings, provider, oidc_issuer=f"{provider.issuer}/")
    with serving(house, named) as running, browser(running.http.base_url) as traveller:
        answer = traveller.get("/login/provider")
        assert answer.status_code == 503
        assert "exactly as it does" in answer.text


def test_the_settings_are_checked_at_the_start(
    house: Service, settings: Settings, provider: Provider
) -> None:
    for wrong in ("http://id.example", "id.example", "https://", "https://x/?a=b"):
        with pytest.raises(SettingsError, match="OIDC_ISSUER"):
            read_settings({"PITLEDGER_OIDC_ISSUER": wrong})
    for update, words in (
        ({"oidc_client_id": ""}, "OIDC_CLIENT_ID"),
        ({"oidc_roles": "boss=king"}, "no role 'king'"),
        ({"oidc_roles": "boss"}, "claim=role"),
        ({"oidc_issuer": ""}, "OIDC_ISSUER"),
    ):
        with (
            pytest.raises(SettingsError, match=words),
            serving(house, at_provider(settings, provider, **update)),
        ):
            pass
    secret = read_settings({"PITLEDGER_OIDC_CLIENT_SECRET": SECRET})
    assert SECRET not in repr(secret)


def test_where_there_is_no_provider(http: httpx.Client) -> None:
    assert http.get("/login/provider", headers=PAGE).status_code == 404
    assert http.get("/login/callback", headers=PAGE).status_code == 404
