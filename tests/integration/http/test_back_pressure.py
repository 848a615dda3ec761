"""A desk that cannot take more says so, and when to come back."""

from collections.abc import Iterator

import pytest

from domain.gaming_day import GamingDay
from domain.messages.commands import parse_command
from services.bootstrap import Service
from services.desk import Desk
from services.desk.request import make_request
from services.http.app import make_app
from services.settings import Settings
from tests.support.domain import asked
from tests.support.http.playing import Pit, Table, expect_problem
from tests.support.http.serving import served


@pytest.fixture
def idle_desk(house: Service) -> Desk:
    """Nobody works at it, and one request may wait."""
    return Desk(house.storage.ledger, day=GamingDay(), queue_size=1)


@pytest.fixture
def slow(house: Service, settings: Settings, idle_desk: Desk) -> Iterator[Pit]:
    storage = house.storage
    app = make_app(
        settings=settings,
        desk=idle_desk,
        ledger=storage.ledger,
        books=storage.books,
        checks={},
    )
    with served(app, settings) as running:
        yield Pit(running.http, house)


def at_this_desk(slow: Pit, table: Table) -> Table:
    return Table(slow, table.name, None)


def fill_up(desk: Desk, table: Table) -> None:
    desk.submit(make_request([parse_command({**asked.buy_in(), "table": table.name})]))


def test_a_full_desk_tells_to_come_back(slow: Pit, idle_desk: Desk, table: Table) -> None:
    fill_up(idle_desk, table)
    with slow.nothing_stored():
        response = at_this_desk(slow, table).send(asked.buy_in())
    problem = expect_problem(response, "busy")
    assert problem["status"] == 503
    assert int(response.headers["retry-after"]) >= 1


def test_a_full_desk_still_finds_mistakes_and_shows_the_books(
    slow: Pit, idle_desk: Desk, table: Table
) -> None:
    fill_up(idle_desk, table)
    expect_problem(at_this_desk(slow, table).send(asked.buy_in(25)), "invalid-command")
    assert slow.read(f"/v1/tables/{table.name}")["table"] == table.name


def test_a_closing_desk_takes_nothing(slow: Pit, idle_desk: Desk, table: Table) -> None:
    idle_desk.close()
    with slow.nothing_stored():
        response = at_this_desk(slow, table).send(asked.buy_in())
    problem = expect_problem(response, "closing")
    assert problem["status"] == 503
    assert int(response.headers["retry-after"]) >= 1


def test_a_command_sent_to_a_busy_desk_may_be_sent_again(
    slow: Pit, idle_desk: Desk, table: Table
) -> None:
    command = {**asked.buy_in(), "command_id": "00000000-0000-4000-8000-0000000b0051"}
    fill_up(idle_desk, table)
    expect_problem(at_this_desk(slow, table).send(command), "busy")
    assert table.do(command)[0]["seq"] == 2
