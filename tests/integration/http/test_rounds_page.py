"""Rounds found on their page, and the search box that leads to what is called so."""

import re
from html import unescape
from typing import Any, Final

import httpx
import pytest

from services.bootstrap import open_service
from services.settings import read_settings
from tests.support.domain import asked
from tests.support.http.pages import PAGE
from tests.support.http.playing import DEALER, LOSES, WINS, Pit, Table
from tests.support.http.serving import served
from tests.support.store.databases import new_database

HANDS: Final = {1: WINS, 2: LOSES}
MARKUP: Final = '<script>alert("x")</script>&'


def look(http: httpx.Client, path: str, status: int = 200, **query: Any) -> str:
    answer = http.get(path, params=query or None, headers=PAGE)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    return answer.text


def rounds_on(body: str) -> list[str]:
    return re.findall(r'<a class="round" href="/rounds/([^"]+)"', body)


def play(table: Table, player: str = "ann", *, settle: bool = True) -> str:
    opened = table.open_round()
    table.do(asked.place(1, player=player), asked.place(2), asked.no_more_bets(), asked.roll())
    tiles = {seat: hand.replace("/", "") for seat, hand in HANDS.items()}
    table.do(asked.deal(DEALER, tiles))
    table.do(*(asked.set_hand(seat, *hand.split("/")) for seat, hand in HANDS.items()))
    table.do(asked.set_house(), *([asked.settle()] if settle else []))
    return opened


def test_a_round_is_found_by_the_form(pit: Pit, table: Table) -> None:
    played = play(table)
    pit.house.runner.catch_up()
    body = look(pit.http, "/rounds", table=table.name, seat="1", piece="pair of sixes", day="")
    assert rounds_on(body) == [played]
    assert 'value="pair of sixes"' in body
    assert "is looked for as 6-6" in body
    assert f'href="/tables/{table.name}"' in body
    assert 'href="/rounds?player=ann"' in body
    assert rounds_on(look(pit.http, "/rounds", table=table.name, seat="2", piece="天")) == []


def test_several_pieces_are_told_with_commas(pit: Pit, table: Table) -> None:
    played = play(table)
    pit.house.runner.catch_up()
    assert rounds_on(look(pit.http, "/rounds", table=table.name, piece="teen, tit")) == [played]
    assert rounds_on(look(pit.http, "/rounds", table=table.name, piece="teen and chong")) == []


def test_a_round_in_play_is_not_there(pit: Pit, table: Table) -> None:
    play(table, settle=False)
    pit.house.runner.catch_up()
    for role in ("dealer", "auditor", "surveillance"):
        pit.http.cookies.set("pitledger_role", role)
        body = look(pit.http, "/rounds", table=table.name, piece="teen", seat="1")
        pit.http.cookies.clear()
        assert rounds_on(body) == []


def test_amounts_are_in_dollars(pit: Pit, table: Table) -> None:
    played = play(table)
    pit.house.runner.catch_up()
    assert rounds_on(look(pit.http, "/rounds", table=table.name, min="25.00", max="$25")) == [
        played
    ]
    assert rounds_on(look(pit.http, "/rounds", table=table.name, min="25.01")) == []


def test_a_players_name_is_text_and_nothing_else(pit: Pit, table: Table) -> None:
    played = play(table, player=MARKUP)
    pit.house.runner.catch_up()
    for body in (
        look(pit.http, "/rounds", table=table.name),
        look(pit.http, "/rounds", player=MARKUP, table=table.name),
        look(pit.http, "/search", q=MARKUP[:-1]),
    ):
        assert "<script>alert" not in body
        assert "alert(&#34;x&#34;)" in body
    assert rounds_on(look(pit.http, "/rounds", player=MARKUP, table=table.name)) == [played]
    [link] = re.findall(
        r'href="(/rounds\?player=[^"]*script[^"]*)"', look(pit.http, "/search", q="<script")
    )[:1]
    assert played in rounds_on(look(pit.http, unescape(link)))


def test_what_is_wrong_stands_beside_its_field(pit: Pit) -> None:
    body = look(
        pit.http, "/rounds", 422, seat="99", min="x", piece="pear of sixes", **{"from": "noon"}
    )
    for name in ("seat", "min", "piece", "from"):
        assert f'id="wrong-{name}"' in body
        assert f'aria-describedby="wrong-{name}"' in body
    assert "pair of sixes" in body
    assert 'value="pear of sixes"' in body
    assert rounds_on(body) == []


def test_what_nobody_can_find_says_why(pit: Pit, table: Table) -> None:
    body = look(pit.http, "/rounds", table=table.name, player="nobody at all")
    assert "Nothing was found" in body
    assert "names the player" in body


def test_pages_lead_to_the_older_ones(pit: Pit, table: Table) -> None:
    for _ in range(51):
        table.play_round(HANDS)
    pit.house.runner.catch_up()
    first = look(pit.http, "/rounds", table=table.name, seat="1")
    assert len(rounds_on(first)) == 50
    [older] = re.findall(r'rel="next" href="([^"]+)"', first)
    second = look(pit.http, unescape(older))
    assert rounds_on(second) == [f"{table.name}-1-1"]
    assert 'rel="next"' not in second
    [newest] = re.findall(r'href="([^"]+)">↑ newest', second)
    assert rounds_on(look(pit.http, unescape(newest))) == rounds_on(first)


def test_times_are_the_propertys_own(server: str, logs: None) -> None:
    """20:00 in London is 15:00 in New York."""
    zone = "America/New_York"
    settings = read_settings({}, database_url=new_database(server), port=0, timezone=zone)
    with open_service(settings) as house, served(house.app(), settings) as running:
        pit = Pit(running.http, house)
        table = pit.table(at="2026-11-14T20:00:00Z")
        table.open()
        table.play_round(HANDS)
        house.runner.catch_up()
        found: Any = {"from": "2026-11-14T14:59", "to": "2026-11-14T15:01:00"}
        body = look(pit.http, "/rounds", **found)
        assert rounds_on(body) == [f"{table.name}-1-1"]
        assert "15:00:00" in body
        early: Any = {"from": "2026-11-14T19:59"}
        assert rounds_on(look(pit.http, "/rounds", **early)) == []
        with_offset: Any = {"from": "2026-11-14T19:59:00Z", "to": "2026-11-14T20:00:00+00:00"}
        assert rounds_on(look(pit.http, "/rounds", **with_offset)) != []


def leads_to(pit: Pit, text: str) -> str:
    answer = pit.http.get("/search", params={"q": text}, headers=PAGE)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def test_one_thing_that_is_called_so_is_gone_to(pit: Pit, table: Table) -> None:
    played = play(table, player=f"guest of {table.name}")
    table.do(asked.fill(f"F-{table.name}", 5000))
    pit.house.runner.catch_up()
    assert leads_to(pit, played) == f"/rounds/{played}"
    assert leads_to(pit, f" {played.lower()} ") == f"/rounds/{played}"
    assert leads_to(pit, table.name) == f"/tables/{table.name}"
    assert leads_to(pit, "2026-11-14") == "/days/2026-11-14"
    assert (
        leads_to(pit, f"{table.name}-2")
        == f"/exceptions?show=all&table={table.name}#{table.name}-2"
    )
    assert leads_to(pit, f"F-{table.name}") == f"/tables/{table.name}#slip-F-{table.name}"
    assert leads_to(pit, f"guest of {table.name}") == f"/rounds?player=guest+of+{table.name}"
    assert leads_to(pit, "pair of sixes") == "/rounds?piece=pair+of+sixes"
    assert leads_to(pit, "") == "/rounds"


def test_what_is_only_like_it_is_offered(pit: Pit, table: Table) -> None:
    play(table, player=f"first of {table.name}")
    play(table, player=f"second of {table.name}")
    pit.house.runner.catch_up()
    body = look(pit.http, "/search", q=f"OF {table.name}")
    assert "Nothing is called so" in body
    assert f'href="/rounds?player=first+of+{table.name}"' in body
    assert f'href="/rounds?player=second+of+{table.name}"' in body


@pytest.mark.parametrize(
    "text", ["nothing of the kind", "PG01-1-999999", "<b>bold</b>", "%", "\x00zzzq"]
)
def test_nothing_is_called_so(pit: Pit, text: str) -> None:
    body = look(pit.http, "/search", 404, q=text)
    assert "Nothing is called" in body
    assert "<b>bold" not in body
