"""The simulated floor: repeatable, lawful, believable, and with books that balance."""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from itertools import islice, pairwise
from random import Random
from statistics import median
from typing import Any
from uuid import UUID

import pytest

from domain.events import Event
from domain.events.books import MarkerPaid
from domain.events.corrections import EntryCorrected
from domain.events.envelope import Stamp
from domain.events.round import RoundClosed, RoundVoided, WagerSettled
from domain.events.table import (
    ChipsBought,
    DropCounted,
    TableClosed,
    TableCredited,
    TableFilled,
    TableOpened,
    TrayCounted,
)
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.round.state import game_at, round_at
from domain.games.pai_gow.tiles.house_way import basic
from domain.gaming_day import GamingDay, parse_moment
from domain.hosting import Table, decide
from domain.messages.commands import parse_command
from services.tools.simulator import Floor, Told, interleave
from services.tools.simulator.lawful_table import LawfulTable
from tests.support.simulator.chips import taken_in_beside_play

START = datetime(2026, 11, 15, 18, 0, tzinfo=UTC)
EVENING = Floor(tables=3, rounds=150, seed=7, start=START)
SHORT = Floor(tables=3, rounds=12, seed=11, start=START)
LONG = Floor(tables=1, rounds=450, seed=3, start=START)


@dataclass
class Folded:
    """What a table's commands come to when somebody else decides them."""

    table: Table
    events: list[Event] = field(default_factory=list)
    lowest_tray: int = 10**12
    badly_set: int = 0

    def take(self, told: Told) -> None:
        command = parse_command(json.dumps(told))
        if told["command"] == "set_hand" and "high" in told:
            self._judge(told)
        day = GamingDay().of(parse_moment(told["at"])).isoformat()
        stamp = Stamp(told["at"], told["at"], day, told["actor"], told["command_id"])
        self.table, events, _ = decide(self.table, command, stamp)
        self.events += events
        if self.table.is_open:
            self.lowest_tray = min(self.lowest_tray, self.table.tray)

    def _judge(self, told: Told) -> None:
        setting = Setting(tuple(told["high"]), tuple(told["low"]))
        hand = round_at(self.table).hands[str(told["seat"])]
        self.badly_set += not any(setting.same_as(way) for way in basic(hand))

    def of(self, *kinds: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kinds)]


@cache
def commands_of(floor: Floor, table: str) -> tuple[Told, ...]:
    return tuple(floor.commands(table))


@cache
def folded(floor: Floor, table: str) -> Folded:
    result = Folded(Table(name=table))
    for told in commands_of(floor, table):
        result.take(told)
    return result


def text(commands: Iterable[Told]) -> str:
    return "\n".join(json.dumps(told) for told in commands)


def test_same_seed_gives_the_same_bytes() -> None:
    assert text(SHORT.stream()) == text(replace(SHORT).stream())


def test_two_processes_give_the_same_bytes() -> None:
    program = (
        "import json; from datetime import datetime; from services.tools.simulator import Floor\n"
        f"floor = Floor(3, 12, 11, datetime.fromisoformat({START.isoformat()!r}))\n"
        "print('\\n'.join(json.dumps(told) for told in floor.stream()), end='')"
    )
    other = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        check=True,
        text=True,
    )
    assert other.stdout == text(SHORT.stream())


def test_another_seed_gives_another_evening() -> None:
    mine, other = SHORT, replace(SHORT, seed=12)
    for table in SHORT.names():
        told, otherwise = list(mine.commands(table)), list(other.commands(table))
        assert [one["command"] for one in told] != [one["command"] for one in otherwise]
        assert not {one["command_id"] for one in told} & {one["command_id"] for one in otherwise}


def test_tables_of_one_floor_play_differently() -> None:
    deals = [
        next(told["stacks"] for told in SHORT.commands(table) if told["command"] == "deal")
        for table in SHORT.names()
    ]
    assert len({json.dumps(deal) for deal in deals}) == SHORT.tables


def test_a_table_is_independent_of_the_others_and_of_interleaving() -> None:
    alone = list(SHORT.commands("PG02"))
    among_more = replace(SHORT, tables=5)
    assert list(among_more.commands("PG02")) == alone
    assert [told for told in among_more.stream() if told["table"] == "PG02"] == alone


def test_the_same_moment_written_otherwise_is_the_same_floor() -> None:
    eastern = START.astimezone(timezone(timedelta(hours=-5)))
    assert text(replace(SHORT, start=eastern).stream()) == text(SHORT.stream())


def test_a_start_without_an_offset_is_refused() -> None:
    with pytest.raises(ValueError, match="offset"):
        Floor(tables=1, rounds=1, seed=1, start=datetime(2026, 11, 15))  # noqa: DTZ001


def test_global_randomness_is_left_alone() -> None:
    before = random.getstate()
    list(SHORT.stream())
    assert random.getstate() == before


@pytest.mark.parametrize("table", EVENING.names())
def test_every_command_is_accepted_by_a_fresh_fold(table: str) -> None:
    result = folded(EVENING, table)
    assert not result.table.is_open
    assert len(result.of(RoundClosed, RoundVoided)) == EVENING.rounds
    assert len(result.events) > len(commands_of(EVENING, table))


def test_every_command_names_its_table_moment_id_and_actor() -> None:
    told = [one for table in EVENING.names() for one in commands_of(EVENING, table)]
    ids = [UUID(one["command_id"]) for one in told]
    assert len(set(ids)) == len(ids)
    assert {one["table"] for one in told} == {"PG01", "PG02", "PG03"}
    assert all(one["actor"]["id"] and one["actor"]["role"] for one in told)


@pytest.mark.parametrize("table", EVENING.names())
def test_counts_find_what_the_books_expect(table: str) -> None:
    result = folded(EVENING, table)
    (closed,), (drop,) = result.of(TableClosed), result.of(DropCounted)
    assert closed.counted == closed.expected
    assert drop.amount == drop.estimated
    bought: Counter[str] = Counter()
    for buy_in in result.of(ChipsBought):
        bought[buy_in.kind] += buy_in.amount
    for corrected in result.of(EntryCorrected):
        bought[corrected.tender] += corrected.amount - corrected.was
    bought["cash"] += sum(one.amount for one in result.of(MarkerPaid) if one.tender == "cash")
    assert (drop.cash, drop.counter_checks, drop.vouchers) == (
        bought["cash"],
        bought["counter_check"],
        bought["voucher"],
    )
    assert all(count.counted == count.expected for count in result.of(TrayCounted))
    assert not result.table.books.boxes


@pytest.mark.parametrize(
    ("floor", "table"),
    [*((EVENING, table) for table in EVENING.names()), (LONG, "PG01")],
)
def test_the_closer_follows_from_opener_slips_buy_ins_and_play(floor: Floor, table: str) -> None:
    result = folded(floor, table)
    (opened,), (closed,) = result.of(TableOpened), result.of(TableClosed)
    play = sum(event.tray_delta for event in result.of(RoundClosed, RoundVoided))
    fills = sum(event.amount for event in result.of(TableFilled) if event.step == "received")
    credited = sum(event.amount for event in result.of(TableCredited) if event.step == "received")
    buy_ins = sum(event.amount for event in result.of(ChipsBought))
    beside = taken_in_beside_play(result.events)
    assert closed.counted - opened.opener == play + fills - credited - buy_ins + beside
    assert result.lowest_tray > opened.opener // 10
    assert not result.table.slips


def test_an_evening_has_everything_in_it() -> None:
    told = commands_of(EVENING, "PG01")
    names = Counter(one["command"] for one in told)
    outcomes = Counter(event.outcome for event in folded(EVENING, "PG01").of(WagerSettled))
    kinds = {one["kind"] for one in told if one["command"] == "buy_in"}
    assert {"win", "lose", "push", "surrender"} <= outcomes.keys()
    assert {"surrender", "fill", "no_roll", "withdraw_wager", "count_tray"} <= names.keys()
    assert kinds == {"cash", "counter_check", "voucher"}
    assert folded(EVENING, "PG01").badly_set > 0
    assert any(one["command"] == "set_hand" and "high" not in one for one in told)
    assert any(one["command"] == "set_hand" and "high" in one for one in told)
    added = [one for one in folded(EVENING, "PG01").events if getattr(one, "total", 0)]
    assert any(getattr(one, "total", 0) > getattr(one, "amount", 0) for one in added)
    rare = {"misdeal", "expose", "surrender", "no_roll", "withdraw_wager"}
    assert sum(names[one] for one in rare) < names["open_round"] // 5


def test_a_long_evening_brings_what_is_rare() -> None:
    told = commands_of(LONG, "PG01")
    names = {one["command"] for one in told}
    steps = {one.get("step") for one in told if one["command"] == "fill"}
    assert {"credit", "misdeal", "expose", "play_on", "void_hand", "change_dice"} <= names
    assert {None, "requested", "issued", "received"} <= steps


def test_seats_fill_and_empty() -> None:
    spots = [len(event.wagers) for event in folded(EVENING, "PG01").of(RoundClosed)]
    players = {event.player for event in folded(EVENING, "PG01").of(WagerSettled)}
    assert len(set(spots)) >= 4
    assert len(players) > 10


def test_money_comes_in_hundreds_and_wagers_in_chips() -> None:
    for told in commands_of(EVENING, "PG01"):
        if told["command"] == "buy_in":
            assert told["amount"] % 10_000 == 0
        elif told["command"] == "place_wager":
            assert told["amount"] % 500 == 0


def test_slip_numbers_are_used_for_one_slip() -> None:
    uses_of: dict[str, set[tuple[str, int]]] = {}
    for told in commands_of(LONG, "PG01"):
        if told["command"] in ("fill", "credit"):
            uses_of.setdefault(told["slip"], set()).add((told["command"], told["amount"]))
    assert len(uses_of) > 5
    assert all(len(uses) == 1 for uses in uses_of.values())


def test_a_round_lasts_about_a_minute() -> None:
    opened, lasted = START, []
    for told in commands_of(EVENING, "PG01"):
        if told["command"] == "open_round":
            opened = parse_moment(told["at"])
        elif told["command"] == "settle":
            lasted.append((parse_moment(told["at"]) - opened).total_seconds())
    assert 60 <= median(lasted) <= 90
    assert max(lasted) < 180


def test_the_stream_is_in_time_order_and_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the commands as they were told before: that they come out the same is tested above."""
    told = {table: commands_of(EVENING, table) for table in EVENING.names()}
    monkeypatch.setattr(Floor, "commands", lambda _, table: iter(told[table]))
    stream = list(EVENING.stream())
    moments = [parse_moment(told["at"]) for told in stream]
    assert moments == sorted(moments)
    assert {told["table"] for told in stream[:80]} == set(EVENING.names())
    assert len(stream) == sum(map(len, told.values()))


def test_time_rises_at_a_table() -> None:
    moments = [parse_moment(told["at"]) for told in commands_of(EVENING, "PG01")]
    assert all(later > earlier for earlier, later in pairwise(moments))


def test_tables_may_be_left_open() -> None:
    left = replace(SHORT, leave_open=True)
    result = folded(left, "PG01")
    assert result.table.is_open
    assert game_at(result.table).round is None
    assert result.table.rounds == SHORT.rounds
    assert text(SHORT.commands("PG01")).startswith(text(left.commands("PG01")))


def test_without_a_number_of_rounds_play_goes_on() -> None:
    endless = replace(SHORT, rounds=None)
    first = list(islice(endless.stream(), 1_500))
    assert len(first) == 1_500
    assert not any(told["command"] == "close_table" for told in first)


def test_interleaving_takes_any_streams() -> None:
    one = [{"at": f"2026-11-15T18:00:0{second}Z", "table": "A"} for second in (1, 3)]
    other = [{"at": f"2026-11-15T18:00:0{second}Z", "table": "B"} for second in (2, 3)]
    merged = list(interleave([iter(one), iter(other)]))
    assert [told["table"] for told in merged] == ["A", "B", "A", "B"]


def test_limits_and_trays_vary_by_table() -> None:
    opened = [next(SHORT.commands(table)) for table in SHORT.names()]
    limits = {json.dumps(told["submission"]["limits"]) for told in opened}
    assert len(limits) == SHORT.tables
    assert all(set(told["inventory"]) == {"500", "2500", "10000", "50000"} for told in opened)


def test_an_unlawful_command_is_a_fault_of_the_simulator() -> None:
    lawful = LawfulTable("PG01", 1, START, Random("fault"))
    with pytest.raises(AssertionError, match="not open"):
        lawful.tell("open_round")
    with pytest.raises(AssertionError, match="dice"):
        lawful.tell("roll", dice=[7, 1, 1])
