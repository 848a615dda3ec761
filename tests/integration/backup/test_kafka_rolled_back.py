"""The topic knows more than a database that was put back: it is told, and nothing contradicts it."""

import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from projections import Row, all_projections
from services.bootstrap import Service, open_service
from services.cli.exit_codes import UNUSABLE_DATABASE
from services.cli.main import app
from services.kafka.local import LocalKafka
from services.kafka.same_log import OtherLog, require_same_log
from services.kafka.topics import Topics
from services.settings import Settings, read_settings
from services.store.embedded import serving_address
from tests.e2e.processes.test_command_line import pitledger
from tests.integration.backup.test_point_in_time import said, seal_says, sealed, stored
from tests.integration.kafka.test_relay import published
from tests.integration.projector.test_runner import expect_equal_to_fresh
from tests.support.guides.headings import commands
from tests.support.processes.waiting import wait_for
from tests.support.shared import new_data_folder
from tests.support.store.databases import empty_database, new_database, owner_of
from tests.support.store.house_server import shell
from tests.support.store.playing import do, open_table, play_floor

(COMPLETE,) = commands("backup.md", "## What was lost")
(FROM_TOPIC,) = commands("backup.md", "## From an archive, or from the topic")


@dataclass
class House:
    """Played, published and sealed; and its database as it had been some time before."""

    server: str
    folder: Path
    broker: str
    prefix: str
    vkey: str
    backup: str
    """The name of a database: what was put back is a copy of it."""
    head: int
    """Of the backup."""
    log: list[bytes]
    told: list[bytes]
    """What a command of after the backup was answered."""

    @property
    def kept(self) -> str:
        """The newest checkpoint, as somebody kept it."""
        return str(self.folder / "kept")

    def put_back(self) -> "Rolled":
        return Rolled(self, serving_address(empty_database(self.server, self.backup)), self.folder)


@dataclass
class Rolled:
    """A database, and the folder that remembers what was signed of it."""

    house: House
    url: str
    folder: Path

    def settings(self, **more: str) -> dict[str, str]:
        house = self.house
        return {
            "PITLEDGER_DATABASE_URL": self.url,
            "PITLEDGER_OWNER_URL": owner_of(self.url),
            "PITLEDGER_SEAL_KEY_FILE": str(house.folder / "seal.key"),
            "PITLEDGER_SEAL_SECONDS": "0.2",
            "PITLEDGER_PORT": "0",
            "PITLEDGER_DATA": str(self.folder / "data"),
            "PITLEDGER_KAFKA_BOOTSTRAP": house.broker,
            "PITLEDGER_TOPIC_PREFIX": house.prefix,
            "PITLEDGER_PARTITIONS": "2",
            **more,
        }

    def read(self, **more: str) -> Settings:
        return read_settings(self.settings(**more))

    @contextmanager
    def open(self, **more: str) -> Iterator[Service]:
        with open_service(self.read(**more)) as service:
            yield service

    def call(self, *arguments: str, **more: str) -> Result:
        return CliRunner().invoke(app, list(arguments), env=self.settings(**more))

    def verify(self) -> Result:
        house = self.house
        return self.call("verify", "--key", house.vkey, "--checkpoint", house.kept)


def wait_until_all_is_out(service: Service) -> None:
    """Published, folded, sealed, and the seal on its topic."""
    assert service.kafka is not None
    service.kafka.relays.catch_up(60)
    ledger = service.storage.ledger
    wait_for(lambda: sealed(service) == ledger.head())
    wait_for(lambda: all_folded(service))

    def seals_out() -> bool:
        """Under other names it has the position on its former topic too."""
        topic = Topics(service.storage.settings.topic_prefix).seals
        with ledger.datastore.get_connection() as conn:
            row = conn.execute(
                "SELECT position FROM pitledger_relays WHERE topic = %s", (topic,)
            ).fetchone()
        return row is not None and int(row["position"]) > ledger.head()

    wait_for(seals_out)
    wait_for(lambda: seal_says(service) == "")


def all_folded(service: Service) -> bool:
    heads = service.storage.ledger.stream_heads()
    with service.storage.ledger.datastore.get_connection() as conn:
        rows = conn.execute("SELECT key, seq FROM projection_heads").fetchall()
    wanted = len(all_projections()) * sum(heads.values())
    return sum(int(row["seq"]) for row in rows) == wanted


@pytest.fixture(scope="module")
def house(server: str, broker: LocalKafka) -> Iterator[House]:
    with new_data_folder() as folder:
        prefix = f"r{uuid.uuid4().hex[:8]}."
        house = House(server, folder, broker.bootstrap, prefix, "", "", 0, [], [])
        first = Rolled(house, new_database(server), folder)
        made = first.call("key", "new", str(folder / "seal.key"))
        house.vkey = next(word for word in made.stdout.split() if word.startswith("pitledger/"))
        with first.open() as service:
            do(service.desk, open_table("PG77"))
            play_floor(service.desk, tables=2, rounds=3)
            wait_until_all_is_out(service)
        house.backup = first.url.partition("@/")[2].partition("?")[0]
        second = house.put_back()
        with second.open() as service:
            house.head = service.storage.ledger.head()
            house.told = [one for amount in (100, 200, 300) for one in said(service, amount)]
            wait_until_all_is_out(service)
            house.log = stored(service)
        shutil.copy(folder / "data" / "seal.checkpoint", folder / "kept")
        yield house


def rows(service: Service) -> dict[str, list[Row]]:
    return {one.name: service.storage.books.rows.find(one) for one in all_projections()}


def on_topic(settings: Settings) -> list[bytes]:
    by_position = {int(told["pl_position"]): value for _, told, value in published(settings)}
    return [by_position[position] for position in sorted(by_position)]


def test_it_is_told_before_anything_is_contradicted(house: House, tmp_path: Path) -> None:
    back = house.put_back()
    ended = pitledger("serve", **back.settings())
    assert ended.returncode == UNUSABLE_DATABASE, ended.stderr
    told = (
        f"holds events of this log up to {len(house.log)}, and this database ends with event"
        f" {house.head}: it was put back to an earlier moment"
    )
    assert told in ended.stderr
    assert "pitledger restore --from-topic --complete" in ended.stderr
    # Where parts are started one by one, each of them says so.
    back.folder = tmp_path
    shutil.copytree(house.folder / "data", tmp_path / "data")
    with back.open() as service:
        before = rows(service)
        assert service.kafka is not None
        relay, runner = service.kafka.relays, service.runner
        wait_for(lambda: told in (relay.trouble() or "") and told in (runner.trouble() or ""))
        wait_for(lambda: "rolled back to an earlier state" in seal_says(service))
        assert (rows(service), sealed(service)) == (before, house.head)
    assert on_topic(back.read()) == house.log


def test_what_is_missing_is_brought_back_from_the_topic(house: House, tmp_path: Path) -> None:
    back = house.put_back()
    refused = back.call("restore", "--from-topic")
    assert refused.exit_code == 1
    assert f"this database has a log of {house.head} events" in refused.stderr
    shell(COMPLETE, KEPT=house.kept, VKEY=house.vkey, **back.settings())
    back.folder = tmp_path
    shutil.copytree(house.folder / "data", tmp_path / "data")
    with back.open() as service:
        require_same_log(back.read(), service.storage.ledger)
        assert stored(service) == house.log
        assert [one for amount in (100, 200, 300) for one in said(service, amount)] == house.told
        assert stored(service) == house.log
        said(service, 400)
        wait_until_all_is_out(service)
        assert (seal_says(service), service.runner.trouble()) == ("", None)
        log = stored(service)
        expect_equal_to_fresh(service.storage.ledger, service.storage.models)
    verified = back.verify()
    assert verified.exit_code == 0, verified.output
    topic = on_topic(back.read())
    assert topic == log
    house.log = topic  # for whoever comes after: the topic is everybody's


def test_a_database_is_made_again_from_the_topic(house: House, tmp_path: Path) -> None:
    """With nothing else left: the commands as they are typed, and the service serves on."""
    again = Rolled(house, serving_address(empty_database(house.server)), house.folder)
    shell(FROM_TOPIC, KEPT=house.kept, VKEY=house.vkey, **again.settings())
    again.folder = tmp_path
    with again.open() as service:
        assert stored(service) == house.log
        assert [one for amount in (100, 200, 300) for one in said(service, amount)] == house.told
        wait_for(lambda: all_folded(service))
        assert service.runner.trouble() is None
        expect_equal_to_fresh(service.storage.ledger, service.storage.models)


def test_one_that_was_played_on_goes_on_under_other_names(house: House, tmp_path: Path) -> None:
    back = house.put_back()
    with back.open(PITLEDGER_KAFKA_BOOTSTRAP="", PITLEDGER_DATA=str(tmp_path)) as service:
        other = said(service, 900)
        place = service.storage.ledger.head()
        with pytest.raises(OtherLog, match=f"event {place} on .* is another than event {place} of"):
            require_same_log(back.read(), service.storage.ledger)
    refused = back.call("restore", "--from-topic", "--complete")
    assert refused.exit_code == 1
    assert f"two events claim place {place} of the log" in refused.stderr
    names = other_names(back, tmp_path)
    with back.open(**names) as service:  # nothing was begun that would have to be finished
        assert said(service, 900) == other
        wait_until_all_is_out(service)
        assert (seal_says(service), service.runner.trouble()) == ("", None)
        log = stored(service)
        expect_equal_to_fresh(service.storage.ledger, service.storage.models)
    assert on_topic(back.read(**names)) == log
    assert log[: house.head] == house.log[: house.head]
    assert len(log) == house.head + 1


def other_names(back: Rolled, folder: Path) -> dict[str, str]:
    """Of the topics, and of the log."""
    names = {
        "PITLEDGER_ORIGIN": "pitledger/house/2",
        "PITLEDGER_SEAL_KEY_FILE": str(folder / "second.key"),
        "PITLEDGER_TOPIC_PREFIX": f"{back.house.prefix}2.",
        "PITLEDGER_DATA": str(folder / "data"),
    }
    assert back.call("key", "new", str(folder / "second.key"), **names).exit_code == 0
    return names
