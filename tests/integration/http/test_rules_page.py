"""Rules and system over HTTP: for every role, what is in force, signs to print, and no secret."""

import re

import httpx
import pytest

from domain.roles import ROLES
from services.http.cookies import ROLE
from services.settings import Settings
from tests.support.http.playing import Pit

PAGE = {"Accept": "text/html"}


def get(http: httpx.Client, path: str, role: str = "dealer") -> httpx.Response:
    return http.get(path, headers={**PAGE, "Cookie": f"{ROLE}={role}"})


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("path", ["/rules", "/rules/regulations/nj-craps", "/system"])
def test_everybody_may_look(http: httpx.Client, path: str, role: str) -> None:
    answer = get(http, path, role)
    assert answer.status_code == 200
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert '<form class="action' not in answer.text


def test_a_submission_is_shown_with_its_tables_and_its_sign(pit: Pit) -> None:
    table = pit.table()
    (opened, *_) = table.open(limits={"pai_gow": [1_500, 77_700]}, triples_bonus=True)
    pit.house.runner.catch_up(10)
    page = get(pit.http, "/rules").text
    content = opened["submission_hash"]
    assert f"/rules/submissions/{content}" in page
    assert f'href="/tables/{table.name}"' in page
    assert "$15.00 to $777.00" in page
    detail = get(pit.http, f"/rules/submissions/{content}").text
    for words in ("$777.00", "House edge, exact", "Payouts", f'href="/tables/{table.name}"'):
        assert words in detail
    for query in (f"table={table.name}", f"submission={content}"):
        sign = get(pit.http, f"/rules/sign?{query}")
        assert sign.status_code == 200
        for words in ("180 to 1", "$15.00", "$777.00", content[:12], "19:46-1.13C"):
            assert words in sign.text, words
        assert " for 1" not in sign.text


def test_filed_exceptions_are_drawn(pit: Pit) -> None:
    table = pit.table()
    filed = [{"tiles": ["6-6", "1-6", "5-5", "2-3"], "high": ["6-6", "5-5"]}]
    table.open(house_way={"base": "basic", "exceptions": filed})
    pit.house.runner.catch_up(10)
    sign = get(pit.http, f"/rules/sign?table={table.name}").text
    assert "#tile-5-5" in sign
    content = re.search(r"/rules/submissions/([0-9a-f]{64})", sign)
    assert content
    assert "Exceptions to the house way" in get(pit.http, content[0]).text


def test_the_glossary_names_every_tile(http: httpx.Client) -> None:
    page = get(http, "/rules").text
    for words in ("#tile-6-6", "heaven", "天", "gee joon", "teen wong", "mixed nines"):
        assert words in page


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/rules/regulations/nowhere", 404),
        ("/rules/submissions/" + "0" * 64, 404),
        ("/rules/submissions/%3Cscript%3E", 404),
        ("/rules/sign", 422),
        ("/rules/sign?table=NOBODY", 404),
        ("/rules/sign?table=PG01&submission=x", 422),
        ("/rules?all=1", 422),
        ("/system?secret=1", 422),
    ],
)
def test_what_is_not_there_is_a_clear_page(http: httpx.Client, path: str, status: int) -> None:
    answer = get(http, path)
    assert answer.status_code == status
    assert 'class="problem"' in answer.text
    assert "<script>" not in answer.text


def test_the_system_says_how_it_is_and_keeps_its_secrets(pit: Pit, settings: Settings) -> None:
    pit.house.runner.catch_up(10)
    page = get(pit.http, "/system").text
    for words in ("ready", "read model", "table_days", "PostgreSQL", "nj-pai-gow@", "TIMEZONE"):
        assert words in page, words
    assert settings.database_url not in page
    assert str(settings.data) not in page
    for name in ("DATABASE_URL", "TOKEN", "SECRET", "KEY"):
        assert f">{name}" not in page


def test_a_stopped_read_model_is_seen(pit: Pit) -> None:
    datastore = pit.house.storage.ledger.datastore
    where = "WHERE projection = 'currency'"
    with datastore.transaction(commit=True) as cursor:
        cursor.execute(f"UPDATE projection_positions SET stopped_by = 'cannot be read' {where}")
    try:
        page = get(pit.http, "/system").text
    finally:
        with datastore.transaction(commit=True) as cursor:
            cursor.execute(f"UPDATE projection_positions SET stopped_by = NULL {where}")
    assert "cannot be read" in page
    assert ">stopped</span>" in page
