"""JWTs of the provider as bearer tokens, and forgeries, which are nobody's here or in a sign-in."""

import hmac
import time
from functools import cache

import httpx
import pytest
from joserfc.jwk import RSAKey

from services.bootstrap import Service
from services.settings import Settings
from tests.support.domain import asked
from tests.support.http.at_provider import at_provider, denied, refused, serving, sign_in
from tests.support.http.pages import Browser, browser
from tests.support.http.playing import Pit, Table, expect_problem
from tests.support.http.provider import CLIENT, Provider, b64, other_tail
from tests.support.http.serving import Served, listening


@cache
def new_key(kid: str) -> RSAKey:
    return RSAKey.generate_key(2048, {"kid": kid, "use": "sig"})


def forged(provider: Provider) -> dict[str, tuple[str, str]]:
    """JWTs that must not be believed, and what each is counted as."""
    claims, now = provider.claims(), int(time.time())
    stranger, unknown = new_key("rsa-1"), new_key("nobody's")
    symmetric = f"{b64({'alg': 'HS256', 'kid': 'rsa-1'})}.{b64(claims)}"
    public = hmac.digest(provider.key.as_pem(private=False), symmetric.encode(), "sha256")
    good = provider.signed(claims)
    head, payload, signature = good.split(".")
    without = {name: value for name, value in claims.items() if name != "exp"}
    return {
        "alg none": (f"{b64({'alg': 'none'})}.{payload}.", "algorithm"),
        "alg none, signed": (
            f"{b64({'alg': 'none', 'kid': 'rsa-1'})}.{payload}.{signature}",
            "algorithm",
        ),
        "HS256 with the public key": (f"{symmetric}.{b64(public)}", "algorithm"),
        "ES256 with the RSA key": (
            f"{b64({'alg': 'ES256', 'kid': 'rsa-1'})}.{payload}.{signature}",
            "signature",
        ),
        "another's key, the same kid": (provider.signed(claims, stranger), "signature"),
        "an unknown kid": (provider.signed(claims, unknown), "key"),
        "no kid, two keys": (f"{b64({'alg': 'RS256'})}.{payload}.{signature}", "key"),
        "a kid that is no text": (
            f"{b64({'alg': 'RS256', 'kid': 7})}.{payload}.{signature}",
            "malformed",
        ),
        "other claims": (
            f"{head}.{b64({**claims, 'roles': ['auditor']})}.{signature}",
            "signature",
        ),
        "expired": (provider.jwt(exp=now - 120), "expired"),
        "not yet": (provider.jwt(nbf=now + 600), "claims"),
        "of the future": (provider.jwt(iat=now + 600), "claims"),
        "ending at no time": (provider.jwt(exp="soon"), "claims"),
        "ending after all calendars": (provider.jwt(exp=10**18), "claims"),
        "ending nowhere": (provider.jwt(exp=float("inf")), "claims"),
        "ending before time began": (provider.jwt(exp=-1), "claims"),
        "ending at a truth": (provider.jwt(exp=True), "claims"),
        "with another tail": (other_tail(provider.jwt()), "malformed"),
        "never ending": (provider.signed(without), "claims"),
        "another audience": (provider.jwt(aud="other"), "claims"),
        "other audiences": (provider.jwt(aud=["other", "more"]), "claims"),
        "another issuer": (provider.jwt(iss="https://evil.example"), "claims"),
        "no subject": (provider.jwt(sub=None), "claims"),
        "no claims": (f"{head}.{b64([1])}.{signature}", "signature"),
        "critical": (provider.signed(claims, crit=["b64"], b64=True), "malformed"),
    }


FORGED = (
    *("alg none", "alg none, signed", "HS256 with the public key", "ES256 with the RSA key"),
    *("another's key, the same kid", "an unknown kid", "no kid, two keys"),
    *("a kid that is no text", "other claims", "expired", "not yet", "of the future"),
    *("ending at no time", "ending after all calendars", "ending nowhere"),
    *("ending before time began", "ending at a truth", "with another tail"),
    *("never ending", "another audience", "other audiences", "another issuer", "no subject"),
    *("no claims", "critical"),
)


def test_every_forgery_is_tried(provider: Provider) -> None:
    assert set(FORGED) == set(forged(provider))


@pytest.mark.parametrize("name", FORGED)
def test_a_jwt_that_must_not_be_believed_is_not(
    by_provider: Served, traveller: Browser, provider: Provider, name: str
) -> None:
    token, why = forged(provider)[name]
    before = denied(f"jwt_{why}")
    answer = by_provider.http.get("/v1/tables", headers={"Authorization": f"Bearer {token}"})
    assert "the JWT is not taken" in expect_problem(answer, "unauthorized")["detail"]
    assert denied(f"jwt_{why}") == before + 1
    provider.id_token = token
    refused(traveller, sign_in(traveller), why, "")


def test_a_jwt_of_the_issuer_is_a_bearer_token(
    by_provider: Served, provider: Provider, table: Table
) -> None:
    for token in (provider.jwt(), provider.signed(provider.claims(aud=["x", CLIENT]), provider.ec)):
        bearer = {"Authorization": f"Bearer {token}"}
        done = by_provider.http.post(table.path, json=asked.buy_in(), headers=bearer)
        assert done.json()["events"][0]["actor"] == {"id": "dana", "role": "dealer"}
    for wrong in ("a.b.c", "x", "..", f"{token}.x", "é.é.é"):
        shown = [(b"Authorization", f"Bearer {wrong}".encode())]
        expect_problem(by_provider.http.get("/v1/tables", headers=shown), "unauthorized")


def test_an_audience_of_the_apis_own(
    house: Service, settings: Settings, provider: Provider
) -> None:
    with serving(house, at_provider(settings, provider, oidc_audience="pit-api")) as running:
        for audience, status in (("pit-api", 200), (CLIENT, 401)):
            bearer = {"Authorization": f"Bearer {provider.jwt(aud=audience)}"}
            assert running.http.get("/v1/tables", headers=bearer).status_code == status
        with browser(running.http.base_url) as traveller:
            assert sign_in(traveller).status_code == 303, "an identity is for the client"


def test_new_keys_are_fetched_once_and_not_for_every_forgery(
    by_provider: Served, provider: Provider
) -> None:
    def tried(token: str) -> int:
        bearer = {"Authorization": f"Bearer {token}"}
        return by_provider.http.get("/v1/tables", headers=bearer).status_code

    discovery = by_provider.app.state.access.provider.discovery
    now = [1000.0]
    discovery._clock = lambda: now[0]
    assert tried(provider.jwt()) == 200
    asked_before = provider.asked["/realm/keys"]
    new = new_key("rsa-2")
    provider.published = [new]
    for number in range(5):
        forgery = provider.signed(provider.claims(), new, kid=f"made up {number}")
        assert tried(forgery) == 401
    assert provider.asked["/realm/keys"] == asked_before
    now[0] += 31
    assert tried(provider.signed(provider.claims(), new)) == 200
    assert provider.asked["/realm/keys"] == asked_before + 1
    assert tried(provider.jwt()) == 401, "the old key was withdrawn"


def test_a_stream_ends_with_its_jwt(by_provider: Served, provider: Provider) -> None:
    short = provider.jwt(exp=int(time.time()) + 2)
    with (
        httpx.Client(
            base_url=by_provider.http.base_url,
            headers={"Authorization": f"Bearer {short}"},
            timeout=20,
        ) as client,
        listening(client) as stream,
    ):
        assert list(stream) == []


def test_somebody_of_the_provider_signs_with_a_proof(
    by_provider: Served, provider: Provider, pit: Pit, table: Table
) -> None:
    command = {
        **asked.buy_in(),
        "table": table.name,
        "command_id": "00000000-0000-4000-8000-0000000000d1",
    }
    bearer = {"Authorization": f"Bearer {provider.jwt()}"}
    proof = by_provider.http.post("/v1/proofs", json=command, headers=bearer).json()["proof"]
    for proofs, status in (({"dana": proof[:-2] + "AA"}, 409), ({"dana": proof}, 201)):
        told = {**command, "proofs": proofs}
        assert (
            by_provider.http.post("/v1/commands", json=told, headers=bearer).status_code == status
        )
