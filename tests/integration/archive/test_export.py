"""What analysts get: as many events, rounds and wagers as the log has, and the books' own sums."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.dataset as ds
import pytest
from typer.testing import CliRunner

from domain.events.round import RoundClosed, RoundVoided
from domain.messages.events import decode
from services.cli.main import app
from services.export.columns import TABLES
from services.export.exporting import FIRST_DAY, LAST_DAY, Export, Exported
from services.queries import Queries
from tests.integration.archive.conftest import MakeHouse
from tests.support.archive.house import House

DAYS = ("2026-03-01", "2026-03-02", "2026-03-03")


HOUSE = "north"


def table(folder: Path, name: str) -> list[dict[str, Any]]:
    found = ds.dataset(folder / name, partitioning="hive").to_table().to_pylist()
    return sorted(found, key=lambda row: str(row.get("position", row.get("round"))).zfill(20))


@pytest.fixture(scope="module")
def house(new_house: MakeHouse) -> House:
    """Half of it lies in the archive."""
    house = new_house()
    house.play(3)
    house.project()
    house.archive()
    assert house.prune("2026-03-03").last > 0
    return house


@pytest.fixture(scope="module")
def exported(house: House, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Exported]:
    folder = tmp_path_factory.mktemp("export")
    return folder, Export(house.ledger, folder, HOUSE, FIRST_DAY, LAST_DAY).run()


def test_every_event_is_there_once_in_the_folder_of_its_day(
    house: House, exported: tuple[Path, Exported]
) -> None:
    folder, done = exported
    log = house.ledger.log_after(0, 10**6)
    rows = table(folder, "events")
    assert done.events == len(rows) == len(log)
    for row, entry in zip(rows, log, strict=True):
        told = json.loads(entry.state)
        assert (row["json"].encode(), row["property"]) == (entry.state, HOUSE)
        assert (row["position"], str(row["day"])) == (entry.position, told["day"])
        same = ("key", "seq", "event", "version", "table", "session", "round", "shift", "rule")
        assert {name: row[name] for name in same} == {name: told[name] for name in same}
        assert row["at"].isoformat().replace("+00:00", "Z") == told["at"]
        assert dict(row["entries"] or []) == told.get("entries", {})
        assert {"id": row["actor_id"], "role": row["actor_role"]} == (
            told["actor"] or {"id": None, "role": None}
        )


def test_entries_add_up_to_the_trial_balance(house: House, exported: tuple[Path, Exported]) -> None:
    posted: dict[str, Counter[str]] = {}
    for row in table(exported[0], "events"):
        posted.setdefault(str(row["day"]), Counter()).update(dict(row["entries"] or []))
    assert sorted(posted) == [*DAYS]
    for day in DAYS:
        balance = Queries(house.ledger.datastore).reconciliation(day).trial_balance
        assert posted[day] == Counter(balance)
        assert sum(balance.values()) == 0


def test_rounds_and_wagers_add_up_to_the_books(
    house: House, exported: tuple[Path, Exported]
) -> None:
    folder, done = exported
    rounds, wagers = table(folder, "rounds"), table(folder, "wagers")
    events = [decode(one.topic, one.state) for one in house.ledger.log_after(0, 10**6)]
    ends = [one for one in events if isinstance(one, RoundClosed | RoundVoided)]
    assert done.rounds == len(rounds) == len({one.round for one in ends})
    assert done.wagers == len(wagers) == sum(len(one.wagers) for one in ends)
    assert sum(row["tray_delta"] for row in rounds) == sum(one.tray_delta for one in ends)
    by_round: dict[str, Counter[str]] = {}
    for wager in wagers:
        counted = by_round.setdefault(wager["round"], Counter())
        counted.update({name: wager[name] for name in ("paid", "vigorish")})
        counted.update({"wagered": wager["amount"], "wagers": 1})
    for row in rounds:
        for name in ("paid", "vigorish", "wagered", "wagers"):
            assert row[name] == by_round.get(row["round"], Counter())[name]
    markers: Counter[tuple[str, str]] = Counter()
    for row in table(folder, "events"):
        if row["event"] == "MarkerPaid":  # in chips; cash does not go through the tray
            paid = dict(row["entries"]).get("tray", 0)
            markers[str(row["day"]), row["table"]] += paid
    for day in DAYS:
        report = Queries(house.ledger.datastore).reconciliation(day)
        of_day = [row for row in rounds if str(row["day"]) == day]
        assert len(of_day) == sum(line.rounds for line in report.tables)
        for line in report.tables:
            moved = line.fills - line.credits - line.buy_ins + markers[day, line.table]
            played = [row for row in of_day if row["table"] == line.table]
            won = sum(row["tray_delta"] - row["adjustments"] for row in played)
            assert line.closer.expected == line.opener + moved + won
    assert any(row["adjustments"] for row in rounds)


def test_columns_are_those_that_are_documented(exported: tuple[Path, Exported], root: Path) -> None:
    page = (root / "docs" / "retention.md").read_text()
    for name, schema in TABLES.items():
        found = ds.dataset(exported[0] / name, partitioning="hive").schema
        assert set(found.names) == {*schema.names, "day"}
        for column in schema.names:
            assert f"`{column}`" in page, f"{name}.{column} is in no table of docs/retention.md"


def test_some_days_are_all_of_them(
    house: House, exported: tuple[Path, Exported], folder: Path
) -> None:
    exporting = Export(house.ledger, folder, HOUSE, "2026-03-02", "2026-03-02")
    _, last = exporting.bounds()
    assert last < house.ledger.head()  # nothing comes behind the audit of a day
    done = exporting.run()
    assert done.days == 1
    for name in TABLES:
        whole = [row for row in table(exported[0], name) if str(row["day"]) == "2026-03-02"]
        assert table(folder, name) == whole
    again = Export(house.ledger, folder, HOUSE, "2026-03-02", "2026-03-03").run()
    assert again.days == 2
    assert not list(folder.rglob("*.part"))


def test_as_typed(house: House, folder: Path) -> None:
    environment = {
        "PITLEDGER_DATABASE_URL": house.settings.database_url,
        "PITLEDGER_ARCHIVE_URL": house.settings.archive_url,
    }

    def call(*arguments: str) -> Any:
        return CliRunner().invoke(app, ["export", *arguments], env=environment)

    done = call(str(folder), "--from-day", "2026-03-01", "--to-day", "2026-03-02")
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith(f"2 days in {folder}: ")
    assert call(str(folder), "--from-day", "never").exit_code == 2
    assert call("/proc/nowhere").exit_code == 2


def test_without_pyarrow_it_says_what_to_install(
    house: House, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [one for one in sys.modules if one.startswith("services.export")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = CliRunner().invoke(app, ["export", str(folder)])
    assert done.exit_code == 2
    assert "pip install 'pitledger[parquet]'" in done.stderr
