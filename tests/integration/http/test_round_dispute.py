"""With AUTH on, a dispute from complaint to ruling through the round's own page."""

import html
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final

import httpx
import pytest

from tests.support.domain import asked
from tests.support.http.pages import Browser, browser
from tests.support.http.playing import DEALER, LOSES, WINS
from tests.support.http.staff import Staff, at_work

ROUND: Final = "PG21-1-1"
PLAYED: Final = (
    asked.open_table(),
    *asked.up_to_the_house(DEALER, {1: WINS, 2: LOSES}),
    asked.settle(),
)


@pytest.fixture(scope="module")
def staff(server: str, logs: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    with at_work(server, tmp_path_factory.mktemp("dispute")) as people:
        for command in PLAYED:
            people.done("frank", {**command, "table": "PG21"})
        people.house.runner.catch_up(10)
        yield people


class Visitor:
    """Somebody at the round's page, who fills in its forms."""

    def __init__(self, staff: Staff, window: Browser) -> None:
        self._staff = staff
        self.window = window

    def page(self) -> httpx.Response:
        return self.window.get(f"/rounds/{ROUND}")

    def forms(self) -> list[str]:
        return re.findall(r'name="command" value="([a-z_]+)"', self.page().text)

    def send(self, command: str, **fields: str) -> httpx.Response:
        """The page's own form, whoever's it is."""
        shown = self.page()
        parts = (part.partition("</form>")[0] for part in shown.text.split("<form "))
        form = next((one for one in parts if f'value="{command}"' in one), "")
        hidden = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))
        told = {name: html.unescape(value) for name, value in hidden.items()}
        told = {"command": command, "table": "PG21", **told}
        answer = self.window.post("/do", **told, **fields)
        self._staff.house.runner.catch_up(10)
        return answer


def test_complained_held_and_ruled_each_by_whose_duty_it_is(staff: Staff) -> None:
    with ExitStack() as windows:
        people = {}
        for who in ("dana", "frank", "vic"):
            window = windows.enter_context(browser(staff.clients[who].base_url))
            assert window.sign_in(who).status_code == 303
            people[who] = Visitor(staff, window)
        dana, frank, vic = people.values()
        assert (dana.forms(), vic.forms()) == (["complain"], [])
        told = dana.send("complain", **{"seat:int": "2", "words": "<i>a pair of sixes</i>"})
        assert told.status_code == 303
        assert dana.forms() == ["complain"]
        assert frank.forms() == ["hold_dispute", "rule_dispute", "complain"]
        assert "&lt;i&gt;a pair of sixes" in vic.page().text

        held = dana.send("hold_dispute", **{"complaint:int": "99", "amount:dollars": "25"})
        assert held.status_code == 403
        assert "Nothing was done" in held.text
        assert frank.send("hold_dispute", **{"amount:dollars": "25"}).status_code == 303
        ruling = {
            "decision": "upheld",
            "adjustment:dollars": "25",
            "reason": "the hand was read wrong",
        }
        unsigned = frank.send("rule_dispute", **ruling, **{"supervisor:person": "nobody's token"})
        assert unsigned.status_code in (401, 403, 422)
        assert "the hand was read wrong (supervisor" not in frank.page().text
        signed = frank.send("rule_dispute", **ruling, **{"supervisor:person": "paula"})
        assert signed.status_code == 303
        account = vic.page().text
        assert "the hand was read wrong (supervisor paula)" in account
        assert "The tray pays seat 2 $25.00." in account
        assert "paula" not in re.findall(r'value="([^"]*)"', account)
