"""A gaming day under full controls, over HTTP with AUTH on: the story of examples/books.jsonl.

Each command is sent with the token of whoever does it there, after everybody whose role it is not
has been refused; whoever signs it, or stands by, adds a proof of their own.
"""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from domain import controls
from domain.day.calendar import STATUSES
from domain.duties import MAY
from domain.roles import ROLES
from projections.reports import REPORTS
from tests.support.http.playing import Told, expect_problem
from tests.support.http.staff import STAFF, Staff, at_work
from tests.support.http.story import BEGINS, DAY, duty_of, signers_of, story

FORMS: Final = {"json": '{"report":', "csv": "gaming_day,", "html": "<!doctype html>"}
"""How a report begins."""


def closing(status: str) -> Told:
    return {"command": "close_day", "day": DAY, "status": status}


def tried(command: str, **fields: Any) -> Told:
    return {"command": command, "table": "PG07", **fields}


PUT_RIGHT: Final = {"amount": 1, "reason": "keyed in wrong", "supervisor": "paula"}
SIGNED: Final = [{"id": name, "role": STAFF[name]} for name in ("dana", "frank")]
TOO_EARLY: Final[list[tuple[str, str, Told, str]]] = [
    ("buy_in", "frank", tried("correct_entry", entry=99, **PUT_RIGHT), controls.CORRECTION),
    ("fill issued", "dana", tried("fill", slip="F-2001", amount=100_000, step="received"),
     controls.SLIP_STEPS),
    ("open_round", "frank", tried("fill", slip="F-2001", amount=1, step="requested"),
     controls.SLIP_ONCE),
    ("complain", "frank", tried("hold_dispute", complaint=3, amount=1), controls.DISPUTE),
    ("count_tray", "paula", closing("provisional"), controls.DAY_OPEN_TABLE),
    ("count_tray", "dana", tried("close_table", inventory=1), controls.SIGNATURES),
    ("remove_box", "cora", tried("count_drop", cash=1), controls.BOX_REMOVED),
    ("close_day provisional", "cora", closing("counted"), controls.DAY_ORDER),
    ("count_drop", "cora", closing("counted"), controls.DAY_UNCOUNTED),
    ("close_day counted", "cora", tried("count_drop", box=1, cash=1), controls.DROP_ONCE),
    ("acknowledge", "paula", tried("acknowledge", exception=3, reason="why"), controls.EXCEPTION),
    ("close_day audited", "ada", closing("counted"), controls.DAY_ORDER),
]  # fmt: skip
"""Before which step of the story who tries what, and the control that stands in the way."""


@pytest.fixture
def staff(server: str, logs: None, tmp_path: Path) -> Iterator[Staff]:
    with at_work(server, tmp_path, BEGINS) as staff:
        yield staff


def test_a_day_is_played_counted_and_audited_by_those_whose_duty_it_is(staff: Staff) -> None:
    assert set(STAFF.values()) == set(ROLES)
    waiting, unproved = list(TOO_EARLY), []
    for who, command in story():
        duty = duty_of(command)
        staff.clock.show(command["at"])
        for other, role in STAFF.items():
            if role not in MAY[duty]:
                assert staff.refused(other, command)["rule"] == controls.DUTIES, (other, command)
        for early in [one for one in waiting if one[0] == duty]:
            problem = staff.refused(early[1], early[2], signers_of(early[1], early[2]))
            assert problem["rule"] == early[3], problem
            assert len(problem["reason"]) > 20
            waiting.remove(early)
        signers = signers_of(who, command)
        if signers:
            unproved.append(staff.refused(who, command))
        done = staff.done(who, command, signers)
        assert {event["actor"]["id"] for event in done} == {who}
    assert not waiting
    assert len(unproved) == 6
    assert {problem["rule"] for problem in unproved} == {controls.PROOF}
    _look_at_the_books(staff)


def _look_at_the_books(staff: Staff) -> None:
    staff.house.runner.catch_up()
    found = staff.get("ada", "/v1/reconciliation", day=DAY).json()
    (line,) = found["tables"]
    assert (found["status"], found["balanced"]) == ("audited", False)
    assert line["drop"] == {"estimated": 80_000, "counted": 80_000}
    assert line["win"] == {"events": 2750, "count": 250}
    assert line["variance"] == {"drop": 0, "tray": -2500}
    day = staff.get("paula", f"/v1/days/{DAY}").json()
    assert [one["status"] for one in day["history"]] == ["provisional", "counted", "audited"]
    assert [one["by"] for one in day["history"]] == ["paula", "cora", "ada"]
    assert {(one["kind"], one["open"], one["by"]) for one in day["exceptions"]} == {
        ("tray", False, "paula"),
        ("complaint", False, "paula"),
    }
    for name, form, status in itertools.product(REPORTS, FORMS, STATUSES):
        report = staff.get("ada", f"/v1/reports/{name}", day=DAY, format=form, status=status)
        assert report.status_code == 200, report.text
        assert report.text.startswith(FORMS[form])
    expect_problem(staff.get("vic", "/v1/reports/currency", day=DAY), "forbidden")
