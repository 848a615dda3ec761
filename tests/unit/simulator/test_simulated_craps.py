"""Craps on the simulated floor: believable, lawful, and no chip made or lost."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from domain.commands.submission import Submission
from domain.events import Event
from domain.events.envelope import RoundPosting
from domain.events.round import RoundClosed, RoundVoided, WagerReturned, WagerSettled
from domain.events.table import ChipsBought, DropCounted, TableClosed, TableOpened
from domain.game_library import LIBRARY
from domain.games.craps.bots.setups import SETUPS, any_odds
from domain.games.craps.elections.elections import elected_in
from domain.games.craps.game import GAME as CRAPS
from domain.games.craps.regulations import NJ_CRAPS
from domain.games.craps.wagers.catalogue import CATALOGUE
from domain.games.craps.wagers.record import CrapsWager
from services.cli.main import app
from services.tools.simulator import Floor, floor, tables_among
from services.tools.simulator.floor import setup_at
from services.tools.simulator.lawful_table import LawfulTable
from services.tools.simulator.mistakes import KINDS, plant
from services.tools.simulator.table_play import TablePlay
from tests.support.simulator.chips import taken_in_beside_play
from tests.support.simulator.lives import Life

START: Final = datetime(2026, 11, 15, 18, 0, tzinfo=UTC)
EVENING: Final = Floor(tables=3, rounds=130, seed=4, start=START, tables_of={"craps": 3})
NIGHT: Final = Floor(
    tables=1,
    rounds=120,
    seed=3,
    start=datetime(2026, 11, 16, 5, tzinfo=UTC),
    tables_of={"craps": 1},
)
TABLES: Final = EVENING.names()


@cache
def evening(table: str) -> Life:
    return Life(EVENING.commands(table))


def events_of(life: Life, *kinds: type[Event]) -> list[Any]:
    return [event for event in life.events if isinstance(event, kinds)]


def won(events: Iterable[Event]) -> int:
    """By the rounds, those taken back taken back."""
    return sum(one.entries.get("tray", 0) for one in events if isinstance(one, RoundPosting))


def test_craps_tables_stand_beside_the_others_and_take_none_of_their_luck() -> None:
    mixed = Floor(tables=7, rounds=6, seed=11, start=START, tables_of={"craps": 2})
    plain = Floor(tables=5, rounds=6, seed=11, start=START)
    assert mixed.names() == (*plain.names(), "CR01", "CR02")
    for table in plain.names():
        assert list(mixed.commands(table)) == list(plain.commands(table))
    assert list(mixed.commands("CR02")) == list(mixed.commands("CR02"))
    assert mixed.par("CR02") == SETUPS[1].par


def test_a_floor_does_not_play_more_craps_than_it_has_tables() -> None:
    with pytest.raises(ValueError, match="of 2 tables 3 cannot play craps"):
        Floor(tables=2, rounds=1, seed=1, start=START, tables_of={"craps": 3})
    with pytest.raises(ValueError, match="no table CR01"):
        Floor(tables=2, rounds=1, seed=1, start=START).commands("CR01")


def test_where_nobody_says_every_fifth_table_plays_craps() -> None:
    assert [tables_among(tables)["craps"] for tables in (1, 2, 3, 4, 8, 9, 13, 14)] == [
        *(0, 0, 0, 1, 1, 2, 2, 3)
    ]


def test_a_game_that_the_library_has_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = replace(CRAPS.bots, letters="XX", one_in=2)
    other = SimpleNamespace(name="other", bots=bots)
    monkeypatch.setattr(floor, "LIBRARY", SimpleNamespace(games=(*LIBRARY.games, other)))
    assert tables_among(4) == {"craps": 1, "other": 2}
    assert tables_among(4, {"craps": 4}) == {"craps": 4, "other": 0}
    mixed = Floor(tables=4, rounds=2, seed=11, start=START, tables_of=tables_among(4))
    assert mixed.names() == ("PG01", "CR01", "XX01", "XX02")
    assert mixed.par("XX02") == SETUPS[1].par
    told = {one["table"] for one in mixed.stream() if one["command"] == "roll"}
    assert told == {*mixed.names()}


@pytest.mark.parametrize(
    ("asked", "tables"),
    [
        ((), {"PG01", "PG02", "PG03", "CR01"}),
        (("--craps=0",), {"PG01", "PG02", "PG03", "PG04"}),
        (("--craps=4",), {"CR01", "CR02", "CR03", "CR04"}),
    ],
)
def test_simulate_plays_craps_too(asked: tuple[str, ...], tables: set[str]) -> None:
    done = CliRunner().invoke(app, ["simulate", "--out=-", "--rounds=1", *asked])
    assert done.exit_code == 0, done.output
    assert {json.loads(line)["table"] for line in done.stdout.splitlines()} == tables


@pytest.mark.parametrize("command", [("simulate", "--out=-"), ("demo", "--once")])
def test_more_craps_than_tables_cannot_be_asked_for(command: tuple[str, ...]) -> None:
    done = CliRunner().invoke(app, [*command, "--tables=2", "--craps=3"])
    assert done.exit_code == 2
    assert "cannot play craps" in done.output


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("--cards=1", "no such option: --cards=1"),
        ("--craps=some", "'some' is no number of tables"),
        ("--craps", "expected one argument"),
        ("CR01", "no such option: CR01"),
    ],
)
def test_tables_of_games_are_asked_for_by_name_and_number(asked: str, why: str) -> None:
    done = CliRunner().invoke(app, ["simulate", "--out=-", asked])
    assert done.exit_code == 2
    assert why in " ".join(done.output.split())


def test_every_layout_is_one_that_its_regulation_permits() -> None:
    for number in range(1, len(SETUPS) + 1):
        terms = setup_at(f"CR{number:02d}")
        submission = Submission.model_validate(terms.submission())
        NJ_CRAPS.check(submission)
        assert len(terms.places) == elected_in(submission).seats
        assert terms.par >= 1_000 * terms.minimum
        assert terms.side_risk() < terms.par // 3
    assert {len(one.places) for one in SETUPS} == {8, 16, 20}
    assert {one.full_controls for one in SETUPS} == {False, True}
    assert setup_at("CR04") == setup_at("CR01")


def test_an_evening_of_craps_has_everything_in_it() -> None:
    told = Counter(one["command"] for table in TABLES for one in evening(table).told)
    asked_for = {
        *("place_wager", "withdraw_wager", "call_on", "no_roll", "void_round", "return_wager"),
        *("correct_wager", "correct_roll", "change_dice", "fill", "count_tray", "buy_in"),
    }
    assert asked_for <= told.keys()
    rare = ("withdraw_wager", "no_roll", "void_round", "correct_roll", "correct_wager")
    assert sum(told[one] for one in rare) < told["open_round"] // 4
    rounds = sum(evening(table).table.rounds for table in TABLES)
    assert rounds == 3 * 130


def test_every_wager_is_made_won_and_lost() -> None:
    settled = [one for table in TABLES for one in events_of(evening(table), WagerSettled)]
    outcomes: dict[str, set[str]] = {}
    for one in settled:
        outcomes.setdefault(one.wager, set()).add(one.outcome)
    assert outcomes.keys() == CATALOGUE.keys()
    assert all({"win", "lose"} <= found for found in outcomes.values()), outcomes
    assert "void" in outcomes["dont_pass"]


def test_points_are_made_and_lost_and_wagers_are_carried() -> None:
    closed = events_of(evening("CR01"), RoundClosed)
    points = {one.craps.point for one in closed}
    assert points == {None, 4, 5, 6, 8, 9, 10}
    carried = [line for one in closed for line in one.wagers if line.outcome == "retained"]
    assert {"pass", "dont_pass", "come"} <= {line.wager for line in carried}
    assert {line.point for line in carried if line.wager == "come"} >= {6, 8}
    seats = {line.seat for one in closed for line in one.wagers}
    assert max(seats) > 6
    shooters = [one["shaker"] for one in evening("CR01").commands("roll")]
    assert len(set(shooters)) > 5


@pytest.mark.parametrize("table", TABLES)
def test_the_books_of_a_craps_table_agree(table: str) -> None:
    life = evening(table)
    assert not life.table.is_open
    assert not life.table.carried()
    assert not life.miscounts
    (opened,), (closed,) = events_of(life, TableOpened), events_of(life, TableClosed)
    assert opened.opener == closed.counted == closed.expected
    (drop,) = events_of(life, DropCounted)
    assert drop.amount == drop.estimated


@pytest.mark.parametrize("number", range(1, len(SETUPS) + 1))
def test_no_chip_is_made_or_lost_among_the_players(number: int) -> None:
    luck = Random(f"chips/{number}")
    lawful = LawfulTable(f"CR{number:02d}", 1, START, luck)
    play = TablePlay(lawful, setup_at(f"CR{number:02d}"), luck)
    seen: list[Event] = []
    lawful.witnesses.append(seen.append)
    lowest = lawful.state.tray
    for _ in play.life(rounds=120, leave_open=False):
        lowest = min(lowest, lawful.state.tray) if lawful.state.is_open else lowest
    assert not play.seats.players
    bought = sum(one.amount for one in seen if isinstance(one, ChipsBought))
    carried = play.seats.walked_with - play.seats.brought
    assert carried == bought - won(seen) - taken_in_beside_play(seen)
    assert lowest >= 0


def test_carried_wagers_go_back_before_a_table_closes() -> None:
    left = Floor(tables=3, rounds=40, seed=5, start=START, tables_of={"craps": 3}, leave_open=True)
    shut = Floor(tables=3, rounds=40, seed=5, start=START, tables_of={"craps": 3})
    closed_over = 0
    for table in left.names():
        lying = Life(left.commands(table)).table.carried()
        back = events_of(Life(shut.commands(table)), WagerReturned)
        closed_over += len(lying)
        assert [(one.seat, one.wager, one.amount) for one in lying] == [
            (one.seat, one.wager, one.amount) for one in back[len(back) - len(lying) :]
        ]
    assert closed_over > 3


def test_a_correction_follows_what_it_corrects_at_once() -> None:
    corrects = {"correct_wager": "place_wager", "correct_roll": "roll", "correct_entry": "buy_in"}
    for table in TABLES:
        for before, told in pairwise(evening(table).told):
            if told["command"] in corrects:
                assert before["command"] == corrects[told["command"]]
                assert told["supervisor"] != told["actor"]["id"]


def test_under_full_controls_everything_is_signed() -> None:
    life = evening("CR02")
    assert life.table.terms.controls == "full"
    for told in life.commands("open_table", "count_tray", "close_table"):
        assert [one["role"] for one in told["signatures"]] == ["dealer", "floorperson"]
    assert all("step" in told for told in life.commands("fill", "credit"))


def test_a_night_turns_the_day_with_wagers_on_the_layout() -> None:
    life = Life(NIGHT.commands("CR01"))
    rolls = [one for one in life.commands("count_tray") if one.get("roll")]
    assert rolls
    assert len(events_of(life, DropCounted)) == len(rolls) + 1
    assert not life.miscounts


@pytest.mark.parametrize("kind", [one for one in KINDS if one != "short_vigorish"])
def test_a_planted_mistake_is_found_at_a_craps_table(kind: Any) -> None:
    commands, planted = plant(kind, evening("CR01").told)
    found = Life(commands).miscounts
    tray = [one.amount for one in found.values() if one.kind == "tray"]
    assert tray == [planted.tray]


def test_a_round_ends_by_one_roll() -> None:
    life = evening("CR03")
    told = Counter(one["command"] for one in life.told)
    voided = len(events_of(life, RoundVoided))
    assert voided == told["void_round"]
    assert told["roll"] == told["open_round"] - voided


@pytest.mark.parametrize("wager", CATALOGUE.values(), ids=lambda wager: wager.name)
def test_odds_for_a_wager_that_no_layout_lists_leave_the_house_its_part(wager: CrapsWager) -> None:
    """The regulation has none, so a new wager would be offered by nobody."""
    odds = Fraction(*any_odds(wager))
    (*_, edge) = wager.edges_by(odds)
    assert 0 <= edge.edge < Fraction(1, 3)
