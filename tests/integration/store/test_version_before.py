"""A database that version 0.1 wrote: opened, read, rebuilt and played on, byte for byte.

`data/version_0_1.sql.gz` is its dump by pg_dump: an evening by hand with slips, corrections, two
complaints, a meter and a day closed as counted, a simulated floor of all three regulations, two
refusals and four snapshots. `data/version_0_1.json.gz` holds what its command line printed of it;
where a report has another form since then, what was printed when it got that form, with every figure
of the old one in it (a credit without its sign).
"""

import difflib
import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from msgspec import UNSET
from typer.testing import CliRunner

from domain.events import encode
from domain.events.envelope import ShowsPieces
from domain.messages.events import decode
from projections import Row, all_projections
from services.bootstrap import Service, open_service
from services.cli.main import app
from services.projector.rebuild import Rebuild
from services.settings import Settings, read_settings
from services.storage import open_storage
from services.store.database import DatabaseUnusable
from services.store.embedded import SERVING_ROLE
from services.store.migrations import migrate
from services.store.streams import load_table, load_tables
from tests.support.reports.evening import DAYS, Floor
from tests.support.reports.golden import squeezed
from tests.support.store.databases import one_role_database, owner_of

DATA = Path(__file__).parent / "data"
THRESHOLD = 10_000


def printed() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(
        gzip.decompress((DATA / "version_0_1.json.gz").read_bytes())
    )
    return found


def restore(url: str) -> None:
    """Plain SQL, with the rows between COPY and a line of its own."""
    lines = iter(gzip.decompress((DATA / "version_0_1.sql.gz").read_bytes()).splitlines(True))
    statements: list[bytes] = []
    with psycopg.connect(url, autocommit=True) as conn:
        for line in lines:
            if not line.startswith(b"COPY "):
                statements.append(line)
                continue
            conn.execute(b"".join(statements))
            statements.clear()
            with conn.cursor().copy(line.rstrip(b";\n")) as copy:
                while (row := next(lines)) != b"\\.\n":
                    copy.write(row)
        conn.execute(b"".join(statements))


def made(server: str) -> Settings:
    """As that version left it: everything belongs to the one role that it knew."""
    url = one_role_database(server)
    restore(url)
    return read_settings({}, database_url=url, port=0, currency_threshold=THRESHOLD)


def upgraded(server: str) -> Settings:
    settings = made(server)
    migrate(owner_of(settings.database_url), SERVING_ROLE)
    return settings


def call(settings: Settings, command: str) -> tuple[int, str]:
    """As typed, in this process: sixty processes would take minutes."""
    told = {
        "PITLEDGER_DATABASE_URL": settings.database_url,
        "PITLEDGER_CURRENCY_THRESHOLD": str(THRESHOLD),
    }
    done = CliRunner().invoke(app, command.split(), env=told)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout_bytes.decode()


@pytest.fixture(scope="module")
def settings(server: str) -> Settings:
    """Upgraded, and opened by a service of this version once."""
    settings = upgraded(server)
    with open_service(settings) as house:
        house.runner.catch_up()
    return settings


@pytest.fixture
def service(server: str) -> Iterator[Service]:
    with open_service(upgraded(server)) as opened:
        opened.runner.catch_up()
        yield opened


def log(url: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url) as conn:
        return [
            tuple(row)
            for table in ("events", "commands", "refusals")
            for row in conn.execute(
                f"SELECT * FROM pitledger_{table} ORDER BY 1, 2".encode()
            ).fetchall()
        ]


def rows(house: Service) -> dict[str, list[Row]]:
    return {one.name: house.storage.books.rows.find(one) for one in all_projections()}


def test_before_it_is_upgraded_a_reader_is_told_and_changes_nothing(server: str) -> None:
    settings = made(server)
    too_old = r"of an earlier release.*run `pitledger migrate`"
    with pytest.raises(DatabaseUnusable, match=too_old), open_storage(settings):
        pass
    with pytest.raises(DatabaseUnusable, match="of another version of Pitledger"):
        call(settings, f"reconcile --day {DAYS[0]}")
    kept = printed()["replay PG01-1-1 --json"]
    assert call(settings, "replay PG01-1-1 --json") == (kept["code"], kept["out"])
    with psycopg.connect(settings.database_url) as conn:
        assert conn.execute("SELECT to_regclass('projection_steps')").fetchone() == (None,)


@pytest.mark.parametrize("command", printed())
def test_it_is_shown_as_it_was(settings: Settings, command: str) -> None:
    kept = printed()[command]
    code, out = call(settings, command)
    before, now = kept["out"], out
    if command.startswith("reconcile") and command.endswith("--json"):
        assert now.count('"of_day":') == now.count('"session":')  # each line has it since then
        now = re.sub(r'"of_day":"[0-9-]+",', "", now)
    if command.endswith("html"):  # made by templates since then: lines break elsewhere
        before, now = squeezed(before).decode(), squeezed(now).decode()
    assert difference(before, now) == ""
    assert code == kept["code"]


def difference(before: str, now: str) -> str:
    return "".join(
        difflib.unified_diff(before.splitlines(True), now.splitlines(True), "0.1", "now")
    )


def test_nothing_that_was_written_has_changed(server: str) -> None:
    settings = made(server)
    url = settings.database_url
    before = log(url)
    migrate(owner_of(url), SERVING_ROLE)
    assert log(url) == before
    with open_service(settings) as house:
        house.runner.catch_up()
        assert house.storage.ledger.head() == 586
        assert log(url) == before


def test_hands_that_were_not_salted_are_written_again_as_they_were(settings: Settings) -> None:
    with open_storage(settings) as storage:
        logged = storage.ledger.log_after(0, 1000)
    read = [(entry.state, decode(entry.topic, entry.state)) for entry in logged]
    shown = [(state, event) for state, event in read if isinstance(event, ShowsPieces)]
    assert all(encode(event) == state for state, event in shown)
    assert {event.salt for _, event in shown} == {UNSET}
    assert len({type(event) for _, event in shown}) == 4  # nobody corrected a setting yet


def test_a_rebuild_makes_the_same_rows(service: Service) -> None:
    before = rows(service)
    storage = service.storage
    Rebuild(storage.ledger, storage.models, *all_projections()).run()
    assert rows(service) == before
    assert all(before.values())


def test_a_rebuild_may_be_what_opens_it(server: str) -> None:
    settings = made(server)
    code, out = call(settings, "rebuild")
    assert (code, out.count(": 586 events")) == (0, len(all_projections()))
    kept = printed()[f"report master_game --day {DAYS[0]}"]
    assert call(settings, f"report master_game --day {DAYS[0]}") == (kept["code"], kept["out"])


def test_snapshots_of_before_lead_to_the_same_tables(service: Service) -> None:
    ledger = service.storage.ledger
    with_snapshots = load_tables(ledger)
    with ledger.datastore.get_connection() as conn:
        assert conn.execute("DELETE FROM pitledger_snapshots").rowcount == 4
    assert load_tables(ledger) == with_snapshots


def test_a_table_of_it_plays_on(service: Service) -> None:
    floor = Floor(service.desk)
    before = load_table(service.storage.ledger, "PG02").seq
    floor.play("PG02", DAYS[1])
    service.runner.catch_up()
    row = service.storage.books.round("PG02-2-2")
    assert row is not None
    assert row.phase == "closed"
    assert load_table(service.storage.ledger, "PG02").seq > before
    assert service.runner.trouble() is None
