"""With AUTH on: who asks is known by a token, and what is seen depends on the role."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self

import httpx
import pytest

from services.bootstrap import Service
from services.http.app import make_app
from services.settings import Settings, read_settings
from services.settings_sources import SettingsError
from tests.support.domain import asked
from tests.support.http.playing import DEALER, WINS, Pit, Table, expect_problem, one
from tests.support.http.serving import Served, listening, served

PUBLISHED: Final = ("/v1/log/checkpoint", "/v1/log/key", "/v1/log/tile/{level}/{path}")
"""Of the sealed log what gives nothing away."""
ROLES: Final = {"dealer": "d-7", "surveillance": "s-1", "auditor": "a-1"}


def token_of(role: str) -> str:
    return f"the {role}'s secret"


def bearer(role: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token_of(role)}"}


def write_tokens(path: Path) -> Path:
    path.write_text(
        "\n".join(
            f'[[token]]\nid = "{person}"\nrole = "{role}"\n'
            f'sha256 = "{hashlib.sha256(token_of(role).encode()).hexdigest().upper()}"'
            for role, person in ROLES.items()
        )
    )
    return path


@pytest.fixture(scope="module")
def guarded(
    house: Service, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """The same house behind a door that asks for a token."""
    tokens = write_tokens(tmp_path_factory.mktemp("access") / "tokens.toml")
    locked = settings.model_copy(update={"auth": "on", "tokens": tokens})
    storage = house.storage
    app = make_app(
        settings=locked,
        desk=house.desk,
        ledger=storage.ledger,
        books=storage.books,
        checks=house.checks(),
    )
    with served(app, locked) as running:
        yield running


@pytest.fixture
def seen_by(guarded: Served, pit: Pit) -> Iterator["Doors"]:
    with Doors(guarded, pit) as doors:
        yield doors


class Doors:
    """The pit as each role sees it."""

    def __init__(self, guarded: Served, pit: Pit) -> None:
        self._pit = pit
        url = guarded.http.base_url
        self._clients = {role: httpx.Client(base_url=url, headers=bearer(role)) for role in ROLES}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for client in self._clients.values():
            client.close()

    def __call__(self, role: str) -> Pit:
        return self._pit.through(self._clients[role])


WRONG_TOKENS: Final = {
    "none": {},
    "a scheme alone": {"Authorization": "Bearer"},
    "unknown": {"Authorization": "Bearer nobody's"},
    "another scheme": {"Authorization": f"Basic {token_of('dealer')}"},
    "no scheme": {"Authorization": token_of("dealer")},
    "the hash itself": {
        "Authorization": f"Bearer {hashlib.sha256(token_of('dealer').encode()).hexdigest()}"
    },
}


@pytest.mark.parametrize("name", WRONG_TOKENS)
def test_without_a_known_token_nothing_is_told(guarded: Served, name: str) -> None:
    response = guarded.http.get("/v1/tables", headers=WRONG_TOKENS[name])
    expect_problem(response, "unauthorized")
    assert response.headers["www-authenticate"] == "Bearer"


def test_every_address_of_the_api_asks_for_a_token(guarded: Served) -> None:
    paths = guarded.http.get("/openapi.json").json()["paths"]
    asked_for = {
        path: methods
        for path, methods in paths.items()
        if path.startswith("/v1/") and path not in PUBLISHED
    }
    assert len(asked_for) >= 9
    for path, methods in asked_for.items():
        for method in methods:
            expect_problem(guarded.http.request(method, path), "unauthorized")


def test_nothing_is_done_without_a_token(guarded: Served, pit: Pit, table: Table) -> None:
    with pit.nothing_stored():
        expect_problem(guarded.http.post(table.path, json=asked.buy_in()), "unauthorized")


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/metrics", "/openapi.json", "/login"])
def test_health_and_the_way_in_need_none(guarded: Served, path: str) -> None:
    assert guarded.http.get(path).status_code == 200


def test_the_tokens_actor_is_the_commands(seen_by: Doors, table: Table) -> None:
    dealers = Table(seen_by("dealer"), table.name, None)
    own = {"id": "d-7", "role": "dealer"}
    for command in (asked.buy_in(), {**asked.buy_in(), "actor": own}):
        assert dealers.do(command)[0]["actor"] == own


def test_a_repeat_by_somebody_else_is_another_body(seen_by: Doors, table: Table) -> None:
    command = {**asked.buy_in(), "command_id": "00000000-0000-4000-8000-00000000d007"}
    Table(seen_by("dealer"), table.name, None).do(command)
    other = Table(seen_by("auditor"), table.name, None)
    expect_problem(other.send(command), "other-body")


@pytest.mark.parametrize("role", ["surveillance", "auditor"])
def test_surveillance_and_auditors_see_everything(
    seen_by: Doors, pit: Pit, table: Table, role: str
) -> None:
    head, view = pit.head(), seen_by(role)
    made = table.do_as_one(*asked.up_to_the_house(DEALER, {1: WINS}))
    made += table.do(asked.surrender(1))
    round_id = made[0]["round"]
    assert view.read(f"/v1/rounds/{round_id}/events")["events"] == made
    assert view.events_since(head) == made
    with listening(view.http, last_id=head) as stream:
        assert [message.data for message in stream.take(len(made))] == made
    truth = one(made, "TilesDealt")["hands"]
    rounds = view.read(f"/v1/tables/{table.name}/rounds")["rounds"]
    for row in (view.read(f"/v1/rounds/{round_id}"), *rounds):
        assert row["hands"] == truth
        assert row["settings"]["1"] == {"high": ["6-6", "1-6"], "low": ["5-5", "2-3"]}


def test_other_roles_see_what_is_masked(seen_by: Doors, table: Table) -> None:
    made = table.deal_round({1: WINS})
    events = seen_by("dealer").read(f"/v1/rounds/{made[0]['round']}/events")["events"]
    assert set(one(events, "TilesDealt")["hands"]["1"]) == {"??"}


def test_an_actor_without_a_token_is_only_a_claim(pit: Pit, table: Table) -> None:
    """With AUTH off a command's actor is kept, but opens nobody's eyes."""
    eye = {"id": "s-1", "role": "surveillance"}
    made = table.deal_round({1: WINS})
    assert table.do({**asked.set_hand(1), "actor": eye})[0]["actor"] == eye
    response = pit.http.get(f"/v1/rounds/{made[0]['round']}/events", headers=bearer("auditor"))
    assert set(one(response.json()["events"], "TilesDealt")["hands"]["1"]) == {"??"}


def parts_of(house: Service, settings: Settings) -> None:
    make_app(
        settings=settings,
        desk=house.desk,
        ledger=house.storage.ledger,
        books=house.storage.books,
        checks={},
    )


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "pit.example"])
def test_without_auth_the_service_stays_on_loopback(
    house: Service, settings: Settings, host: str
) -> None:
    with pytest.raises(SettingsError, match="AUTH"):
        read_settings({}, host=host).require_safe()
    with pytest.raises(SettingsError, match="loopback"):
        parts_of(house, settings.model_copy(update={"host": host}))


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_loopback_needs_no_auth(host: str) -> None:
    read_settings({}, host=host).require_safe()


def test_with_auth_any_address_will_do(tmp_path: Path) -> None:
    tokens = write_tokens(tmp_path / "tokens.toml")
    read_settings({}, host="0.0.0.0", auth="on", tokens=tokens).require_safe()


def test_auth_needs_a_tokens_file(house: Service, settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="TOKENS"):
        parts_of(house, settings.model_copy(update={"auth": "on"}))
    missing = settings.model_copy(update={"auth": "on", "tokens": tmp_path / "none.toml"})
    with pytest.raises(SettingsError, match=r"none\.toml"):
        parts_of(house, missing)


@pytest.mark.parametrize(
    "content",
    ["", "token = 7", "[[token]]\nid = 'x'", "[[token]]\nid = ''\nrole = 'r'\nsha256 = 'ab'", "["],
)
def test_a_tokens_file_that_cannot_be_used_is_told(
    house: Service, settings: Settings, tmp_path: Path, content: str
) -> None:
    tokens = tmp_path / "tokens.toml"
    tokens.write_text(content)
    with pytest.raises(SettingsError, match=r"lists \[\[token\]\]"):
        parts_of(house, settings.model_copy(update={"auth": "on", "tokens": tokens}))
