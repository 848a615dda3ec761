"""A house way with filed exceptions, through the desk, the store and the read models."""

from typing import Any, Final

import pytest

from tests.support.domain import asked
from tests.support.http.playing import Pit, Table, Told, expect_problem, one

DEALERS: Final = "5-6 1-6 2-2 4-6"
EXCEPTION: Final = {"tiles": DEALERS.split(), "high": ["1-6", "4-6"]}
AS_BASIC_DOES: Final = ("5-6 1-6", "2-2 4-6")


def way(*exceptions: dict[str, list[str]]) -> dict[str, Any]:
    return {"base": "basic", "exceptions": list(exceptions)}


@pytest.fixture
def filed(pit: Pit) -> Table:
    table = pit.table()
    table.open(house_way=way(EXCEPTION))
    return table


def dealt(table: Table) -> list[Told]:
    """Seat 1 has the dealer's tiles over again, and asks for the house way as the dealer does."""
    told = [asked.open_round(), asked.place(1), asked.no_more_bets(), asked.roll()]
    told += [asked.deal(DEALERS, {1: DEALERS}), asked.set_hand(1), asked.set_house()]
    return table.do_as_one(*told)


def test_it_binds_and_the_round_is_read_back_by_its_hash(pit: Pit, filed: Table) -> None:
    made = dealt(filed)
    house = one(made, "HouseSet")
    assert (set(house["high"]), house["by_exception"]) == ({"1-6", "4-6"}, True)
    assert house["way"] == one(made, "RoundOpened")["terms"]["house_way"]
    filed.do(asked.settle())
    assert pit.read(f"/v1/rounds/{house['round']}")["house_way"] == house["way"]
    events = pit.read(f"/v1/rounds/{house['round']}/events")["events"]
    assert one(events, "HouseSet")["by_exception"] is True


def test_a_departure_is_refused_by_its_paragraph(filed: Table) -> None:
    told = [asked.open_round(), asked.place(1), asked.no_more_bets(), asked.roll()]
    filed.do_as_one(*told, asked.deal(DEALERS, {1: DEALERS}), asked.set_hand(1))
    problem = filed.refused(asked.set_house(*AS_BASIC_DOES))
    assert problem["rule"] == "19:47-10.9(f)"
    assert "by the exception filed for this hand" in problem["reason"]


def test_a_masked_hand_does_not_tell_that_it_is_an_excepted_one(pit: Pit, filed: Table) -> None:
    made = dealt(filed)
    path = f"/v1/rounds/{made[0]['round']}/events"
    for event in pit.read(path)["events"]:
        assert "by_exception" not in event
    filed.do_as_one(asked.surrender(1), asked.settle())
    events = pit.read(path)["events"]
    assert one(events, "HouseSet")["by_exception"] is True
    gave_up = one(events, "HandSet")
    assert (set(gave_up["high"]), gave_up["house_way"]) == ({"??"}, True)
    assert "by_exception" not in gave_up


def test_what_may_not_be_filed_is_409_and_what_is_no_filing_422(pit: Pit) -> None:
    table = pit.table()
    opening = {"table": table.name}
    foreign = way({**EXCEPTION, "high": ["6-6", "4-6"]})
    refused = table.refused(asked.open_table(house_way=foreign) | opening)
    assert refused["rule"] == "19:47-10.7(e)"
    many = asked.open_table(house_way=way(*[EXCEPTION] * 201)) | opening
    problem = expect_problem(table.send(many), "invalid-command")
    assert problem["errors"][0]["where"] == "submission.house_way.exceptions"
