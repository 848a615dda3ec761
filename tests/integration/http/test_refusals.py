"""What the rules refuse: 409 with the rule and the reason; kept, but never in the log."""

from collections.abc import Callable
from typing import Final, NamedTuple

import pytest

from tests.support.domain import asked
from tests.support.domain.asked import Asked, ask
from tests.support.http.playing import DEALER, LOSES, WINS, Pit, Table


class Case(NamedTuple):
    """Given this table, this command is refused by this rule."""

    come_to: Callable[[Table], object]
    command: Asked
    rule: str
    kind: str
    reason: str


def in_betting(table: Table) -> None:
    table.open_round()
    table.bet(1)


def bets_closed(table: Table) -> None:
    in_betting(table)
    table.do(asked.no_more_bets())


def dealt(table: Table) -> None:
    table.deal_round({1: WINS, 2: LOSES})


def house_set(table: Table) -> None:
    table.do_as_one(*asked.up_to_the_house(DEALER, {1: WINS, 2: LOSES}))


def settled(table: Table) -> None:
    house_set(table)
    table.do(asked.settle())


REFUSED: Final = {
    "wager below the minimum": Case(
        in_betting, asked.place(2, 999), "19:47-8.2", "BeyondLimit", "minimum of 1000"
    ),
    "wager above the maximum": Case(
        in_betting, asked.place(2, 50_001), "19:47-8.2", "BeyondLimit", "maximum of 50000"
    ),
    "wager raised above the maximum": Case(
        in_betting, asked.place(1, 47_501), "19:47-8.2", "BeyondLimit", "50001"
    ),
    'bet after "no more bets"': Case(
        bets_closed, asked.place(2), "19:47-10.5(c)", "WrongMoment", "no more bets"
    ),
    'withdrawal after "no more bets"': Case(
        bets_closed, asked.withdraw(1), "19:47-10.5(c)", "WrongMoment", "withdrawn"
    ),
    "another seat's tiles": Case(
        dealt, asked.set_hand(2, *WINS.split("/")), "19:47-10.7(b)", "NotThisPlayer", "not dealt"
    ),
    "a seat without a hand": Case(
        dealt, asked.set_hand(5), "19:47-10.7(a)", "NoSuchWager", "seat 5"
    ),
    "high below low": Case(
        dealt,
        asked.set_hand(1, *reversed(WINS.split("/"))),
        "19:47-10.1",
        "UnlawfulSetting",
        "below",
    ),
    "the house before the seats": Case(
        dealt, asked.set_house(), "19:47-10.7(c)", "WrongMoment", "1, 2"
    ),
    "settling before the house is set": Case(
        dealt, asked.settle(), "19:47-10.7(g)", "WrongMoment", "settlement"
    ),
    "settling twice": Case(
        settled, asked.settle(), "control:round-open", "WrongMoment", "no round is open"
    ),
    "a second round at once": Case(
        in_betting, asked.open_round(), "control:round-finished", "WrongMoment", "not finished"
    ),
    "closing in a round": Case(
        dealt, asked.close_table(), "control:round-finished", "WrongMoment", "not finished"
    ),
    "a wager that is not offered": Case(
        in_betting,
        {**asked.place(1), "wager": "all_6"},
        "19:47-10.11(a)",
        "NotOffered",
        "not offered",
    ),
    "a bank that is not offered": Case(
        in_betting, ask("pass_bank", seat=1), "19:47-10.8(a)", "NotOffered", "bank"
    ),
    "a slip used before": Case(
        lambda table: table.do(asked.fill("F-1")),
        asked.fill("F-1"),
        "control:slip-once",
        "BooksRefuse",
        "F-1",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_cites_its_rule(pit: Pit, table: Table, name: str) -> None:
    case = REFUSED[name]
    case.come_to(table)
    with pit.nothing_stored():
        problem = table.refused(case.command)
    assert (problem["rule"], problem["refusal"]) == (case.rule, case.kind)
    assert case.reason in problem["reason"]
    assert problem["detail"] == f"{problem['reason']} [{problem['rule']}]"
    assert (problem["command"], problem["table"]) == (case.command["command"], table.name)
    assert problem["index"] == 0
    table.plays_on()


@pytest.mark.parametrize(
    "command",
    [asked.open_round(), asked.buy_in(), asked.place(1), asked.close_table(), asked.settle()],
    ids=lambda command: str(command["command"]),
)
def test_a_table_that_is_not_open_takes_nothing(pit: Pit, command: Asked) -> None:
    table = pit.table()
    with pit.nothing_stored():
        problem = table.refused(command)
    assert problem["rule"] == "control:table-open"
    assert pit.http.get(f"/v1/tables/{table.name}").status_code == 404
    table.open()
    table.plays_on()


def test_a_table_is_opened_once(table: Table) -> None:
    problem = table.refused({**asked.open_table(), "table": table.name})
    assert problem["rule"] == "control:table-closed"


def test_a_drop_is_counted_once_and_after_closing(table: Table) -> None:
    assert table.refused(asked.count_drop())["rule"] == "control:drop-after-close"
    table.close(1_000_000)
    table.do(asked.count_drop())
    assert table.refused(asked.count_drop())["rule"] == "control:drop-once"


def test_a_refusal_is_kept_beside_the_log(pit: Pit, table: Table) -> None:
    before = pit.head()
    in_betting(table)
    told = {**asked.place(2, 999), "actor": {"id": "d-7", "role": "dealer"}}
    problem = table.refused(told)
    kept = pit.refusals(table.name)
    assert len(kept) == 1
    assert (kept[0]["rule"], kept[0]["reason"]) == (problem["rule"], problem["reason"])
    assert kept[0]["command"].items() >= told.items()
    assert kept[0]["command"]["table"] == table.name
    assert kept[0]["recorded"].endswith("Z")
    assert [event["event"] for event in pit.events_since(before)] == ["RoundOpened", "WagerPlaced"]


def test_of_a_refused_list_the_refused_command_is_kept(pit: Pit, table: Table) -> None:
    table.refused([asked.buy_in(), asked.settle(), asked.buy_in()])
    assert [row["command"]["command"] for row in pit.refusals(table.name)] == ["settle"]


def test_what_is_wrong_by_itself_is_no_refusal(pit: Pit, table: Table) -> None:
    assert table.send(asked.roll(1, 2, 7)).status_code == 422
    assert pit.refusals(table.name) == []


def test_a_refusal_at_one_table_is_nothing_to_another(pit: Pit, table: Table) -> None:
    other = pit.table()
    other.open()
    table.refused(asked.settle())
    assert pit.refusals(other.name) == []
    other.plays_on()
