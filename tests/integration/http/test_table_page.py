"""A table's page over HTTP: who is offered what, hands masked, names with markup, a whole day."""

import html
import re
from uuid import uuid4

import httpx
import pytest

from domain.duties import MAY
from domain.roles import ROLES
from services.http.blind import COUNTS
from services.http.cookies import ROLE
from tests.support.domain import asked
from tests.support.http.pages import OWN_PAGE
from tests.support.http.playing import DEALER, WINS, Pit, Table

PAGE = {"Accept": "text/html", **OWN_PAGE}
LOOK = sorted(set(ROLES) - COUNTS)
"""Everybody but the count room, whose count is blind."""
MARKUP = "<script>alert('x')</script>"


def shown(pit: Pit, table: str, role: str = "pit_manager") -> str:
    pit.house.runner.catch_up(10)
    answer = get(pit.http, table, role)
    assert answer.status_code == 200, answer.text
    return answer.text


def get(http: httpx.Client, table: str, role: str) -> httpx.Response:
    return http.get(f"/tables/{table}", headers={**PAGE, "Cookie": f"{ROLE}={role}"})


def forms(page: str) -> set[str]:
    """The commands that are offered; of slips with their step."""
    found = set()
    for form in re.findall(r'<form class="action.*?</form>', page, re.DOTALL):
        command = _value(form, "command")
        step = _value(form, "step")
        found.add(f"{command} {step}" if step else command)
    return found


def _value(form: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', form)
    return found[1] if found else ""


def post(pit: Pit, role: str, **fields: str) -> httpx.Response:
    form = {"command_id": str(uuid4()), "back": "/", **fields}
    return pit.http.post("/do", data=form, headers={**PAGE, "Cookie": f"{ROLE}={role}"})


@pytest.mark.parametrize("role", LOOK)
def test_each_role_is_offered_its_own_duties_alone(pit: Pit, table: Table, role: str) -> None:
    table.buy_in()
    table.do(asked.fill("F-7", 50_000, step="requested"))
    offered = forms(shown(pit, table.name, role))
    assert all(role in MAY[duty] for duty in offered)
    expected = {
        *("buy_in", "fill requested", "credit requested", "fill issued", "fill voided"),
        *("count_tray", "close_table", "pay_marker", "remove_box"),
        *("set_out_tiles", "change_tiles", "change_dice"),
    }
    assert offered == {duty for duty in expected if role in MAY[duty]}


@pytest.mark.parametrize("role", LOOK)
def test_a_form_posted_by_another_role_does_nothing(pit: Pit, table: Table, role: str) -> None:
    sent = {
        "remove_box": {},
        "buy_in": {"seat:int": "1", "amount:dollars": "25"},
        "close_table": {"inventory:int": "1000000"},
        "fill issued": {"step": "issued", "slip": "F-1", "amount:int": "100"},
    }
    for duty, fields in sent.items():
        if role in MAY[duty]:
            continue
        with pit.nothing_stored():
            command = duty.partition(" ")[0]
            answer = post(pit, role, command=command, table=table.name, **fields)
        assert answer.status_code == 403
        assert "Nothing was done" in answer.text


def test_a_table_that_is_not_there_is_offered_to_those_who_may_open_it(pit: Pit) -> None:
    name = f"N{uuid4().hex[:8]}"
    for role in LOOK:
        answer = get(pit.http, name, role)
        assert answer.status_code == (200 if role in MAY["open_table"] else 404)
    page = shown(pit, name, "dealer")
    assert forms(page) == {"open_table"}
    choice = re.search(r'<option value="([^"]+)">[^<]*\(nj-pai-gow\)', page)
    assert choice
    fields = {"submission:json": html.unescape(choice[1]), "inventory.2500:int": "40"}
    answer = post(pit, "dealer", command="open_table", table=name, **fields)
    assert answer.status_code == 303, answer.text
    assert pit.get(f"/v1/tables/{name}")["opener"] == 100_000


def test_whoever_counts_sees_no_table(http: httpx.Client, table: Table) -> None:
    answer = get(http, table.name, "count_room")
    assert answer.status_code == 403
    assert "the count is blind" in answer.text


@pytest.mark.parametrize("name", ["a.b", "x" * 33, "%3Cscript%3E"])
def test_what_is_no_name_is_not_found(http: httpx.Client, name: str) -> None:
    answer = get(http, name, "pit_manager")
    assert answer.status_code == 404
    assert "<script>alert" not in answer.text


def test_hands_in_play_are_shown_to_those_who_may_see_them(pit: Pit, table: Table) -> None:
    table.deal_round({1: WINS.replace("/", "")})
    seen = 'href="/static/pieces.svg#tile-6-6"'
    for role in LOOK:
        page = shown(pit, table.name, role)
        assert (seen in page) == (role in ("surveillance", "auditor"))
        assert ("#tile-back" in page) == (role not in ("surveillance", "auditor"))
    table.do(asked.set_hand(1, *WINS.split("/")), asked.set_house(), asked.settle())
    page = shown(pit, table.name, "dealer")
    assert seen in page
    assert "#tile-back" in page, "the dead hand stays unseen"
    assert "won" in page
    assert DEALER.split()[0] in page


def test_what_people_wrote_is_text(pit: Pit, table: Table) -> None:
    table.do({**asked.open_round()}, {**asked.place(1), "player": MARKUP})
    table.do(asked.void_round())
    page = shown(pit, table.name)
    assert MARKUP not in page
    assert html.escape(MARKUP, quote=False).split("(")[0] in page
    assert "<script>" not in page.replace('<script type="module"', "")


def test_a_slip_goes_its_way_by_those_whose_steps_they_are(pit: Pit, table: Table) -> None:
    def step(role: str, step: str) -> httpx.Response:
        page = shown(pit, table.name, role)
        assert f"fill {step}" in forms(page)
        fields = {"step": step, "slip": "F-9", "amount:int": "50000"}
        return post(pit, role, command="fill", table=table.name, **fields)

    assert step("floorperson", "requested").status_code == 303
    assert "fill received" not in forms(shown(pit, table.name, "dealer"))
    assert step("cage", "issued").status_code == 303
    assert step("dealer", "received").status_code == 303
    page = shown(pit, table.name)
    assert "Slips finished" in page
    assert table.row()["tray_expected"] == 1_050_000


def test_full_controls_ask_for_a_second_signature(pit: Pit) -> None:
    table = pit.table()
    dealer, floor = {"id": "dana", "role": "dealer"}, {"id": "frank", "role": "floorperson"}
    opening = {**asked.open_table(1_000_000, controls="full"), "table": table.name}
    table.do({**opening, "actor": floor, "signatures": [dealer, floor]})
    page = shown(pit, table.name, "floorperson")
    assert "The dealer signs" in page
    fields = {
        "signatures:json": '[{"id": "demo-floorperson", "role": "floorperson"}]',
        "inventory.10000:int": "100",
    }
    send = {"command": "count_tray", "table": table.name}
    with pit.nothing_stored():
        alone = post(pit, "floorperson", **send, **fields)
    assert alone.status_code == 409
    assert "has not signed the count" in alone.text
    both = post(pit, "floorperson", **send, **fields, **{"signatures:people": "dana, dealer"})
    assert both.status_code == 303, both.text


def test_unknown_query_parameters_are_refused(http: httpx.Client, table: Table) -> None:
    answer = http.get(f"/tables/{table.name}?limit=3", headers=PAGE)
    assert answer.status_code == 422
