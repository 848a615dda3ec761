"""Cheap floods: a mistake is answered in few words, however large it is; guessing has its limit."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from prometheus_client import REGISTRY

from services.bootstrap import Service
from services.http.app import make_app
from services.http.attempts import Attempts
from services.http.clients import client_name
from services.http.problems import Problem
from services.settings import Settings, read_settings
from services.settings_sources import SettingsError
from tests.integration.http.test_access import bearer, write_tokens
from tests.support.http.playing import Pit, Table, expect_problem
from tests.support.http.serving import Served, served

MOST_BYTES: Final = 20_000
FLOODS: Final[dict[str, object]] = {
    "keys that do not exist": {"command": "settle", **{f"k{n}": n for n in range(60_000)}},
    "a name without end": {"command": "x" * 900_000},
    "a table without end": {"command": "settle", "table": "x" * 900_000},
    "tiles without end": {"command": "deal", "stacks": [["1-9"] * 900] * 100},
    "lists of lists": {"command": "deal", "stacks": [[[]] * 900] * 200},
    "an inventory without end": {
        "command": "close_table",
        "inventory": {str(n): -1 for n in range(60_000)},
    },
    "a thousand mistakes": {"command": "settle", **{f"k{n}": n for n in range(900)}},
    "commands without end": [7] * 300_000,
    "a number without end": {"command": "settle", "seat": 10**4000},
}


@pytest.mark.parametrize("name", FLOODS)
def test_a_large_mistake_has_a_small_answer(pit: Pit, table: Table, name: str) -> None:
    response = pit.http.post(table.path, content=json.dumps(FLOODS[name]))
    problem = expect_problem(response, "invalid-command")
    assert len(response.content) < MOST_BYTES
    assert 1 <= len(problem["errors"]) <= 21
    assert all(len(text) < 400 for error in problem["errors"] for text in error.values())
    table.plays_on()


def test_the_mistakes_that_are_left_out_are_counted(pit: Pit, table: Table) -> None:
    body = {"command": "settle", **{f"k{n}": n for n in range(30)}}
    problem = expect_problem(table.send(body), "invalid-command")
    assert len(problem["errors"]) == 21
    assert "10 more" in problem["errors"][-1]["what"]
    query = "&".join(f"q{n}=1" for n in range(30))
    problem = expect_problem(pit.http.get(f"/v1/tables?{query}"), "invalid-request")
    assert len(problem["errors"]) == 21
    assert "10 more" in problem["errors"][-1]["what"]


@pytest.mark.parametrize(
    "query", ["day=" + "9" * 50_000, "x" * 50_000 + "=1", "&".join(f"q{n}=1" for n in range(5000))]
)
def test_a_long_query_is_not_echoed_at_length(pit: Pit, query: str) -> None:
    response = pit.http.get(f"/v1/reconciliation?{query}")
    expect_problem(response, "invalid-request")
    assert len(response.content) < MOST_BYTES


@pytest.mark.parametrize(
    "headers", [{"Content-Encoding": "gzip"}, {"Content-Type": "application/json; charset=utf-16"}]
)
def test_a_body_comes_as_it_is(pit: Pit, table: Table, headers: dict[str, str]) -> None:
    response = pit.http.post(table.path, content=b"{}", headers=headers)
    expect_problem(response, "unsupported-media-type")


def test_the_size_of_a_body_is_a_setting(house: Service, settings: Settings, table: Table) -> None:
    with _served(house, settings, body_bytes=2000) as running:
        response = running.http.post(table.path, content=b" " * 2001)
        assert "2000" in expect_problem(response, "too-large")["detail"]


def _served(house: Service, settings: Settings, **changes: Any) -> Any:
    changed = settings.model_copy(update=changes)
    storage = house.storage
    app = make_app(
        settings=changed, desk=house.desk, ledger=storage.ledger, books=storage.books, checks={}
    )
    return served(app, changed)


@pytest.fixture
def guarded(house: Service, settings: Settings, tmp_path: Path) -> Iterator[Served]:
    tokens = write_tokens(tmp_path / "tokens.toml")
    with _served(house, settings, auth="on", tokens=tokens, token_failures=3) as running:
        yield running


def denied(why: str) -> float:
    return REGISTRY.get_sample_value("pitledger_http_denied_total", {"why": why}) or 0.0


def test_guessing_tokens_is_slow(guarded: Served, capsys: pytest.CaptureFixture[str]) -> None:
    before = denied("unauthorized"), denied("throttled")
    for number in range(3):
        wrong = {"Authorization": f"Bearer guess {number}"}
        expect_problem(guarded.http.get("/v1/tables", headers=wrong), "unauthorized")
    for number in range(5):
        # Not even a right one is looked at any more, or guessing would go on.
        shown = bearer("auditor") if number else {"Authorization": "Bearer guess"}
        response = guarded.http.get("/v1/tables", headers=shown)
        assert "127.0.0.1" in expect_problem(response, "too-many-attempts")["detail"]
        assert 1 <= int(response.headers["retry-after"]) <= 60
    assert denied("unauthorized") - before[0] == 3
    assert denied("throttled") - before[1] == 5
    assert guarded.http.get("/livez").status_code == 200


def test_who_shows_no_token_has_not_guessed(guarded: Served) -> None:
    for _ in range(5):
        expect_problem(guarded.http.get("/v1/tables"), "unauthorized")
    assert guarded.http.get("/v1/tables", headers=bearer("auditor")).status_code == 200


def test_a_header_does_not_make_another_client(guarded: Served) -> None:
    for number in range(4):
        shown = {"Authorization": "Bearer guess", "X-Forwarded-For": f"192.0.2.{number}"}
        response = guarded.http.get("/v1/tables", headers=shown)
    expect_problem(response, "too-many-attempts")


def test_behind_a_proxy_every_client_has_its_own_guesses(
    house: Service, settings: Settings, tmp_path: Path
) -> None:
    tokens = write_tokens(tmp_path / "tokens.toml")
    limits = {"auth": "on", "tokens": tokens, "token_failures": 2, "proxies": "127.0.0.1"}
    with _served(house, settings, **limits) as running:
        for number in range(6):
            shown = {"Authorization": "Bearer guess", "X-Forwarded-For": f"192.0.2.{number % 3}"}
            expect_problem(running.http.get("/v1/tables", headers=shown), "unauthorized")
        shown["X-Forwarded-For"] = "192.0.2.9, 192.0.2.1"
        response = running.http.get("/v1/tables", headers=shown)
        assert "192.0.2.1;" in expect_problem(response, "too-many-attempts")["detail"]


class _Asked:
    """As much of a request as is looked at."""

    def __init__(self, host: str) -> None:
        self.headers = {"authorization": "Bearer guess"}
        self.client = type("Client", (), {"host": host})


def test_after_a_while_it_may_be_tried_again() -> None:
    now = 0.0
    limits = read_settings({}, token_failures=2, token_failures_seconds=30)
    attempts = Attempts(limits, lambda: now)
    here: Any = _Asked("192.0.2.1")
    for _ in range(2):
        attempts.require_few(here)
        attempts.failed(here)
    with pytest.raises(Problem):
        attempts.require_few(here)
    attempts.require_few(_Asked("192.0.2.2"))  # type: ignore[arg-type]
    now = 30.0
    attempts.require_few(here)


def test_only_so_many_clients_are_remembered() -> None:
    attempts = Attempts(read_settings({}))
    for number in range(10_050):
        attempts.failed(_Asked(f"10.0.{number // 256}.{number % 256}"))  # type: ignore[arg-type]
    assert len(attempts._failures) == 10_000


def test_a_client_is_its_network() -> None:
    assert client_name("2001:db8::1") == client_name("2001:db8::ffff") != client_name("2001:db9::1")
    assert client_name("::ffff:192.0.2.1") == client_name("192.0.2.1") == "192.0.2.1"
    assert client_name(None) == "unknown"
    assert client_name("fe80::1%eth0") == "fe80::/64"


def test_a_proxy_is_an_address() -> None:
    with pytest.raises(SettingsError, match="PROXIES"):
        read_settings({}, proxies="everyone")
