"""CONTROLS=full holds for every table of the house, whatever was elected, and since when."""

import uuid
from typing import Any, Final

import pytest

from domain.commands.submission import Submission
from domain.controls import DUTIES, SIGNATURES
from services.desk import CommandRefused, Desk
from services.settings import read_settings
from services.settings_sources import SettingsError
from services.store.ledger import Ledger
from tests.support.store.playing import do, open_table, request, running

FLOOR: Final = {"id": "frank", "role": "floorperson"}
AUDITOR: Final = {"id": "ada", "role": "auditor"}
SIGNED: Final = [{"id": "dana", "role": "dealer"}, FLOOR]
LATE: Final = "2020-11-15T20:00:00Z"


def refusal(desk: Desk, command: dict[str, Any]) -> str:
    with pytest.raises(CommandRefused) as refused:
        desk.submit(request(command)).result(10)
    return refused.value.refusal.rule


@pytest.mark.parametrize("elected", [{}, {"controls": "basic"}, {"controls": "full"}])
def test_a_table_records_it_whatever_it_elects(ledger: Ledger, elected: dict[str, str]) -> None:
    submission = {"regulation": "nj-pai-gow", **elected}
    opening = open_table("PG01", submission=submission, actor=FLOOR, signatures=SIGNED)
    with running(ledger, controls="full") as desk:
        (opened,) = do(desk, opening)
    assert opened["submission"]["controls"] == "full"
    recorded = Submission.model_validate(opened["submission"])
    assert opened["submission_hash"] == recorded.content_hash()
    again = open_table("PG02", submission=opened["submission"], actor=FLOOR, signatures=SIGNED)
    with running(ledger) as desk:
        assert do(desk, again)[0]["submission_hash"] == opened["submission_hash"]


def test_opening_needs_signatures_and_a_role(ledger: Ledger) -> None:
    with running(ledger, controls="full") as desk:
        assert refusal(desk, open_table("PG01")) == DUTIES
        assert refusal(desk, open_table("PG01", actor=FLOOR)) == SIGNATURES


def test_tables_that_were_opened_before_hold_it_too(ledger: Ledger) -> None:
    with running(ledger) as desk:
        do(desk, open_table("PG01"))
        do(
            desk,
            {"command": "fill", "table": "PG01", "slip": "F-1", "amount": 1, "step": "requested"},
        )
    void = {"command": "fill", "table": "PG01", "slip": "F-1", "amount": 1, "step": "voided"}
    with running(ledger, controls="full") as desk:
        assert refusal(desk, {"command": "open_round", "table": "PG01"}) == DUTIES
        do(desk, {"command": "open_round", "table": "PG01", "actor": FLOOR})
        assert refusal(desk, {**void, "actor": FLOOR}) == "control:slip-steps"
        do(desk, {**void, "actor": FLOOR, "reason": "asked for twice"})


def test_days_hold_it_also_where_no_table_ever_played(ledger: Ledger) -> None:
    closing = {"command": "close_day", "day": "2020-11-15", "status": "provisional"}
    with running(ledger, controls="full") as desk:
        assert refusal(desk, closing) == DUTIES
        assert refusal(desk, {**closing, "actor": FLOOR}) == DUTIES
        do(desk, {**closing, "actor": AUDITOR})


def test_a_repeat_is_what_the_caller_told(ledger: Ledger) -> None:
    opening = open_table("PG01", actor=FLOOR, signatures=SIGNED, command_id=str(uuid.uuid4()))
    with running(ledger, controls="full") as desk:
        assert do(desk, opening) == do(desk, opening)


def test_it_is_a_setting() -> None:
    assert read_settings({}).controls == "basic"
    assert read_settings({"PITLEDGER_CONTROLS": "full"}).controls == "full"
    with pytest.raises(SettingsError, match="PITLEDGER_CONTROLS"):
        read_settings({"PITLEDGER_CONTROLS": "some"})
