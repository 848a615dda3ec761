"""What only a person can change is told once and ends the service; what comes later is waited out."""

import json
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from services.cli.exit_codes import UNUSABLE_DATABASE
from services.store.embedded import start_embedded, stop_embedded
from services.store.migrations import migrate
from tests.e2e.processes.test_command_line import pitledger
from tests.support.processes.service import Service, served
from tests.support.processes.waiting import wait_for
from tests.support.store.databases import as_role, owner_of, tampering
from tests.support.store.playing import buy_in, open_table


def run_sql(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as conn:
        for statement in statements:
            conn.execute(statement.encode())


@pytest.fixture
def weak(database: str) -> Iterator[str]:
    name = f"weak{uuid.uuid4().hex[:8]}"
    run_sql(owner_of(database), f"CREATE ROLE {name} LOGIN")
    yield as_role(database, name)
    run_sql(owner_of(database), f"DROP OWNED BY {name}", f"DROP ROLE {name}")


@pytest.mark.parametrize("command", ["serve", "api", "follow", "reconcile"])
def test_rights_that_are_missing_end_it_once(command: str, weak: str, database: str) -> None:
    more = ["--day=2026-11-15"] if command == "reconcile" else []
    told = pitledger(command, *more, PITLEDGER_DATABASE_URL=weak, PITLEDGER_PORT="0")
    assert told.returncode == UNUSABLE_DATABASE
    assert "Traceback" not in told.stderr
    assert told.stderr.count("rights missing") == 1
    assert "grant" in told.stderr


def test_a_wrong_password_or_database_ends_it_once(database: str) -> None:
    for wrong in (database.replace("?", "x?"), as_role(database, "nobody")):
        told = pitledger("serve", PITLEDGER_DATABASE_URL=wrong, PITLEDGER_PORT="0")
        assert told.returncode == UNUSABLE_DATABASE
        assert told.stderr.startswith("pitledger: the database cannot be used as it is: ")
        assert told.stderr.count("\n") <= 2


def checks(service: Service) -> dict[str, str]:
    told: dict[str, str] = httpx.get(f"{service.url}/readyz", timeout=30).json()["checks"]
    return told


def send(service: Service, command: dict[str, Any]) -> httpx.Response:
    address = f"{service.url}/v1/tables/{command['table']}/commands"
    return httpx.post(address, json=command, timeout=60)


def test_rights_revoked_while_it_runs_are_waited_out(
    weak: str, database: str, data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    role = weak.partition("//")[2].partition(":")[0]
    owner = owner_of(database)
    migrate(owner, role)
    with served(data, PITLEDGER_DATABASE_URL=weak) as service:
        assert send(service, open_table("PG01")).status_code == 201
        parts = service.parts()
        run_sql(
            owner,
            "ALTER TABLE read_floor OWNER TO postgres",
            f"REVOKE ALL ON read_floor FROM {role}",
        )
        assert send(service, buy_in("PG01")).status_code == 201
        wait_for(lambda: "rights missing" in checks(service)["projections"])
        assert httpx.get(f"{service.url}/v1/tables", timeout=30).status_code == 503
        run_sql(owner, f"ALTER TABLE read_floor OWNER TO {role}")
        wait_for(lambda: set(checks(service).values()) == {"ok"}, 60)
        assert service.parts() == parts  # nobody died of it
        answer = httpx.get(f"{service.url}/v1/tables/PG01?seq=2", timeout=30)
        assert answer.status_code == 200
        assert service.stop() == 0
    told = capfd.readouterr().err
    assert "Traceback" not in told
    lines = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    same = [line for line in lines if line["event"] == "store unavailable; trying again"]
    assert 1 <= len(same) <= 3


class Cramped(Service):
    """With few file descriptors for it and every part."""

    def launch(self) -> None:
        run = (
            f"ulimit -n 64; exec {sys.executable} -m services.cli.main {' '.join(self._arguments)}"
        )
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", run], env=self._environment, stdout=subprocess.PIPE, text=True
        )


def test_with_few_file_descriptors_it_says_so_and_goes_on(data: Path) -> None:
    service = Cramped(data)
    service.start()
    try:
        assert send(service, open_table("PG01")).status_code == 201
        parts = service.parts()
        crowd = [httpx.Client() for _ in range(60)]
        streams = []
        for client in crowd:
            try:
                stream = client.send(
                    client.build_request("GET", f"{service.url}/v1/stream", timeout=1), stream=True
                )
                streams.append(stream)
            except httpx.HTTPError:
                break
        for stream in streams:
            stream.close()
        for client in crowd:
            client.close()
        wait_for(lambda: _is_well(service), 60)
        assert service.parts() == parts  # nobody died of it
        assert httpx.get(f"{service.url}/metrics", timeout=30).status_code == 200
        assert send(service, buy_in("PG01")).status_code == 201
    finally:
        service.stop()


def _is_well(service: Service) -> bool:
    try:
        return httpx.get(f"{service.url}/readyz", timeout=20).status_code == 200
    except httpx.HTTPError:
        return False


def test_a_step_is_taken_beside_a_running_service_and_shown(data: Path) -> None:
    """A name with a NUL in it, as a version before took it, stops the floor for good."""
    with served(data) as service:
        assert send(service, open_table("PG01")).status_code == 201
        parts = service.parts()
        os.kill(parts["follow"], 19)  # the event must be there before it is folded
        assert send(service, buy_in("PG01", player="ann")).status_code == 201
        poison(data)
        os.kill(parts["follow"], 18)
        wait_for(lambda: "stopped by an event: floor" in checks(service)["projections"])
        where = f"--data={data}"
        wrong = pitledger("step-over", "floor", where)
        assert (wrong.returncode, "--actor and --reason" in wrong.stderr) == (2, True)
        none = pitledger("step-over", "rounds", where, "--actor=ann", "--reason=x")
        assert (none.returncode, "is not stopped" in none.stderr) == (1, True)
        for name in ("floor", "currency"):
            done = pitledger("step-over", name, where, "--actor=ann", "--reason=not a name")
            assert done.returncode == 0, done.stderr
        wait_for(lambda: set(checks(service).values()) == {"ok"})
        ready = httpx.get(f"{service.url}/readyz", timeout=30).json()
        assert "floor left out PG01/2 by order of ann" in " ".join(ready["stepped_over"])
        assert send(service, buy_in("PG01")).status_code == 201
        answer = httpx.get(f"{service.url}/v1/tables/PG01?seq=3", timeout=30)
        assert answer.status_code == 200
        metrics = httpx.get(f"{service.url}/metrics", timeout=30).text
        assert 'pitledger_projection_stepped_over{part="project"' in metrics
        listed = pitledger("step-over", where)
        assert listed.stdout.count("by order of ann") == 2


def poison(data: Path) -> None:
    with tampering(start_embedded(data)) as conn:
        conn.execute(
            "UPDATE pitledger_events SET state = convert_to(replace(convert_from(state, 'UTF8'),"
            " '\"ann\"', '\"\\u0000ann\"'), 'UTF8') WHERE notification_id = 2"
        )
    stop_embedded(data)
