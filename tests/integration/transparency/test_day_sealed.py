"""The close of a day is sealed soon after, whenever the next checkpoint would be due."""

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.bootstrap import Service, open_service
from services.settings import Settings
from services.transparency.sealed_log import SealedLog
from tests.support.http.playing import Pit
from tests.support.http.serving import served
from tests.support.reports import evening
from tests.support.reports.evening import DAYS, Floor
from tests.support.store.databases import new_database
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
