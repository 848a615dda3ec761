"""`pitledger simulate --url`: into a running service, today, as often as wanted."""

from datetime import UTC, datetime
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest

from projections.floor.view import TableView
from services.http.client import Sender
from services.settings import read_settings
from services.tools.simulator import Floor
from services.tools.simulator.service_floor import ServiceAccess, ServiceFloor
from tests.e2e.processes.test_command_line import pitledger
from tests.support.processes.service import served
from tests.support.simulator.visitor import Visitor
from tests.support.store.playing import open_table


def tables_of(url: str) -> list[TableView]:
    found = httpx.get(f"{url}/v1/tables").json()["tables"]
    return [msgspec.convert(one, TableView) for one in found]


def reconciliation(url: str) -> dict[str, object]:
    report: dict[str, object] = httpx.get(f"{url}/v1/reconciliation").json()
    return report


def today() -> str:
    return read_settings({}).gaming_day().of(datetime.now(UTC)).isoformat()


def test_it_plays_today_and_again_and_takes_up_what_it_finds(data: Path) -> None:
    with served(data) as service:
        where = ("simulate", "--tables=3", "--craps=1", "--rounds=4", f"--url={service.url}")
        for run in range(1, 3):
            day = today()
            done = pitledger(*where)
            assert done.returncode == 0, done.stderr
            assert (done.stderr, done.stdout.endswith(" commands accepted\n")) == ("", True)
            found = tables_of(service.url)
            assert [(one.table, one.session, one.phase) for one in found] == [
                (name, run, "closed") for name in ("CR01", "PG01", "PG02")
            ]
            report = reconciliation(service.url)
            assert (report["balanced"], day in (report["day"], today())) == (True, True)
        # Somebody opened a table and plays there.
        opening = open_table("PG01") | {"inventory": tables_of(service.url)[1].tray_expected}
        for told in (opening, {"command": "open_round", "table": "PG01"}):
            assert httpx.post(f"{service.url}/v1/commands", json=told).status_code == 201
        done = pitledger(*where)
        assert done.returncode == 0, done.stderr
        assert [one.session for one in tables_of(service.url)] == [3, 4, 3]
        assert reconciliation(service.url)["balanced"] is True


def test_it_plays_on_beside_a_visitor(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A surprise here means another session: the rest of the evening is played in it."""
    luck, visitor = Random(5), Visitor(Random(6))
    send = ServiceAccess.send
    accepted: list[bool] = []

    def sending(access: ServiceAccess, told: dict[str, object]) -> object:
        table = str(told["table"])
        view = access.look(table) if luck.random() < 0.03 and "inventory" not in told else None
        command = None if view is None else visitor.command(view)
        if command is not None:
            answer = httpx.post(f"{service.url}/v1/commands", json=command)
            accepted.append(answer.status_code == 201)
        return send(access, told)

    monkeypatch.setattr(ServiceAccess, "send", sending)
    floor = Floor(tables=8, rounds=6, seed=2, start=datetime.now(UTC), tables_of={"craps": 2})
    with served(data) as service, Sender(service.url) as sender:
        played = ServiceFloor(floor, sender, own_name=False, told_times=False)
        played.play()
        assert played.played.left == {}
        assert sum(accepted) > 10
        assert {one.phase for one in tables_of(service.url)} == {"closed"}
        assert reconciliation(service.url)["balanced"] is True


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (("--url=http://127.0.0.1:1x",), 2, "is no address"),
        (("--url=gopher://here",), 2, "is no address such as"),
        (("--url=http://127.0.0.1:8080", "--tables=2", "--craps=3"), 2, "cannot play craps"),
        (("--url=http://127.0.0.1:8080", "--start=2500-01-01"), 2, "--start"),
    ],
)
def test_what_cannot_be_meant_is_told(arguments: tuple[str, ...], code: int, why: str) -> None:
    told = pitledger("simulate", *arguments)
    assert (told.returncode, told.stdout) == (code, "")
    assert why in told.stderr
    assert "Traceback" not in told.stderr
