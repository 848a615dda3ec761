"""A key gives way over HTTP, like any other command of the whole property."""

import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from services.bootstrap import Service, open_service
from services.settings import read_settings
from services.transparency.key_file import read_keys
from services.transparency.notes import SigningKey
from tests.support.http.playing import expect_problem
from tests.support.http.serving import served
from tests.support.http.staff import write_tokens
from tests.support.store.databases import new_database
from tests.support.store.playing import open_table
from tests.support.transparency.house import House
from tests.support.transparency.keys import ORIGIN, key, rotation


class Sealed(NamedTuple):
    """A service whose log was sealed once."""

    http: httpx.Client
    service: Service
    first: SigningKey

    def post(self, *commands: dict[str, Any], token: str = "") -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.http.post("/v1/commands", json=list(commands), headers=headers)


@pytest.fixture
def sealed(
    server: str, logs: None, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Sealed]:
    url = new_database(server)
    more: dict[str, Any] = getattr(request, "param", {})
    if more.get("auth") == "on":
        more = {**more, "tokens": write_tokens(tmp_path / "tokens.toml")}
    settings = read_settings({}, database_url=url, port=0, origin=ORIGIN, **more)
    with open_service(settings) as service, served(service.app(), settings) as running:
        house = House(service.storage.ledger, tmp_path / "house.key")
        house.seal(0)
        yield Sealed(running.http, service, read_keys(house.file)[0])


def test_a_rotation_is_answered_with_its_event_and_play_goes_on(sealed: Sealed) -> None:
    once = rotation(sealed.first, key(1), command_id=str(uuid.uuid4()))
    answer = sealed.post(once)
    assert answer.status_code == 201
    (event,) = answer.json()["events"]
    assert (event["event"], event["key"], event["seq"]) == ("SealKeyRotated", "seal:keys", 1)
    assert sealed.post(once).json() == answer.json()
    assert sealed.post(open_table("PG01")).status_code == 201
    shown = sealed.http.get("/v1/tables/PG01", params={"seq": 1})  # projected past the rotation
    assert shown.json()["phase"] == "open"
    assert sealed.service.runner.trouble() is None
    assert [one["key"] for one in sealed.http.get("/v1/events").json()["events"]] == [
        "seal:keys",
        "PG01",
    ]
    for page in ("/", "/rounds", "/exceptions", f"/days/{event['day']}", "/system"):
        assert sealed.http.get(page).status_code == 200, page


def test_out_of_turn_it_is_refused_with_the_control(sealed: Sealed) -> None:
    problem = expect_problem(sealed.post(rotation(key(1), key(2))), "refused")
    assert problem["rule"] == "control:seal-key"
    assert f"in force is {sealed.first.verifier}" in problem["reason"]


def test_what_the_old_key_did_not_sign_is_no_command(sealed: Sealed) -> None:
    told = rotation(sealed.first, key(1))
    wrong = {**told, "signature": rotation(key(2), key(1))["signature"]}
    problem = expect_problem(sealed.post(wrong), "invalid-command")
    assert [one["where"] for one in problem["errors"]] == ["signature"]
    answer = sealed.http.post("/v1/tables/PG01/commands", json=told)
    problem = expect_problem(answer, "invalid-command")
    assert "the whole property's: send it to POST /v1/commands" in problem["errors"][0]["what"]
    assert sealed.service.storage.ledger.head() == 0


@pytest.mark.parametrize("sealed", [{"auth": "on", "controls": "full"}], indirect=True)
def test_who_signs_in_and_under_full_controls_only_an_auditor(sealed: Sealed) -> None:
    told = rotation(sealed.first, key(1))
    expect_problem(sealed.post(told), "unauthorized")
    for who in ("dana", "frank", "paula", "cora"):
        problem = expect_problem(sealed.post(told, token=who), "refused")
        assert problem["rule"] == "control:duties"
    (event,) = sealed.post(told, token="ada").json()["events"]
    assert event["actor"] == {"id": "ada", "role": "auditor"}
