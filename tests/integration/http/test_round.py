"""A whole round over HTTP, and every way to read it back."""

from tests.support.domain import asked
from tests.support.http.playing import DEALER, LOSES, WINS, Pit, Table, names, one

ENVELOPE = [
    *("event", "version", "key", "seq", "table", "session", "round"),
    *("day", "shift", "at", "recorded", "actor", "command_id", "rule"),
]


def test_every_command_answers_with_its_events(table: Table) -> None:
    assert names(table.do(asked.open_round())) == ["RoundOpened"]
    assert names(table.bet(1)) == ["WagerPlaced"]
    assert names(table.bet(2, 5000)) == ["WagerPlaced"]
    assert names(table.do(asked.no_more_bets())) == ["BetsClosed"]
    assert names(table.do(asked.roll())) == ["DiceRolled"]
    tiles = {1: WINS.replace("/", ""), 2: LOSES.replace("/", "")}
    assert names(table.do(asked.deal(DEALER, tiles))) == ["TilesDealt"]
    assert names(table.do(asked.set_hand(1, *WINS.split("/")))) == ["HandSet"]
    assert names(table.do(asked.set_hand(2, *LOSES.split("/")))) == ["HandSet"]
    assert names(table.do(asked.set_house())) == ["HouseSet"]
    settled = table.do(asked.settle())
    assert names(settled) == ["WagerSettled", "WagerSettled", "VigorishTaken", "RoundClosed"]
    assert [event["entries"] for event in settled[:-1]] == [
        {"tray": 5000, "win": -5000},
        {"tray": -2500, "win": 2500},
        {"tray": 125, "vigorish": -125},
    ]
    assert settled[-1]["tray_delta"] == 5000 - 2500 + 125


def test_events_carry_the_envelope_and_count_without_a_gap(table: Table) -> None:
    events = table.play_round({1: WINS})
    assert [event["seq"] for event in events] == list(range(2, 2 + len(events)))
    for event in events:
        assert list(event)[: len(ENVELOPE)] == ENVELOPE
        assert (event["key"], event["table"]) == (table.name, table.name)
        assert (event["session"], event["round"]) == (1, f"{table.name}-1-1")
        assert event["at"] == event["recorded"]
        assert event["at"].endswith("Z")
        assert sum(event.get("entries", {}).values()) == 0


def test_the_round_is_read_back_whole(pit: Pit, table: Table) -> None:
    events = table.play_round({1: WINS, 2: LOSES})
    closed = one(events, "RoundClosed")
    row = pit.read(f"/v1/rounds/{closed['round']}")
    assert row["round"] == closed["round"]
    assert (row["table"], row["session"], row["number"]) == (table.name, 1, 1)
    assert (row["phase"], row["first_seq"], row["seq"]) == ("closed", 2, closed["seq"])
    assert (row["opened"], row["ended"]) == (events[0]["at"], closed["at"])
    assert (row["dice"], row["start"]) == ([1, 2, 6], "dealer")
    assert [(wager["seat"], wager["amount"]) for wager in row["placed"]] == [(1, 2500), (2, 2500)]
    assert row["wagers"] == closed["wagers"]
    for name in ("bank", "dealer_wager", "meter", "tray_delta", "triples"):
        assert row[name] == closed[name]
    assert row["settings"]["1"] == {"high": ["6-6", "1-6"], "low": ["5-5", "2-3"]}
    assert row["hands"]["dealer"] == DEALER.split()


def test_the_rounds_lines_are_those_of_the_contract(table: Table) -> None:
    closed = one(table.play_round({1: WINS, 2: LOSES}), "RoundClosed")
    assert [line["outcome"] for line in closed["wagers"]] == ["win", "lose"]
    assert closed["wagers"][0] == {
        "seat": 1,
        "wager": "pai_gow",
        "amount": 2500,
        "coupon": 0,
        "player": "seat-1",
        "outcome": "win",
        "paid": 2500,
        "vigorish": 125,
        "rule": "19:47-10.7(j)",
    }
    assert (closed["bank"], closed["dealer_wager"], closed["meter"]) == (None, None, None)
    assert (closed["tray_delta"], closed["triples"]) == (125, 0)


def test_the_rounds_events_are_the_ones_answered(pit: Pit, table: Table) -> None:
    events = table.play_round({1: WINS})
    table.play_round({1: LOSES})
    told = pit.read(f"/v1/rounds/{events[0]['round']}/events")["events"]
    assert names(told) == names(events)
    for mine, stored in zip(events, told, strict=True):
        if mine["event"] != "TilesDealt":
            assert stored == mine


def test_the_log_goes_on_after_any_position(pit: Pit, table: Table) -> None:
    head = pit.head()
    events = table.play_round({1: WINS})
    first = pit.read("/v1/events", after=head, limit=4)
    assert first["next"] == head + 4
    rest = pit.read("/v1/events", after=first["next"])
    assert rest["next"] == head + len(events)
    assert names(first["events"] + rest["events"]) == names(events)
    assert pit.read("/v1/events", after=rest["next"]) == {"events": [], "next": rest["next"]}


def test_the_newest_rounds_of_a_table_come_first(pit: Pit, table: Table) -> None:
    for _ in range(3):
        table.play_round({1: WINS})
    rounds = pit.read(f"/v1/tables/{table.name}/rounds", limit=2)["rounds"]
    assert [row["number"] for row in rounds] == [3, 2]


def test_a_void_round_is_read_back_with_its_reason(pit: Pit, table: Table) -> None:
    round_id = table.open_round()
    table.bet(1)
    table.do(asked.void_round("a stack of five"))
    row = pit.read(f"/v1/rounds/{round_id}")
    assert (row["phase"], row["reason"], row["tray_delta"]) == ("voided", "a stack of five", 0)
    assert [line["outcome"] for line in row["wagers"]] == ["void"]


def test_commands_may_name_their_tables_themselves(pit: Pit, table: Table) -> None:
    other = pit.table()
    opening = {**asked.open_table(), "table": other.name}
    response = pit.http.post(
        "/v1/commands", json=[opening, {**asked.buy_in(), "table": table.name}]
    )
    assert response.status_code == 201
    events = response.json()["events"]
    assert [(event["table"], event["event"]) for event in events] == [
        (other.name, "TableOpened"),
        (table.name, "ChipsBought"),
    ]


def test_a_command_may_say_when_and_by_whom(pit: Pit) -> None:
    opened = pit.table(at="2024-06-01T03:30:00+02:00").open()[0]
    assert (opened["at"], opened["day"]) == ("2024-06-01T01:30:00Z", "2024-05-31")
    assert opened["recorded"] != opened["at"]
    dealer = {"id": "d-7", "role": "dealer"}
    table = pit.table()
    table.open()
    assert table.do({**asked.buy_in(), "actor": dealer})[0]["actor"] == dealer
