"""Finding a round through the API: by what is remembered of it, and no more than may be seen."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from services.http.masking import SEES_HANDS
from tests.support.domain import asked, craps
from tests.support.domain.asked import Asked
from tests.support.http.playing import DEALER, LOSES, WINS, Pit, Table, Told, expect_problem
from tests.support.http.staff import STAFF, Staff, at_work

HANDS: Final = {1: WINS, 2: LOSES}
AT: Final = "2026-11-14T20:00:00Z"
GAVE_UP: Final = "2-2 1-4 / 2-2 2-6"


def found(pit: Pit, **query: Any) -> list[str]:
    return [one["round"] for one in pit.read("/v1/rounds", **query)["rounds"]]


def test_a_dispute_is_found_by_seat_time_and_a_pair_of_sixes(pit: Pit) -> None:
    """As the player tells it: about eight, at seat 1, and there was a pair of sixes."""
    table = pit.table(at=AT)
    table.open()
    [round_id] = {event["round"] for event in table.play_round(HANDS) if event["round"]}
    about = {"from": "2026-11-14T14:55:00-05:00", "to": "2026-11-14T20:05:00Z"}
    told = {"table": table.name, **about, "piece": "pair of sixes"}
    assert found(pit, seat=1, **told) == [round_id]
    assert found(pit, seat=2, **told) == []
    answer = pit.read("/v1/rounds", seat=1, **told)
    assert answer["read"]["pair of sixes"][0] == "6-6"
    [one] = answer["rounds"]
    assert (one["table"], one["game"], one["win"]) == (table.name, "tiles", 0 - 2375 + 2500)
    assert one["seats"] == [{"seat": 1, "player": "seat-1"}, {"seat": 2, "player": "seat-2"}]
    assert one["outcomes"] == {"win": 1, "lose": 1}


@pytest.mark.parametrize(
    ("query", "is_found"),
    [
        ({"piece": "天"}, True),
        ({"piece": ["teen", "tit"]}, True),
        ({"piece": ["teen", "chong"]}, False),
        ({"piece": "foo", "seat": "dealer"}, True),
        ({"piece": "foo", "outcome": "win"}, False),
        ({"piece": "mooy", "outcome": "lose", "seat": 2}, True),
        ({"piece": "mooy", "outcome": "lose", "seat": 1}, False),
        ({"outcome": "lose", "player": "seat-1"}, False),
        ({"outcome": "win", "player": "seat-1", "wager": "pai_gow"}, True),
        ({"min": 2500, "max": 2500, "seat": 1}, True),
        ({"min": 2501}, False),
        ({"max": 2499}, False),
        ({"game": "tiles", "state": "closed"}, True),
        ({"state": "voided"}, False),
        ({"game": "cards"}, False),
        ({"from": "2026-11-14T20:00:01Z"}, False),
    ],
)
def test_all_of_it_is_true_of_one_wager_and_one_hand(
    pit: Pit, query: dict[str, Any], is_found: bool
) -> None:
    table = pit.table(at=AT)
    table.open()
    table.play_round(HANDS)
    answer = pit.read("/v1/rounds", table=table.name, **query)
    assert bool(answer["rounds"]) == is_found
    assert bool(answer["why"]) == (not is_found)


def test_a_round_in_play_is_found_by_nobody(pit: Pit, table: Table) -> None:
    table.do_as_one(*asked.up_to_the_house(DEALER, HANDS))
    assert found(pit, table=table.name) == []
    assert found(pit, table=table.name, piece="teen", seat=1) == []
    table.do(asked.settle())
    assert found(pit, table=table.name, piece="teen", seat=1) != []


def test_dice_are_found_however_they_lay(pit: Pit, table: Table) -> None:
    table.play_round(HANDS)
    dice = pit.read("/v1/rounds", table=table.name)["rounds"][0]["dice"]
    assert found(pit, table=table.name, dice="-".join(map(str, reversed(dice)))) != []
    assert found(pit, table=table.name, dice="6-6-6") == []


def test_a_roll_that_is_corrected_takes_its_round_back(pit: Pit) -> None:
    """Until the right dice end it again, a round of craps is in play."""
    table = pit.table()
    table.do({**craps.open_craps(), "table": table.name})
    table.do(asked.open_round(), craps.bet(1, "pass"), asked.no_more_bets(), craps.throw(3, 4))
    assert found(pit, table=table.name, dice="3-4", outcome="win") != []
    table.do(craps.correct_roll(1, 1))
    assert found(pit, table=table.name, dice="3-4") == []
    assert found(pit, table=table.name, outcome="win") == []
    assert found(pit, table=table.name, dice="1-1", outcome="lose", state="corrected") != []


def test_a_complaint_is_found_by_its_state(pit: Pit, table: Table) -> None:
    table.play_round(HANDS)
    round_id = found(pit, table=table.name)[0]
    assert found(pit, table=table.name, state="disputed") == []
    complaint = asked.ask("complain", round=round_id, seat=1, words="short paid")
    [made] = table.do(complaint)
    assert found(pit, table=table.name, state="unruled") == [round_id]
    assert found(pit, table=table.name, state="held") == []
    table.do(asked.ask("hold_dispute", complaint=made["seq"], amount=100))
    assert found(pit, table=table.name, state="held") == [round_id]


def test_pages_are_the_same_while_rounds_come_in(pit: Pit, table: Table) -> None:
    for _ in range(5):
        table.play_round(HANDS)
    every = found(pit, table=table.name)
    assert [one.rpartition("-")[2] for one in every] == ["5", "4", "3", "2", "1"]
    first = pit.read("/v1/rounds", table=table.name, limit=2)
    table.play_round(HANDS)
    second = pit.read("/v1/rounds", table=table.name, limit=2, cursor=first["next"])
    third = pit.read("/v1/rounds", table=table.name, limit=2, cursor=second["next"])
    pages = [one["round"] for page in (first, second, third) for one in page["rounds"]]
    assert pages == every
    assert third["next"] is None


@pytest.mark.parametrize(
    ("query", "where", "what"),
    [
        ({"piece": "pear of sixes"}, "piece", "pair of sixes"),
        ({"piece": ["teen", ""]}, "piece", "no tile"),
        ({"from": "2026-11-14"}, "from", "offset"),
        ({"from": AT, "to": "2026-11-14T19:00:00Z"}, "to", "before `from`"),
        ({"day": "yesterday"}, "day", "is not a day"),
        ({"seat": "0"}, "seat", "is no seat"),
        ({"seat": "25"}, "seat", "is no seat"),
        ({"seat": "dealer", "outcome": "win"}, "seat", "no wager"),
        ({"seat": "7", "piece": "teen"}, "piece", "'teen' is of tiles"),
        ({"dice": "7-1"}, "dice", "are no dice"),
        ({"dice": "6-1", "game": "tiles"}, "dice", "at craps"),
        ({"dice": "6-1-1", "wager": "pass"}, "wager", "is wagered at craps"),
        ({"piece": "AS", "game": "tiles"}, "piece", "another game"),
        ({"piece": "AS", "dice": "6-1"}, "piece", "of cards"),
        ({"outcome": "won"}, "outcome", "perhaps win"),
        ({"wager": "passs"}, "wager", "perhaps pass"),
        ({"min": 5, "max": 4}, "max", "less than"),
        ({"min": -1}, "min", ""),
        ({"game": "roulette"}, "game", "there are tiles"),
        ({"state": "open"}, "state", "there are closed"),
        ({"table": "no table"}, "table", "not a table's name"),
        ({"player": "x\x00"}, "player", "1 to 200"),
        ({"cursor": "x"}, "cursor", "`next`"),
        ({"limit": 201}, "limit", ""),
    ],
)
def test_what_cannot_be_looked_for_is_told(
    pit: Pit, query: dict[str, Any], where: str, what: str
) -> None:
    problem = expect_problem(pit.http.get("/v1/rounds", params=query), "invalid-request")
    assert [one["where"] for one in problem["errors"]] == [f"query.{where}"]
    assert what in problem["errors"][0]["what"]


def test_everything_that_is_wrong_is_told_at_once(pit: Pit) -> None:
    query = {"piece": "pear", "day": "x", "seat": "x"}
    problem = expect_problem(pit.http.get("/v1/rounds", params=query), "invalid-request")
    assert {one["where"] for one in problem["errors"]} == {"query.piece", "query.day", "query.seat"}


def test_an_empty_answer_says_why(pit: Pit, table: Table) -> None:
    table.play_round(HANDS)
    answer = pit.read("/v1/rounds", table="NOBODY", player="nobody", seat=1)
    assert answer["rounds"] == []
    assert answer["why"] == [
        "no finished round was played at table NOBODY",
        "no finished round names the player 'nobody'",
    ]
    answer = pit.read("/v1/rounds", table=table.name, player="seat-1", outcome="lose")
    assert answer["why"] == ["there are rounds with each of these, but none with all of them"]


@pytest.fixture(scope="module")
def staff(server: str, logs: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    """Seat 2 gave up its hand, and nobody may know what it held; nor what is in play now."""
    with at_work(server, tmp_path_factory.mktemp("searching")) as staff:
        opening = asked.open_table(1_000_000)
        hands = {1: WINS, 2: GAVE_UP}
        up_to = asked.up_to_the_house(DEALER, hands)
        for command in (opening, *up_to, asked.surrender(2), asked.settle(), *up_to):
            tell(staff, command)
        staff.house.runner.catch_up()
        yield staff


def tell(staff: Staff, command: Asked) -> list[Told]:
    return staff.done("frank", {**command, "table": "PG01", "at": AT})


@pytest.mark.parametrize("who", STAFF)
@pytest.mark.parametrize(
    ("query", "hidden"),
    [
        ({"piece": "bon", "seat": 2}, True),
        ({"piece": "pair of bon"}, True),
        ({"piece": "2-6"}, True),
        ({"piece": "2-2", "outcome": "surrender"}, True),
        ({"piece": ["bon", "1-4"], "player": "seat-2"}, True),
        ({"piece": "gee joon"}, True),
        ({"piece": "teen", "seat": 1}, False),
        ({"outcome": "surrender"}, False),
    ],
)
def test_nobody_finds_by_what_they_may_not_see(
    staff: Staff, who: str, query: dict[str, Any], hidden: bool
) -> None:
    """The dead hand held gee joon; seat 2 gave up a pair of bon."""
    answer = staff.get(who, "/v1/rounds", **query).json()
    seen = not hidden or STAFF[who] in SEES_HANDS
    assert [one["round"] for one in answer["rounds"]] == (["PG01-1-1"] if seen else [])
    if not seen:
        assert answer["why"]
