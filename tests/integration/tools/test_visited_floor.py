"""A simulated floor in a house that somebody else plays in too."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from projections.figures.reconciliation import Variance
from projections.floor.view import TableView
from services.bootstrap import Service, open_service
from services.cli.reconcile import BALANCED, exit_code
from services.settings import read_settings
from services.tools.simulator import played_floor
from services.tools.simulator.access import Refusal
from services.tools.simulator.demo_floor import AtDesk, DemoFloor, HouseAccess
from tests.support.simulator.visitor import Visitor


@pytest.fixture
def house(database: str) -> Iterator[Service]:
    with open_service(read_settings({}, database_url=database, port=0)) as opened:
        yield opened


class Visited:
    """Before some of the simulator's looks and commands the visitor sends one to the same table."""

    def __init__(self, house: Service, chance: float, seed: int) -> None:
        self._access = HouseAccess(house)
        self._look, self._send = HouseAccess.look, HouseAccess.send
        self._luck = Random(seed)
        self._visitor = Visitor(Random(f"{seed}/visitor"))
        self._chance = chance
        self._under_way: list[AtDesk] = []
        self.accepted: Counter[str] = Counter()

    def look(self, table: str) -> TableView | None:
        self._perhaps_act(table)
        return self._look(self._access, table)

    def send(self, told: dict[str, Any]) -> AtDesk:
        """A count is of what was just looked at: nobody comes between."""
        if "inventory" not in told:
            self._perhaps_act(told["table"])
        self._under_way.append(self._send(self._access, told))
        return self._under_way[-1]

    def _perhaps_act(self, table: str) -> None:
        if self._luck.random() >= self._chance:
            return
        # Who counts a tray sees what is in it, not what it was before the last fill.
        while self._under_way:
            with suppress(Refusal):
                self._under_way.pop().events()
        view = self._look(self._access, table)
        told = None if view is None else self._visitor.command(view)
        if told is None:
            return
        try:
            self._send(self._access, told).events()
        except Refusal:
            return
        self.accepted[told["command"]] += 1


@pytest.mark.parametrize(("speed", "rounds", "seed"), [(1e9, 6, 1), (None, 8, 3)])
def test_play_goes_on_whatever_a_visitor_does(
    house: Service, speed: float | None, rounds: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a pace each command is answered before the next; without one many are under way."""
    monkeypatch.setattr(played_floor, "_QUIET_SECONDS", 0.0)
    visited = Visited(house, 0.05, seed)
    monkeypatch.setattr(HouseAccess, "send", lambda _, told: visited.send(told))
    monkeypatch.setattr(HouseAccess, "look", lambda _, table: visited.look(table))
    floor = DemoFloor(house, tables=20, rounds=rounds, seed=seed, tables_of={"craps": 4})
    floor.play(speed=speed)
    assert floor.left == {}
    assert sum(visited.accepted.values()) > 60
    assert len(visited.accepted) > 20
    house.runner.catch_up()
    books = house.storage.books
    assert {view.phase for view in books.tables()} == {"closed"}
    assert sum(view.session for view in books.tables()) > len(books.tables())
    for day in floor.days:
        report = books.reconciliation(day)
        assert [line for line in report.tables if line.variance != Variance(0, 0)] == []
        assert exit_code(report) == BALANCED
        assert sum(report.trial_balance.values()) == 0


def act_at(table: str, told: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A visitor who acts once, as soon as the table has played for a while."""
    send, seen = HouseAccess.send, Counter[str]()
    done: list[str] = []

    def sending(access: HouseAccess, command: dict[str, Any]) -> AtDesk:
        seen[command["table"]] += command["command"] == "open_round"
        view = access.look(table) if seen[table] > 1 and not done else None
        if view is not None and told["command"] in view.next:
            done.append(told["command"])
            inventory = {"inventory": view.tray_expected} if "inventory" in told else {}
            send(access, {"table": table, **told, **inventory}).events()
        return send(access, command)

    monkeypatch.setattr(HouseAccess, "send", sending)
    monkeypatch.setattr(played_floor, "_QUIET_SECONDS", 0.1)
    return done


WHY = {"reason": "a visitor says so", "supervisor": "S1"}


@pytest.mark.parametrize(
    ("told", "sessions"),
    [
        ({"command": "misdeal", "announced": 3, **WHY}, 1),
        ({"command": "void_round", **WHY}, 1),
        ({"command": "place_wager", "seat": 6, "wager": "pai_gow", "amount": 2500}, 1),
        ({"command": "buy_in", "seat": 6, "amount": 20_000}, 1),
        ({"command": "close_table", "inventory": 0}, 2),
    ],
    ids=lambda one: one["command"] if isinstance(one, dict) else "",
)
def test_a_table_is_played_on_in_its_session_or_opened_again(
    house: Service, told: dict[str, Any], sessions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = act_at("PG01", told, monkeypatch)
    floor = DemoFloor(house, tables=2, rounds=6, seed=5, tables_of={})
    floor.play(speed=1e9)
    house.runner.catch_up()
    assert done == [told["command"]]
    assert floor.left == {}
    first, second = house.storage.books.tables()
    assert (first.session, second.session) == (sessions, 1)
    for day in floor.days:
        report = house.storage.books.reconciliation(day)
        assert exit_code(report) == BALANCED
        rounds = [line.rounds for line in report.tables]
        assert sum(rounds) >= 12


def test_the_round_of_a_visitor_is_left_to_them_while_they_act(
    house: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The simulator looks, sees that somebody is at work, and comes back later."""
    act_at("PG01", {"command": "void_round", **WHY}, monkeypatch)
    monkeypatch.setattr(played_floor, "_QUIET_SECONDS", 0.3)
    look = HouseAccess.look
    acted: list[int] = []

    def looking(access: HouseAccess, table: str) -> TableView | None:
        view = look(access, table)
        if view is not None and view.round is None and len(acted) in range(1, 3):
            acted.append(view.seq)
            access.send({"command": "change_dice", "table": table}).events()
        return view

    floor = DemoFloor(house, tables=1, rounds=4, seed=5, tables_of={})
    acted.append(0)
    monkeypatch.setattr(HouseAccess, "look", looking)
    floor.play(speed=1e9)
    assert floor.left == {}
    assert len(acted) == 3


def test_a_table_that_takes_nothing_is_left_and_the_others_play_on(
    house: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = HouseAccess.send

    def sending(access: HouseAccess, told: dict[str, Any]) -> AtDesk:
        if told["table"] == "PG01":
            raise Refusal("this table takes nothing")
        return send(access, told)

    monkeypatch.setattr(HouseAccess, "send", sending)
    floor = DemoFloor(house, tables=2, rounds=3, seed=5, tables_of={})
    floor.play()
    assert floor.left == {"PG01": "this table takes nothing"}
    house.runner.catch_up()
    assert [(one.table, one.phase) for one in house.storage.books.tables()] == [("PG02", "closed")]
