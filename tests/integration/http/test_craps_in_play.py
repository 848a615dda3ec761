"""A craps table step by step over HTTP: its phase, what is lawful next, and nothing masked."""

from tests.support.domain.asked import ask, no_more_bets, open_round
from tests.support.domain.craps import STAKE, a_round, bet, call_on, open_craps, return_wager, throw
from tests.support.http.playing import Pit


def test_every_step_has_its_phase_and_what_is_lawful_next(pit: Pit) -> None:
    table = pit.table()
    steps = [
        ({**open_craps(), "table": table.name}, "open", "open_round"),
        (open_round(), "betting", "place_wager"),
        (bet(1, "pass"), "betting", "no_more_bets"),
        (bet(2, "place_8"), "betting", "call_on"),
        (call_on(2, "place_8"), "betting", "withdraw_wager"),
        (no_more_bets(), "no_more_bets", "roll"),
        (ask("no_roll", reason="a die fell"), "no_more_bets", "roll"),
        (throw(2, 4), "open", "correct_roll"),
        (return_wager(1, "pass"), "open", "return_wager"),
        (return_wager(2, "place_8"), "open", "close_table"),
        (ask("close_table", inventory=10_000_000), "closed", "open_table"),
    ]
    for command, phase, lawful in steps:
        table.do(command)
        row = table.row(table.seq)
        assert (row["phase"], lawful in row["next"]) == (phase, True), (command, row["next"])


def test_a_round_is_shown_whole_while_it_is_played_and_after(pit: Pit) -> None:
    table = pit.table()
    table.do({**open_craps(), "table": table.name})
    table.do_as_one(*a_round([bet(1, "pass"), bet(2, "hard_4")], 2, 4))
    made = table.do(open_round(), bet(1, "come"), no_more_bets())
    path = f"/v1/rounds/{table.name}-1-2"
    table.row(table.seq)
    playing = pit.read(path)
    assert (playing["round"], playing["phase"]) == (f"{table.name}-1-2", "no_more_bets")
    made += table.do(throw(4, 4))
    table.row(table.seq)
    assert pit.read(f"{path}/events")["events"] == made, "nothing of it is masked"
    shown = pit.read(path)
    assert (shown["phase"], shown["dice"], shown["tray_delta"]) == ("closed", [4, 4], 0)
    assert [(one["wager"], one["amount"], one["outcome"]) for one in shown["wagers"]] == [
        ("pass", STAKE, "retained"),
        ("come", STAKE, "retained"),
        ("hard_4", STAKE, "retained"),
    ]
