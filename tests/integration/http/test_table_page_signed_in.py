"""A table's page with AUTH on and full controls: each signs in, and signs for themselves."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from tests.support.http.pages import Browser
from tests.support.http.staff import STAFF, Staff, at_work

CHIPS = {"inventory.10000:int": "100"}


class Browsers:
    """Everybody's own."""

    def __init__(self, staff: Staff, clients: dict[str, Browser]) -> None:
        self.staff = staff
        self.clients = clients

    def page(self, who: str, path: str = "/tables/PG01") -> str:
        self.staff.house.runner.catch_up(10)
        answer = self.clients[who].get(path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def do(self, who: str, command: str, **fields: str) -> httpx.Response:
        """Through the form of the page, which must be offered."""
        step = fields.get("step", "")
        page = self.page(who)
        forms = re.findall(r'<form class="action.*?</form>', page, re.DOTALL)
        wanted = [one for one in forms if f'name="command" value="{command}"' in one]
        wanted = [one for one in wanted if not step or f'name="step" value="{step}"' in one]
        assert wanted, f"{who} is not offered {command} {step}"
        own = re.search(r"name=\"signatures:json\" value='([^']*)'", wanted[0])
        form = {
            "command": command,
            "table": "PG01",
            "command_id": str(uuid4()),
            **fields,
        }
        if own:
            form["signatures:json"] = own[1]
        return self.clients[who].post("/do", **form)


@pytest.fixture
def browsers(server: str, logs: None, tmp_path: Path) -> Iterator[Browsers]:
    with at_work(server, tmp_path, controls="full") as staff, ExitStack() as stack:
        clients = {}
        for who in STAFF:
            address = staff.clients[who].base_url
            http = stack.enter_context(httpx.Client(base_url=address, timeout=60))
            clients[who] = Browser(http)
            answer = clients[who].post("/login", token=who)
            assert answer.status_code == 303
        yield Browsers(staff, clients)


def test_a_day_of_chips_by_those_whose_duty_each_is(browsers: Browsers) -> None:
    opening = {"submission:json": '{"regulation": "nj-pai-gow"}', **CHIPS}
    alone = browsers.do("frank", "open_table", **opening)
    assert alone.status_code == 409
    wrong = browsers.do("frank", "open_table", **opening, **{"signatures:people": "nobody"})
    assert wrong.status_code == 403
    both = browsers.do("frank", "open_table", **opening, **{"signatures:people": "dana"})
    assert both.status_code == 303, both.text

    assert browsers.do("dana", "buy_in", **{"seat:int": "1", "amount:dollars": "500"}).is_redirect
    slip = {"slip": "F-1", "amount:int": "100000"}
    assert browsers.do("frank", "fill", step="requested", **slip).is_redirect
    assert browsers.do("carl", "fill", step="issued", **slip).is_redirect
    assert browsers.do("dana", "fill", step="received", **slip).is_redirect
    assert browsers.do("sam", "remove_box").is_redirect

    count = {"inventory.10000:int": "105", "signatures:people": "frank"}
    assert browsers.do("dana", "count_tray", **count).is_redirect
    closing = {"inventory.10000:int": "105", "signatures:people": "dana"}
    assert browsers.do("paula", "close_table", **closing).is_redirect
    row = browsers.staff.get("ada", "/v1/tables/PG01").json()
    assert (row["phase"], row["exceptions"]) == ("closed", [])


def test_everybody_who_signed_in_sees_the_pages(browsers: Browsers) -> None:
    for who in STAFF:
        for path in ("/rules", "/system") if who == "cora" else ("/", "/rules", "/system"):
            page = browsers.page(who, path)
            assert f"<strong>{who}</strong>" in page
            assert "tokens.toml" not in page
