"""The close of a day is sealed soon after, whenever the next checkpoint would be due."""

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.bootstrap import Service, open_service
from services.settings import Settings
from services.store.ledger import Ledger
from services.transparency import growth
from services.transparency.sealed_log import SealedLog
from tests.support.http.playing import Pit
from tests.support.http.serving import served
from tests.support.reports import evening
from tests.support.reports.evening import DAYS, Floor
from tests.support.store.databases import new_database
from tests.support.store.playing import do, open_table, running
from tests.support.transparency import own_tree
from tests.support.transparency.sealing import entries, wait_for, with_key


@pytest.fixture
def settings(server: str, tmp_path: Path) -> Settings:
    return with_key(tmp_path, database_url=new_database(server), port=0, seal_seconds=3600)


@pytest.fixture
def house(settings: Settings) -> Iterator[Service]:
    with open_service(settings) as opened:
        yield opened


def test_a_closed_day_shows_the_checkpoint_that_covers_it(
    house: Service, settings: Settings
) -> None:
    ledger = house.storage.ledger
    sealed = SealedLog(ledger.datastore)
    with served(house.app(), settings) as running:
        pit, floor = Pit(running.http, house), Floor(house.desk)
        wait_for(lambda: sealed.newest() is not None)
        evening.first_day(floor)
        evening.cards(floor)
        house.runner.catch_up()
        assert pit.get(f"/v1/days/{DAYS[0]}")["checkpoint"] is None
        for kind in ("0", "entries"):  # nothing is published before it is signed
            assert running.http.get(f"/v1/log/tile/{kind}/000.p/1").status_code == 404
        sizes = []
        for status in ("provisional", "counted"):
            if status == "counted":
                evening.count(floor, DAYS[1])
            floor.close_day(DAYS[0], status)
            position = ledger.head()
            house.runner.catch_up()
            assert house.sealer is not None
            house.sealer.catch_up()
            shown = pit.get(f"/v1/days/{DAYS[0]}")["checkpoint"]
            told = own_tree.read_checkpoint(shown["note"])
            assert (told.size, told.root) == (
                shown["size"],
                base64.b64decode(shown["root"]),
            )
            assert told.size >= position
            leaves = [own_tree.leaf(entry) for entry in entries(ledger)]
            assert told.root == own_tree.root(leaves[: told.size])
            sizes.append(told.size)
        assert sizes[0] < sizes[1]
        assert pit.get("/readyz")["checks"]["seal"] == "ok"
        assert pit.get("/v1/days/2031-01-01")["checkpoint"] is None


def test_a_close_is_sealed_soon_however_much_is_read_after_it(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growth, "_PAGE", 1)
    with running(ledger) as desk:
        do(desk, {"command": "close_day", "day": "2026-03-01", "status": "provisional"})
        do(desk, open_table("PG01"))
    log = growth.Growth(ledger, SealedLog(ledger.datastore), 0)
    while log.read():
        pass
    assert (log.unsigned, log.is_urgent) == (2, True)
    log.signed()
    assert (log.unsigned, log.is_urgent) == (0, False)
