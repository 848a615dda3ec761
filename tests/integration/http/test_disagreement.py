"""Where the web server lets through what the desk does not, the sender is told, and nobody else."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest

from domain.commands import Command, parse_command
from services.desk.client import DeskClient
from services.http import commands
from services.http.app import make_app
from services.settings import read_settings
from services.storage import Storage, open_storage
from tests.integration.store.test_caller import calling, open_desk
from tests.support.http.playing import expect_problem
from tests.support.http.serving import Served, served
from tests.support.store.forwarder import in_between
from tests.support.store.playing import buy_in, open_table

NEVER = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


@contextmanager
def serving(storage: Storage, caller: DeskClient) -> Iterator[Served]:
    app = make_app(
        settings=storage.settings,
        desk=caller,
        ledger=storage.ledger,
        books=storage.books,
        checks={},
    )
    with served(app, storage.settings) as running:
        yield running


def lenient(value: object) -> Command:
    """As a check that lets through what another refuses."""
    assert isinstance(value, dict)
    late = value.pop("late", False)
    command = parse_command(value)
    return command.model_copy(update={"at": NEVER}) if late else command


def test_what_only_the_desk_finds_wrong_is_told_as_such(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "parse_read", lenient)
    settings = read_settings({}, database_url=database, port=0)
    with (
        open_storage(settings) as storage,
        open_desk(storage.ledger),
        calling(storage.ledger, patience_seconds=10) as caller,
        serving(storage, caller) as running,
    ):
        path = "/v1/tables/PG01/commands"
        assert running.http.post(path, json=open_table("PG01")).status_code == 201
        problem = expect_problem(
            running.http.post(path, json=buy_in("PG01", late=True)), "invalid-command"
        )
        assert [one["where"] for one in problem["errors"]] == ["at"]
        assert running.http.post(path, json=buy_in("PG01")).status_code == 201


def test_a_request_that_breaks_every_line_is_told_what_to_do(database: str) -> None:
    settings = read_settings({}, database_url=database, port=0)
    with (
        open_storage(settings) as storage,
        open_desk(storage.ledger),
        in_between(storage.ledger.datastore) as line,
        calling(storage.ledger, patience_seconds=10) as caller,
        serving(storage, caller) as running,
    ):
        line.chokes_on = b"666600"
        path = "/v1/tables/PG01/commands"
        problem = expect_problem(running.http.post(path, json=buy_in("PG01", 666_600)), "internal")
        assert "send it again with its command_id" in problem["detail"]
        assert running.http.post(path, json=open_table("PG01")).status_code == 201
