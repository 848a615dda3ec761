"""What a table takes now, in detail, as its terminal asks for it."""

from typing import Any

from tests.support.domain import asked
from tests.support.http.playing import DEALER, LIMITS, LOSES, WINS, Pit, Table, expect_problem

BOTH = {1: WINS, 2: LOSES}


def shown(pit: Pit, table: Table) -> dict[str, Any]:
    pit.house.runner.catch_up()
    answer: dict[str, Any] = pit.get(f"/v1/tables/{table.name}/next", seq=table.seq)
    return answer


def option(pit: Pit, table: Table, command: str) -> dict[str, Any]:
    [found] = [one for one in shown(pit, table)["options"] if one["command"] == command]
    return dict(found)


def test_the_options_are_the_next_commands_in_their_order(pit: Pit, table: Table) -> None:
    table.do(asked.open_round())
    answer = shown(pit, table)
    row = pit.read(f"/v1/tables/{table.name}")
    assert [one["command"] for one in answer["options"]] == row["next"]
    same = ("table", "session", "round", "phase", "seq")
    assert {name: answer[name] for name in same} == {name: row[name] for name in same}


def test_a_wager_is_offered_with_its_limits_and_paragraph(pit: Pit, table: Table) -> None:
    table.do(asked.open_round(), asked.place(3, 2500))
    spots = option(pit, table, "place_wager")["spots"]
    [spot] = [one for one in spots if one["seat"] == 3]
    low, high = LIMITS["pai_gow"]
    assert spot["limits"] == {"least": 1, "most": high - 2500, "step": 1}
    assert (spot["down"], spot["player"], spot["rule"]) == (2500, "seat-3", "19:47-10.5(a)")
    assert {one["limits"]["least"] for one in spots if one["seat"] != 3} == {low}


def test_no_piece_that_was_dealt_can_be_told_from_the_options(pit: Pit, table: Table) -> None:
    """Of two deals that differ in every hand the same is offered."""
    offered = []
    for hands in (BOTH, {1: LOSES, 2: WINS}):
        table.do(*asked.up_to_the_deal(DEALER, hands))
        answer = shown(pit, table)
        offered.append([one for one in answer["options"] if one["command"] != "complain"])
        table.do(asked.void_round())
    assert offered[0] == offered[1]


def test_the_house_way_is_told_of_named_pieces_alone(pit: Pit, table: Table) -> None:
    table.do(*asked.up_to_the_deal(DEALER, BOTH))
    path = f"/v1/tables/{table.name}/house-way"
    split = pit.read(path, pieces=DEALER.replace(" ", ","))
    assert split == {"high": ["1-5", "5-6"], "low": ["1-3", "4-6"]}
    for wrong in ("", "6-6,6-6", "6-6,6-6,6-6,1-1", "AS,KS,QS,JS", "9-9,1-1,1-1,6-6"):
        expect_problem(pit.http.get(path, params={"pieces": wrong}), "invalid-request")
    expect_problem(pit.http.get("/v1/tables/NONE/house-way?pieces=1-1"), "not-found")


def test_of_a_table_that_is_not_there_nothing_is_offered(pit: Pit) -> None:
    for name in ("NOWHERE", "no%20name"):
        expect_problem(pit.http.get(f"/v1/tables/{name}/next"), "not-found")
