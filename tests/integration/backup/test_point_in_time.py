"""Backed up while tables play, lost, and recovered: the commands are those of docs/backup.md."""

import shutil
import threading
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from services.bootstrap import Service, open_service
from services.cli.main import app
from services.settings import read_settings
from services.transparency.sealed_log import SealedLog
from tests.support.guides.headings import commands
from tests.support.http.serving import served
from tests.support.processes.waiting import wait_for
from tests.support.shared import new_data_folder
from tests.support.store.house_server import HouseServer, house_server, shell
from tests.support.store.playing import buy_in, do, open_table, play_floor
from tests.support.store.two_roles import TwoRoles, do_sql

INCONSISTENT = 5
(CONFIGURE,) = commands("backup.md", "## The server, once")
BASE_BACKUP, KEEP_CHECKPOINT = commands("backup.md", "## Each night")
(NAME_A_MOMENT,) = commands("backup.md", "## Before something risky")
RECOVER, VERIFY = commands("backup.md", "## Going back")
(DUMP_AND_RESTORE,) = commands("backup.md", "## As a dump")


@dataclass
class House:
    """A house whose server is gone, and what was kept of it."""

    server: HouseServer
    two: TwoRoles
    kept: Path
    """Where keys, checkpoints and the seal's memory lie, out of the database's reach."""
    vkey: str = ""
    log: list[bytes] = field(default_factory=list)
    told: dict[int, list[bytes]] = field(default_factory=dict)
    """By its amount what a command was answered."""
    heads: dict[str, int] = field(default_factory=dict)
    instant: str = ""

    def settings(self, **more: str) -> dict[str, str]:
        return {
            "PITLEDGER_DATABASE_URL": self.two.runtime,
            "PITLEDGER_OWNER_URL": self.two.owner,
            "PITLEDGER_SEAL_KEY_FILE": str(self.kept / "seal.key"),
            "PITLEDGER_SEAL_SECONDS": "0.2",
            "PITLEDGER_PORT": "0",
            "PITLEDGER_DATA": str(self.kept / "data"),
            **more,
        }

    def call(self, *arguments: str, **more: str) -> Result:
        return CliRunner().invoke(app, list(arguments), env=self.settings(**more))

    @contextmanager
    def open(self, **more: str) -> Iterator[Service]:
        with open_service(read_settings(self.settings(**more))) as service:
            yield service

    def verify(self, checkpoint: str, *more: str, **settings: str) -> Result:
        file = str(self.kept / checkpoint)
        return self.call("verify", "--key", self.vkey, "--checkpoint", file, *more, **settings)

    def say(self, service: Service, *amounts: int) -> None:
        for amount in amounts:
            self.told[amount] = said(service, amount)

    def keep_checkpoint(self, service: Service, name: str) -> None:
        """Once all that is stored was signed."""
        self.heads[name] = service.storage.ledger.head()
        wait_for(lambda: sealed(service) == self.heads[name])
        with served(service.app(), service.storage.settings) as api:
            where = str(api.http.base_url)
            shell(KEEP_CHECKPOINT, SERVICE_URL=where.rstrip("/"), KEPT=str(self.kept / name))
            self.vkey = api.http.get("/v1/log/key").text.strip()

    def recover(self, target: str = "") -> None:
        (night,) = (self.server.backups / "base").iterdir()
        new = self.server.folder / uuid.uuid4().hex[:8]
        self.server.shell(RECOVER, NIGHT=night.name, NEW=str(new), TARGET=target)
        self.server.files = new
        wait_for(lambda: do_sql(self.two.superuser, "SELECT pg_is_in_recovery()") == [(False,)])


def asked(amount: int) -> dict[str, Any]:
    """The same command whenever it is asked for."""
    return buy_in("PG77", amount, command_id=str(uuid.uuid5(uuid.NAMESPACE_OID, str(amount))))


def said(service: Service, amount: int) -> list[bytes]:
    return [msgspec.json.encode(one) for one in do(service.desk, asked(amount))]


def sealed(service: Service) -> int:
    newest = SealedLog(service.storage.ledger.datastore).newest()
    return -1 if newest is None else newest.size


def stored(service: Service) -> list[bytes]:
    return [one.state for one in service.storage.ledger.log_after(0, 10**6)]


def seal_says(service: Service) -> str:
    return (service.sealer and service.sealer.trouble()) or ""


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """Played at while it was backed up, and after; then all of it is gone but the backup."""
    with ExitStack() as stack:
        kept = stack.enter_context(new_data_folder())
        folder = stack.enter_context(new_data_folder())
        server = stack.enter_context(house_server(folder / "server"))
        house = House(server, server.new_house(), kept)
        server.shell(CONFIGURE)
        server.restart()
        assert house.call("migrate").exit_code == 0
        assert house.call("key", "new", str(kept / "seal.key")).exit_code == 0
        with house.open() as service:
            do(service.desk, open_table("PG77"))
            play = threading.Thread(
                target=play_floor, args=(service.desk,), kwargs={"tables": 3, "rounds": 6}
            )
            play.start()
            server.shell(BASE_BACKUP)
            play.join(120)
            house.say(service, 100, 200)
            house.keep_checkpoint(service, "before")
            server.shell(NAME_A_MOMENT)
            ((now,),) = do_sql(house.two.superuser, "SELECT clock_timestamp()::text")
            house.instant = str(now)
            house.say(service, 300, 400, 500)
            house.keep_checkpoint(service, "after")
            house.log = stored(service)
        ((last,),) = do_sql(house.two.superuser, "SELECT pg_walfile_name(pg_switch_wal())")
        wait_for((server.backups / "wal" / str(last)).exists)
        server.lose()
        yield house


@pytest.fixture
def lost(house: House) -> Iterator[House]:
    """Whatever was recovered goes again."""
    yield house
    house.server.stop()


def test_a_lost_server_comes_back_whole(lost: House, tmp_path: Path) -> None:
    lost.recover()
    shell(VERIFY, KEPT=str(lost.kept / "after"), VKEY=lost.vkey, **lost.settings())
    # With a memory of the newest checkpoint: nothing is missing, and signing goes on.
    data = shutil.copytree(lost.kept / "data", tmp_path / "data")
    with lost.open(PITLEDGER_DATA=str(data)) as service:
        assert stored(service) == lost.log
        assert {amount: said(service, amount) for amount in lost.told} == lost.told
        assert stored(service) == lost.log
        said(service, 600)
        wait_for(lambda: sealed(service) == lost.heads["after"] + 1)
        service.runner.catch_up()
        assert seal_says(service) == ""
    assert lost.verify("after").exit_code == 0


@pytest.mark.parametrize("by", ["name", "time"])
def test_back_to_a_moment_what_is_lost_is_told_and_never_signed(
    lost: House, by: str, tmp_path: Path
) -> None:
    target = {
        "name": "recovery_target_name = 'before the upgrade'",
        "time": f"recovery_target_time = '{lost.instant}'",
    }
    lost.recover(target[by])
    before, after = lost.heads["before"], lost.heads["after"]
    assert lost.verify("before").exit_code == 0
    short = lost.verify("after")
    assert short.exit_code == INCONSISTENT
    assert f"covers {after} events, and the store has {before}" in short.stdout
    data = shutil.copytree(lost.kept / "data", tmp_path / "data")
    with lost.open(PITLEDGER_DATA=str(data)) as service:
        wait_for(lambda: "rolled back to an earlier state" in seal_says(service))
        assert f"a checkpoint of {after} events is kept" in seal_says(service)
        assert stored(service) == lost.log[:before]
        assert {amount: said(service, amount) for amount in (100, 200)} == {
            amount: lost.told[amount] for amount in (100, 200)
        }
        assert stored(service) == lost.log[:before]
        assert said(service, 300) != lost.told[300]  # it was never asked before, as far as is known
        assert sealed(service) == before
    if by == "name":
        go_on_under_another_name(lost, data, before + 1)


def go_on_under_another_name(house: House, data: Path, size: int) -> None:
    """Another history under another name is signed; the last word of the old one is kept."""
    named = {
        "PITLEDGER_DATA": str(data),
        "PITLEDGER_ORIGIN": "pitledger/house/2",
        "PITLEDGER_SEAL_KEY_FILE": str(data / "second.key"),
    }
    assert house.call("key", "new", str(data / "second.key"), **named).exit_code == 0
    with house.open(**named) as service:
        wait_for(lambda: sealed(service) == size)
        assert seal_says(service) == ""
        with served(service.app(), service.storage.settings) as api:
            key = api.http.get("/v1/log/key").text.strip()
    (old,) = data.glob("seal.checkpoint.*")
    assert old.read_text() == (house.kept / "after").read_text()
    assert house.verify("before", "--key", key, **named).exit_code == 0
    assert house.verify("after", "--key", key, **named).exit_code == INCONSISTENT


def test_a_dump_is_the_same_house(lost: House) -> None:
    # Not by what the recoveries of other tests have archived since.
    lost.recover("recovery_target_timeline = current")
    do_sql(lost.two.superuser, "CREATE DATABASE moved OWNER pitledger_owner")
    lost.server.shell(
        DUMP_AND_RESTORE,
        HOUSE_URL=lost.two.superuser,
        NEW_URL=lost.server.url(database="moved"),
        DUMP=str(lost.server.backups / "house.dump"),
    )
    moved = House(
        lost.server,
        TwoRoles(
            lost.server.url("pitledger_owner", "moved"),
            lost.server.url("pitledger", "moved"),
            lost.server.url(database="moved"),
        ),
        lost.kept,
        lost.vkey,
    )
    done = moved.call("migrate")
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    assert "pitledger serves it and may append to the log" in done.stdout
    assert moved.verify("after").exit_code == 0
    with moved.open() as service:
        assert stored(service) == lost.log
        assert said(service, 500) == lost.told[500]
