"""A table as it stands: the fields the contract names, and what may be done next."""

from collections.abc import Callable
from typing import Final

import pytest

from domain.commands.shared import PROPERTY_COMMANDS
from domain.messages.commands import command_names
from tests.support.domain import asked
from tests.support.domain.asked import Asked, ask
from tests.support.domain.banked import accept, choose, cut, pass_bank
from tests.support.domain.books_asked import (
    acknowledge,
    complain,
    correct_bank,
    correct_deal,
    correct_entry,
    correct_roll,
    correct_setting,
    correct_wager,
    hold,
    owe,
    pay_marker,
    recover,
    remove_box,
    rule,
)
from tests.support.http.playing import DEALER, LOSES, WINS, Pit, Table, Told, expect_problem

FIELDS: Final = {
    *("table", "session", "regulation", "phase", "round", "day", "opener", "tray_expected"),
    *("drop_estimated", "win", "vigorish", "rounds", "triples", "seq", "next"),
    *("period", "slips", "boxes", "owed", "complaints", "exceptions"),
}
BOTH: Final = {1: WINS, 2: LOSES}


def test_a_fresh_table_shows_everything_the_contract_names(pit: Pit) -> None:
    table = pit.table()
    opened = table.open({"2500": 40})[0]
    row = table.row(1)
    assert set(row) >= FIELDS
    assert row["table"] == table.name
    assert (row["session"], row["phase"], row["round"], row["seq"]) == (1, "open", None, 1)
    assert row["regulation"] == opened["regulation"]
    assert row["day"] == opened["day"]
    assert (row["opener"], row["tray_expected"]) == (100_000, 100_000)
    assert (row["drop_estimated"], row["win"], row["vigorish"], row["rounds"]) == (0, 0, 0, 0)
    assert row["triples"] == {"count": 0, "shaker": "dealer", "retained": []}
    assert row["period"] == 1
    assert all(row[name] == [] for name in ("slips", "boxes", "owed", "complaints", "exceptions"))


def test_figures_follow_the_play(table: Table) -> None:
    table.buy_in(1, 20_000)
    table.do(asked.fill("F-1", 50_000), asked.credit("C-1", 30_000))
    last = table.play_round(BOTH)[-1]
    row = table.row(last["seq"])
    assert (row["drop_estimated"], row["win"], row["vigorish"]) == (20_000, 125, 125)
    assert row["tray_expected"] == 1_000_000 - 20_000 + 50_000 - 30_000 + 125
    assert (row["rounds"], row["round"], row["phase"]) == (1, None, "open")


def test_running_triples_are_shown(table: Table) -> None:
    table.open_round()
    table.bet(1)
    rolled = table.do(asked.no_more_bets(), asked.roll(4, 4, 4))[-1]
    assert table.row(rolled["seq"])["triples"]["count"] == 1


def test_the_floor_lists_the_table(pit: Pit, table: Table) -> None:
    rows = pit.read("/v1/tables")["tables"]
    assert [row for row in rows if row["table"] == table.name] == [table.row()]
    assert [row["table"] for row in rows] == sorted(row["table"] for row in rows)


def test_a_second_session_begins_anew(table: Table) -> None:
    table.play_round(BOTH)
    table.close(1_000_125)
    opened = table.open(500_000)[0]
    row = table.row(opened["seq"])
    assert (row["session"], row["opener"], row["tray_expected"]) == (2, 500_000, 500_000)
    assert (row["win"], row["vigorish"], row["rounds"]) == (0, 0, 0)


def test_seq_waits_for_the_projection(pit: Pit) -> None:
    table = pit.table()
    table.open()
    for seq in range(2, 30):
        table.buy_in()
        assert table.row(seq)["seq"] == seq


def test_a_seq_that_does_not_come_is_told_with_how_far_it_is(pit: Pit, table: Table) -> None:
    table.row(1)
    response = pit.http.get(f"/v1/tables/{table.name}", params={"seq": 99})
    problem = expect_problem(response, "not-projected")
    assert problem["seq"] == 1
    assert response.headers["retry-after"].isdigit()
    assert 2.0 <= response.elapsed.total_seconds() < 8.0


def _nothing(table: Table) -> None:
    """Just opened."""


def _closed(table: Table) -> None:
    table.close(1_000_000)


def _betting(table: Table) -> None:
    table.open_round()
    table.bet(1)


def _no_more_bets(table: Table) -> None:
    _betting(table)
    table.do(asked.no_more_bets())


def _rolled(table: Table) -> None:
    _no_more_bets(table)
    table.do(asked.roll())


def _dealt(table: Table) -> None:
    table.deal_round(BOTH)


def _exposed(table: Table) -> None:
    table.deal_round(BOTH)
    table.do(asked.expose(1))


def _all_set(table: Table) -> None:
    table.do_as_one(*asked.up_to_the_house(DEALER, BOTH)[:-1])


def _house_set(table: Table) -> None:
    table.do_as_one(*asked.up_to_the_house(DEALER, BOTH))


def _offered(table: Table) -> None:
    """The second round of a table whose players may bank."""
    table.close(1_000_000)
    table.open(banking=True)
    table.play_round(BOTH)
    table.open_round()


def _banked(table: Table) -> None:
    _offered(table)
    table.do(accept(1), asked.place(2), asked.no_more_bets())


def _bank_set(table: Table) -> None:
    _banked(table)
    # Counted from the bank, the second stack is that of seat 2.
    told = asked.deal(DEALER, {1: LOSES.replace("/", "")})
    table.do(asked.roll(), told, asked.set_hand(2), asked.set_house())


def _in_maryland(table: Table) -> None:
    table.close(1_000_000)
    table.open(regulation="md-pai-gow", generator=True)
    table.open_round()
    table.do(asked.place(1), asked.no_more_bets())


def _miscounted(table: Table) -> None:
    table.play_round(BOTH)
    table.do(ask("count_tray", inventory=1), owe(1))


def _disputed(table: Table) -> None:
    table.play_round(BOTH)
    table.do(complain(f"{table.name}-1-1"))
    table.close(1_000_125)


FLOOR: Final = {"id": "f1", "role": "floorperson"}
OTHERWISE: Final = (
    (1, ["6-6", "5-5"], ["1-6", "2-3"]),
    (1, ["6-6", "1-6"], ["5-5", "2-3"]),
    (2, ["5-5", "3-4"], ["1-5", "3-3"]),
    (2, ["5-5", "1-5"], ["3-3", "3-4"]),
)
"""Each seat's hand in two ways: one of them is not how it lies."""
OF_THE_PROPERTY: Final = set(PROPERTY_COMMANDS)
EXAMPLES: Final[tuple[Asked, ...]] = (
    *(asked.buy_in(), asked.fill("F-9"), asked.credit("C-9"), ask("change_dice")),
    *(ask("set_out_tiles"), ask("change_tiles"), ask("count_tray", inventory=1)),
    *(asked.close_table(), asked.count_drop(amount=1, session=1), asked.open_round()),
    *(pass_bank(1), accept(1), asked.place(1), asked.place(2), asked.withdraw(1)),
    *(asked.no_more_bets(), cut(1), choose("chee_yee")),
    *(asked.roll(), ask("no_roll", reason="cocked"), ask("announce_number", number=7)),
    *(asked.deal(DEALER), asked.set_hand(2), asked.set_hand("dealer"), asked.set_house()),
    *(asked.surrender(1), asked.surrender(2), ask("abandon", seat=1)),
    *(asked.expose("dealer"), asked.expose("dead"), asked.void_hand(1), asked.play_on(1)),
    *(asked.misdeal(), asked.void_round(), asked.reshuffle(), asked.return_wager(1)),
    *(ask("call_on", seat=1, wager="pai_gow"), asked.settle()),
    *(pay_marker(), remove_box(), owe(1), owe(2)),
    *(correct_entry(1, 900_000), correct_wager(1, amount=2000), correct_wager(2, amount=2000)),
    *(correct_roll(), correct_deal("6-6 1-1 2-3 4-5"), correct_bank(None)),
    *(correct_setting(seat, high, low, actor=FLOOR) for seat, high, low in OTHERWISE),
)
ALWAYS_REFUSED: Final = ask("abandon", seat=6)
"""Nobody wagers there: at the end of a list it undoes what came before."""


def about_the_books(row: Told) -> list[Asked]:
    """Of what the row shows as open, or else of its first event."""
    sessions = range(1, row["session"] + 1)
    owed = [one["owed"] for one in row["owed"]]
    complaints = [one["complaint"] for one in row["complaints"]]
    exceptions = [one["exception"] for one in row["exceptions"]]
    return [
        *(complain(f"{row['table']}-{session}-1") for session in sessions),
        *map(recover, owed or [1]),
        *map(hold, complaints or [1]),
        *map(rule, complaints or [1]),
        *map(acknowledge, exceptions or [1]),
    ]


def lawful_now(table: Table, row: Told) -> set[str]:
    """Every command tried in earnest, and undone by a second one that is always refused."""
    opening = {**asked.open_table(), "table": table.name}
    examples = [*EXAMPLES, *about_the_books(row), opening]
    assert {example["command"] for example in examples} == command_names() - OF_THE_PROPERTY
    return {
        example["command"]
        for example in examples
        if table.refused([example, ALWAYS_REFUSED])["index"] == 1
    }


@pytest.mark.parametrize(
    ("come_to", "phase"),
    [
        (_nothing, "open"),
        (_closed, "closed"),
        (_betting, "betting"),
        (_no_more_bets, "no_more_bets"),
        (_rolled, "rolled"),
        (_dealt, "dealt"),
        (_exposed, "dealt"),
        (_all_set, "dealt"),
        (_house_set, "house_set"),
        (_offered, "betting"),
        (_banked, "no_more_bets"),
        (_bank_set, "house_set"),
        (_in_maryland, "no_more_bets"),
        (_miscounted, "open"),
        (_disputed, "closed"),
    ],
)
def test_next_names_exactly_the_lawful_commands(
    pit: Pit, table: Table, come_to: Callable[[Table], None], phase: str
) -> None:
    come_to(table)
    row: Told = pit.read(f"/v1/tables/{table.name}")
    assert row["phase"] == phase
    assert len(row["next"]) == len(set(row["next"]))
    with pit.nothing_stored():
        # Who corrects a setting is not told whether the list or the correction was refused.
        assert lawful_now(table, row) == set(row["next"]) - {"correct_setting"}
