"""With AUTH off a visitor is whoever they choose to be, and the pages say so."""

from collections.abc import Iterator

import httpx
import pytest
from prometheus_client import REGISTRY

from domain.roles import ROLES
from tests.support.domain import asked
from tests.support.http.pages import OWN_PAGE, PAGE, Browser, browser
from tests.support.http.playing import DEALER, WINS, Pit, Table, expect_problem, one

COOKIE = "pitledger_role"


@pytest.fixture
def visitor(http: httpx.Client) -> Iterator[Browser]:
    with browser(http.base_url) as one_of_them:
        yield one_of_them


def chosen(visitor: Browser, role: str) -> Browser:
    answer = visitor.post("/login", role=role, next="/login")
    assert (answer.status_code, answer.headers["location"]) == (303, "/login")
    return visitor


def test_one_is_the_pit_manager_until_one_chooses(visitor: Browser) -> None:
    page = visitor.get("/login").text
    assert "<strong>demo-pit_manager</strong>" in page
    assert "nobody signs in" in page
    for role in ROLES:
        assert f"<strong>demo-{role}</strong>" in chosen(visitor, role).get("/login").text
    assert visitor.post("/logout").status_code == 303
    assert "<strong>demo-pit_manager</strong>" in visitor.get("/login").text


def test_the_choice_is_kept_in_a_cookie_for_this_host(visitor: Browser) -> None:
    answer = visitor.post("/login", role="cage")
    name, *flags = answer.headers["set-cookie"].split("; ")
    assert name == f"{COOKIE}=cage"
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(flags)
    assert "Secure" not in flags


def test_one_returns_to_where_one_chose(visitor: Browser) -> None:
    form = {"role": "cage"}
    came_from = {"Referer": f"{visitor.origin['Origin']}/meters?day=2026-11-15"}
    headers = {**PAGE, **visitor.origin}
    answer = visitor.http.post("/login", data=form, headers={**headers, **came_from})
    assert answer.headers["location"] == "/meters?day=2026-11-15"
    answer = visitor.http.post(
        "/login", data=form, headers={**headers, "Referer": "https://evil.example/x"}
    )
    assert answer.headers["location"] == "/"


@pytest.mark.parametrize("role", ["", "boss", "Dealer", "dealer\r\nSet-Cookie: a=b"])
def test_there_is_no_other_role(visitor: Browser, role: str) -> None:
    answer = visitor.post("/login", role=role)
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers
    visitor.http.cookies.set(COOKIE, role.replace("\r\n", ""))
    assert "<strong>demo-pit_manager</strong>" in visitor.get("/login").text


def test_what_one_does_is_done_as_who_one_is(visitor: Browser, table: Table) -> None:
    dealer = chosen(visitor, "dealer")
    assert dealer.post("/do", command="open_round", table=table.name).status_code == 303
    answer = dealer.http.post(table.path, json=asked.buy_in(), headers=OWN_PAGE)
    assert answer.json()["events"][0]["actor"] == {"id": "demo-dealer", "role": "dealer"}


def test_what_shows_no_page_of_ours_does_nothing(visitor: Browser, pit: Pit, table: Table) -> None:
    """A page's forms always have to, cookie or not; the API where a role was chosen."""
    form = {"command": "open_round", "table": table.name}
    before = REGISTRY.get_sample_value("pitledger_http_denied_total", {"why": "origin"}) or 0
    with pit.nothing_stored():
        expect_problem(visitor.http.post("/do", data=form), "forbidden")
        expect_problem(visitor.http.post("/login", data={"role": "cage"}), "forbidden")
        chosen(visitor, "dealer")
        expect_problem(visitor.http.post(table.path, json=asked.buy_in()), "forbidden")
        expect_problem(visitor.http.post("/do", data=form), "forbidden")
    after = REGISTRY.get_sample_value("pitledger_http_denied_total", {"why": "origin"})
    assert after == before + 4


def test_a_program_without_a_cookie_is_as_free_as_ever(http: httpx.Client, table: Table) -> None:
    assert table.do(asked.buy_in())[0]["actor"] is None
    told = {"id": "ann", "role": "dealer"}
    assert table.do({**asked.buy_in(), "actor": told})[0]["actor"] == told


def test_a_chosen_role_sees_what_that_role_sees(visitor: Browser, table: Table) -> None:
    made = table.do_as_one(*asked.up_to_the_house(DEALER, {1: WINS}))
    path = f"/v1/rounds/{made[0]['round']}/events"

    def hands() -> set[str]:
        events = visitor.http.get(path).json()["events"]
        return set(one(events, "TilesDealt")["hands"]["1"])

    assert hands() == {"??"}
    chosen(visitor, "dealer")
    assert hands() == {"??"}
    chosen(visitor, "surveillance")
    assert "??" not in hands()


def test_nobody_proves_anything_here(visitor: Browser, table: Table) -> None:
    chosen(visitor, "dealer")
    command = {**asked.buy_in(), "table": table.name}
    answer = visitor.http.post("/v1/proofs", json=command, headers=OWN_PAGE)
    assert "nobody signs in" in expect_problem(answer, "forbidden")["detail"]
