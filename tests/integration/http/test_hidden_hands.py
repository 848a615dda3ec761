"""Hands in play reach nobody who may not see them: every answer that a person can load is read."""

import itertools
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest

from services.http.masking import SEES_HANDS
from tests.support.domain import asked, poker
from tests.support.domain.asked import Asked
from tests.support.http.pages import browser
from tests.support.http.playing import DEALER, LOSES, WINS, Told
from tests.support.http.staff import STAFF, Staff, at_work

DRAWN: Final = re.compile(r"(?:tile|card)-(?!back)(?:[1-6]-[1-6]|[2-9TJQKA][SHDC]|JK)")
NAMED: Final = re.compile(rb'"(?:[1-6]-[1-6]|[2-9TJQKA][SHDC]|JK)"')
WHOLE_SET: Final = re.compile(
    rb'\[(?:"(?:[1-6]-[1-6]|[2-9TJQKA][SHDC]|JK)",?){32}(?:"(?:..)",?){0,21}\]'
)
"""All 32 tiles, or all 53 cards, to pick from: whose they are it does not tell."""
FOR_ALL: Final = ("/rules", "/docs", "/glossary", "/static/", "/openapi.json", "/v1/stream")
"""What shows pieces and tells nothing of a hand, and what never ends."""
MOST: Final = 400
BLIND: Final = {role: who for who, role in STAFF.items() if role not in SEES_HANDS}.values()
"""One of each role that sees no hands in play."""


class Links(HTMLParser):
    """What a page leads to, and what its scripts load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and (name == "href" or name.startswith("data-")) and value.startswith("/"):
                self.found.add(value.partition("#")[0])


@pytest.fixture(scope="module")
def staff(server: str, logs: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    with at_work(server, tmp_path_factory.mktemp("staff")) as staff:
        yield staff


def deal(staff: Staff, table: str, *commands: Asked) -> Told:
    events = [staff.done("dana", {**command, "table": table})[-1] for command in commands]
    row = staff.get("dana", f"/v1/tables/{table}", seq=events[-1]["seq"])
    assert row.status_code == 200, row.text
    shown: Told = row.json()
    return shown


@pytest.fixture(scope="module")
def in_play(staff: Staff) -> list[str]:
    """A round of tiles and one of cards, both with every hand set and nothing settled."""
    tiles = asked.up_to_the_house(DEALER, {1: WINS, 3: LOSES})
    cards = poker.to_the_house({1: poker.WINS, 2: poker.LOSES})
    rows = [
        deal(staff, "PG01", asked.open_table(), *tiles),
        deal(staff, "PK01", poker.poker(), *cards),
    ]
    assert [row["phase"] for row in rows] == ["house_set", "house_set"]
    return [str(row["round"]) for row in rows]


def addresses(staff: Staff, rounds: list[str]) -> list[str]:
    """Every address of the API that is read, and every page that is not led to by a link."""
    described = staff.get("ada", "/openapi.json").json()["paths"]
    found = []
    for path, methods in described.items():
        if "get" not in methods or path.startswith(FOR_ALL):
            continue
        for round_id in rounds:
            filled = path.replace("{table}", round_id.partition("-")[0])
            found.append(filled.replace("{round_id}", round_id).replace("{round}", round_id))
    pages = (f"/tables/{one.partition('-')[0]}/terminal" for one in rounds)
    steps = (f"/rounds/{one}?step={step}" for one in rounds for step in range(1, 14))
    searches = (f"/search?q={one}" for one in rounds)
    states = (f"/tables/{one.partition('-')[0]}/terminal/state" for one in rounds)
    return ["/", *found, *pages, *steps, *searches, *states]


def crawled(http: httpx.Client, start: list[str]) -> Iterator[tuple[str, httpx.Response]]:
    waiting, seen = list(start), set(start)
    for _ in itertools.repeat(None, MOST):
        if not waiting:
            return
        path = waiting.pop(0)
        answer = http.get(path, headers={"Accept": "text/html, application/json"})
        assert answer.status_code < 500, (path, answer.text)
        yield path, answer
        if answer.headers.get("content-type", "").startswith("text/html"):
            links = Links()
            links.feed(answer.text)
            new = {one for one in links.found - seen if not one.startswith(FOR_ALL)}
            seen |= new
            waiting += sorted(new)


def stored_salts(staff: Staff) -> list[str]:
    """Whoever knew one could try hands until the public hash fits."""
    logged = staff.house.storage.ledger.log_after(0, 5000)
    salts = [event["salt"] for one in logged if "salt" in (event := json.loads(one.state))]
    assert len(salts) == 8  # two deals, four hands set, two of the house
    return salts


@pytest.mark.parametrize("who", BLIND)
def test_nothing_that_can_be_loaded_shows_a_hand_in_play(
    staff: Staff, in_play: list[str], who: str
) -> None:
    pages: list[Any] = []
    salts = stored_salts(staff)
    with browser(staff.clients[who].base_url) as one:
        assert one.sign_in(who).status_code == 303
        for path, answer in crawled(one.http, addresses(staff, in_play)):
            pages.append(urlsplit(path).path)
            named = NAMED.findall(WHOLE_SET.sub(b"", answer.content))
            assert not named, (path, named)
            assert not DRAWN.search(answer.text), (path, DRAWN.findall(answer.text))
            told = [salt for salt in salts if salt in answer.text]
            assert not told, (path, told)
    assert {"/", "/tables/PG01", *(f"/rounds/{one}" for one in in_play)} <= set(pages)
    assert len(pages) > 40


def test_whoever_may_sees_them(staff: Staff, in_play: list[str]) -> None:
    """So that the test above looks for what is there to be seen."""
    with browser(staff.clients["vic"].base_url) as one:
        assert one.sign_in("vic").status_code == 303
        for round_id in in_play:
            assert DRAWN.search(one.get(f"/rounds/{round_id}").text)
            assert NAMED.search(one.get(f"/v1/rounds/{round_id}").content)
            told = one.get(f"/v1/rounds/{round_id}/events").text
            assert [salt for salt in stored_salts(staff) if salt in told]
