"""Tokens for some tables only, and commands in another's name: denied, counted, logged."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from services.bootstrap import Service
from services.settings import Settings
from tests.support.domain import asked
from tests.support.http.at_provider import denied, serving
from tests.support.http.pages import Browser, browser
from tests.support.http.playing import Pit, Table, expect_problem


def token(who: str, role: str, *tables: str) -> str:
    digest = hashlib.sha256(who.encode()).hexdigest()
    scope = f"tables = {list(tables)}\n" if tables else ""
    return f'[[token]]\nid = "{who}"\nrole = "{role}"\nsha256 = "{digest}"\n{scope}'


@contextmanager
def house_of(house: Service, settings: Settings, folder: Path, *tokens: str) -> Iterator[httpx.URL]:
    file = folder / "tokens.toml"
    file.touch(mode=0o600)
    file.write_text("".join(tokens))
    own = settings.model_copy(update={"auth": "on", "tokens": file, "token_failures": 3})
    with serving(house, own) as running:
        yield running.http.base_url


@pytest.fixture
def own(pit: Pit) -> Table:
    table = pit.table()
    table.open()
    return table


@pytest.fixture
def door(house: Service, settings: Settings, tmp_path: Path, own: Table) -> Iterator[httpx.URL]:
    """Dana is for one table, Frank for all."""
    staff = token("dana", "dealer", own.name), token("frank", "floorperson")
    with house_of(house, settings, tmp_path, *staff) as address:
        yield address


@pytest.fixture
def dana(door: httpx.URL) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=door, headers={"Authorization": "Bearer dana"}) as client:
        yield client


def refused(answer: httpx.Response, *words: str) -> None:
    detail = expect_problem(answer, "forbidden")["detail"]
    for one in words:
        assert one in detail


def test_a_command_keeps_to_the_tokens_tables(
    dana: httpx.Client, pit: Pit, own: Table, table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    before = denied("scope")
    assert dana.post(own.path, json=asked.buy_in()).status_code == 201
    elsewhere = {**asked.buy_in(), "table": table.name}
    with pit.nothing_stored():
        refused(dana.post(table.path, json=asked.buy_in()), table.name, f"for {own.name} only")
        refused(dana.post("/v1/commands", json=elsewhere), table.name)
        both = [{**asked.buy_in(), "table": own.name}, elsewhere]
        refused(dana.post("/v1/commands", json=both), table.name)
    assert denied("scope") == before + 3
    logged = capsys.readouterr().err
    assert "dana" in logged
    assert table.path in logged
    seen = dana.get(f"/v1/tables/{table.name}", params={"seq": 1})
    assert seen.status_code == 200, "reading is not scoped"


def test_a_day_is_closed_by_nobody_of_one_table(dana: httpx.Client, pit: Pit, day: str) -> None:
    close = {"command": "close_day", "day": day, "status": "provisional"}
    with pit.nothing_stored():
        refused(dana.post("/v1/commands", json=close), "the whole property")


def test_nor_is_anything_signed_for_another_table(
    dana: httpx.Client, own: Table, table: Table
) -> None:
    command: dict[str, Any] = asked.buy_in()
    assert dana.post("/v1/proofs", json={**command, "table": own.name}).status_code == 201
    refused(dana.post("/v1/proofs", json={**command, "table": table.name}), table.name)


def test_a_page_keeps_to_them_too(door: httpx.URL, pit: Pit, own: Table, table: Table) -> None:
    with browser(door) as visitor:
        visitor.sign_in("dana")

        def open_round(name: str) -> httpx.Response:
            return visitor.post("/do", command="open_round", table=name)

        assert open_round(own.name).status_code == 303
        with pit.nothing_stored():
            answer = open_round(table.name)
        assert answer.status_code == 403
        assert f"signed in for {own.name} only" in answer.text


def test_a_session_is_over_when_the_tables_of_its_token_change(
    house: Service, settings: Settings, tmp_path: Path, door: httpx.URL, table: Table
) -> None:
    with browser(door) as visitor:
        visitor.sign_in("dana")
        cookie = {"Cookie": f"pitledger_session={visitor.cookie()}"}
    folder = tmp_path / "later"
    folder.mkdir()
    with house_of(house, settings, folder, token("dana", "dealer", table.name)) as address:
        expect_problem(httpx.get(address.join("/v1/tables"), headers=cookie), "unauthorized")


def test_nobody_declares_another(dana: httpx.Client, pit: Pit, own: Table) -> None:
    before = denied("actor")
    with pit.nothing_stored():
        for declared in ({"id": "frank", "role": "floorperson"}, {"id": "dana", "role": "auditor"}):
            told = {**asked.buy_in(), "actor": declared}
            refused(dana.post(own.path, json=told), "another actor than dana")
            refused(dana.post(own.path, json=[asked.buy_in(), told]), "another actor than dana")
    assert denied("actor") == before + 4


def sign_beside(visitor: Browser, table: Table, signer: str) -> httpx.Response:
    """A count that somebody signs on the page of another."""
    form = {"command": "count_tray", "table": table.name, "inventory:dollars": "10,000"}
    return visitor.post("/do", **form, **{"signatures:people": signer})


def test_who_signs_beside_keeps_to_their_tables_and_cannot_be_guessed(
    door: httpx.URL, pit: Pit, own: Table, table: Table
) -> None:
    before = denied("cosigner")
    with browser(door) as frank:
        frank.sign_in("frank")
        assert sign_beside(frank, own, "dana").status_code == 303
        with pit.nothing_stored():
            assert sign_beside(frank, table, "dana").status_code == 403
            for _ in range(3):
                answer = sign_beside(frank, own, "a guess")
                assert (answer.status_code, "a guess" in answer.text) == (403, False)
            assert sign_beside(frank, own, "dana").status_code == 429
    assert denied("cosigner") == before + 3
