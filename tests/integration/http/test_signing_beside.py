"""Somebody signs on another's page, with their own token, for that very command."""

import json
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from domain import controls
from tests.support.http.pages import Browser, browser
from tests.support.http.staff import Staff, at_work

SUBMISSION = {"regulation": "nj-pai-gow", "controls": "full"}


@pytest.fixture(scope="module")
def staff(server: str, logs: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    folder: Path = tmp_path_factory.mktemp("staff")
    with at_work(server, folder) as staff:
        yield staff


@pytest.fixture
def dana(staff: Staff) -> Iterator[Browser]:
    with browser(staff.clients["dana"].base_url) as one:
        assert one.sign_in("dana").status_code == 303
        yield one


def opening(table: str, **signers: str) -> dict[str, str]:
    form = {"command": "open_table", "table": table, "command_id": str(uuid4()), "back": "/"}
    return {**form, "submission:json": json.dumps(SUBMISSION), "inventory:dollars": "10,000",
            **{name.replace("_", ":"): value for name, value in signers.items()}}  # fmt: skip


def test_two_people_sign_one_form(staff: Staff, dana: Browser) -> None:
    answer = dana.post("/do", **opening("PG51", signatures_me="on", signatures_people="frank"))
    assert answer.status_code == 303
    [event] = staff.get("ada", "/v1/events").json()["events"]
    assert event["signed"] == [
        {"id": "dana", "role": "dealer"}, {"id": "frank", "role": "floorperson"},
    ]  # fmt: skip
    assert event["actor"]["id"] == "dana"


def test_who_signs_shows_a_token_that_is_known(dana: Browser) -> None:
    answer = dana.post("/do", **opening("PG52", signatures_me="on", signatures_people="nobody"))
    assert answer.status_code == 403
    assert "a token entered to sign with is not known" in answer.text
    assert "nobody" not in answer.text


def test_one_person_does_not_sign_for_two(dana: Browser) -> None:
    for signers in ({"signatures_me": "on"}, {"signatures_me": "on", "signatures_people": "dana"}):
        answer = dana.post("/do", **opening("PG53", **signers))
        assert answer.status_code == 409
        assert controls.SIGNATURES in answer.text
