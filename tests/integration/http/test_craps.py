"""Craps over HTTP: the roll ends the round, wagers stay on the table, a roll is taken back."""

import pytest

from tests.support.domain.asked import Asked, ask, no_more_bets, open_round
from tests.support.domain.craps import (
    STAKE,
    THROWN,
    a_round,
    bet,
    call_on,
    correct_roll,
    open_craps,
    return_wager,
)
from tests.support.http.playing import Pit, Table, expect_problem, names, one


@pytest.fixture
def craps(pit: Pit) -> Table:
    table = pit.table()
    table.do({**open_craps(), "table": table.name})
    return table


def played(table: Table, bets: list[Asked], *dice: int) -> list[dict[str, object]]:
    return table.do_as_one(*a_round(bets, *dice))


def test_a_round_ends_with_its_roll_and_carries_what_it_leaves(pit: Pit, craps: Table) -> None:
    events = played(craps, [bet(1, "pass"), bet(1, "place_8")], *THROWN[6])
    assert names(events)[-2:] == ["DiceRolled", "RoundClosed"]
    closed = one(events, "RoundClosed")
    assert closed["craps"] == {"come_out": True, "point": 6, "dice": [1, 5]}
    assert all("point" not in line for line in closed["wagers"])
    row = craps.row(craps.seq)
    assert (row["phase"], row["places"], row["rounds"]) == ("open", 16, 1)
    assert (row["craps"]["come_out"], row["craps"]["point"]) == (False, 6)
    assert [spot["wager"] for spot in row["craps"]["carried"]] == ["pass", "place_8"]
    assert "close_table" not in row["next"]
    assert craps.refused(ask("close_table", inventory=1))["rule"] == "control:carried"


def test_a_round_taken_back_is_shown_once_and_right(pit: Pit, craps: Table) -> None:
    played(craps, [bet(1, "pass")], *THROWN[6])
    played(craps, [bet(1, "come"), bet(2, "hard_4")], *THROWN[8])
    wrong = craps.row(craps.seq)
    craps.do(correct_roll(3, 4))
    right = craps.row(craps.seq)
    # The pass wager and four the hardway lose, the come wager wins at 1 to 1.
    assert (right["rounds"], right["win"]) == (wrong["rounds"], wrong["win"] + STAKE)
    assert (right["wagers"], right["craps"]["point"]) == ([], None)
    shown = pit.read(f"/v1/rounds/{craps.name}-1-2")
    assert (shown["phase"], shown["dice"], shown["tray_delta"]) == ("closed", [3, 4], STAKE)
    assert [line["outcome"] for line in shown["wagers"]] == ["lose", "win", "lose"]
    assert shown["corrections"][0]["dice"] == [2, 6]
    ends = [
        event
        for event in pit.read(f"/v1/rounds/{craps.name}-1-2/events")["events"]
        if event["event"] == "RoundClosed"
    ]
    assert [end["craps"]["dice"] for end in ends] == [[2, 6], [3, 4]]


def test_what_no_game_has_is_malformed_and_what_this_one_has_not_is_refused(craps: Table) -> None:
    craps.do(open_round())
    expect_problem(craps.send(bet(1, "place_7")), "invalid-command")
    expect_problem(craps.send(bet(25, "pass")), "invalid-command")
    assert craps.refused(bet(17, "pass"))["rule"] == "19:47-1.3"
    assert craps.refused(bet(1, "come"))["rule"] == "19:47-1.2(a)3"
    assert craps.refused(call_on(1, "place_6"))["rule"] == "19:47-1.2(a)5"
    craps.do(bet(1, "pass"), no_more_bets())
    assert craps.refused(ask("roll", dice=[1, 2, 3]))["rule"] == "19:47-1.7"


def test_an_evening_balances(pit: Pit, craps: Table) -> None:
    played(craps, [bet(1, "pass"), bet(2, "dont_pass")], *THROWN[9])
    played(craps, [bet(1, "come"), bet(3, "place_lose_4")], *THROWN[4])
    played(craps, [bet(3, "hard_4")], *THROWN[9])
    craps.do(return_wager(1, "come", point=4), return_wager(3, "hard_4"))
    tray = craps.row(craps.seq)["tray_expected"]
    craps.do(ask("close_table", inventory=tray), ask("count_drop", amount=0))
    day = craps.row(craps.seq)["day"]
    lines = pit.read("/v1/reconciliation", day=day)["tables"]
    [line] = [line for line in lines if line["table"] == craps.name]
    assert line["variance"] == {"drop": 0, "tray": 0}
    assert line["rounds"] == 3
