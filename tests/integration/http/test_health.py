"""Alive, ready, and not ready with the reason."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from domain.events.table import TableFilled
from projections import all_projections
from services.bootstrap import Service, open_service
from services.http.app import make_app
from services.settings import Settings, read_settings
from services.store.batch import Batch
from tests.support.domain import asked
from tests.support.http.playing import Pit, Told, expect_problem
from tests.support.http.serving import Served, served


def test_a_living_process_says_so(pit: Pit) -> None:
    assert pit.get("/livez") == {"status": "alive"}


def test_a_ready_house_says_what_was_checked(pit: Pit) -> None:
    checks = {"store": "ok", "desk": "ok", "projections": "ok", "seal": "ok"}
    assert pit.get("/readyz") == {"status": "ready", "checks": checks}


@contextmanager
def own_house(database: str) -> Iterator[Pit]:
    """A house that the test may break."""
    settings = read_settings({}, database_url=database, port=0)
    with open_service(settings) as opened, served(opened.app(), settings) as running:
        yield Pit(running.http, opened)


def poison(house: Service, topic: str | None = None) -> None:
    """Chips filled at a table that was never opened: no rule would have let it happen."""
    event = TableFilled(
        key="GHOST",
        seq=1,
        table="GHOST",
        session=1,
        day="2026-11-15",
        at="2026-11-15T20:00:00Z",
        recorded="2026-11-15T20:00:00Z",
        slip="F1",
        step="received",
        amount=100,
        entries={"tray": 100, "cage": -100},
    )
    batch = Batch()
    batch.expect("GHOST", 0, 0)
    batch.add([event], 0)
    if topic is not None:
        batch.topics[:] = [topic]
    assert not house.storage.ledger.append(batch).stale_units


def wait_until_told(own: Pit, check: str, said: str) -> Told:
    """The answer of a house that is not ready, once it says so."""
    until = time.monotonic() + 60
    while (response := own.http.get("/readyz")).json()["checks"][check] != said:
        assert time.monotonic() < until, response.text
        time.sleep(0.01)
    assert response.status_code == 503
    told: Told = response.json()
    assert told["status"] == "not ready"
    return told


def test_a_poisoned_event_stops_those_that_cannot_take_it_and_the_rest_goes_on(
    database: str,
) -> None:
    with own_house(database) as own:
        poison(own.house)
        told = wait_until_told(own, "projections", "stopped by an event: sessions, table_days")
        assert (told["checks"]["store"], told["checks"]["desk"]) == ("ok", "ok")
        metrics = own.http.get("/metrics").text
        assert 'pitledger_projection_stopped{projection="sessions"} 1.0' in metrics
        assert 'pitledger_projection_stopped{projection="floor"} 0.0' in metrics
        assert own.get("/livez") == {"status": "alive"}
        table = own.table()
        table.open()
        table.plays_on()


def test_whatever_stops_is_told(database: str) -> None:
    names = ", ".join(projection.name for projection in all_projections())
    everything = f"stopped by an event: {names}"
    with own_house(database) as own:
        table = own.table()
        poison(own.house, topic="pitledger.ChipsMelted.v1")
        wait_until_told(own, "projections", everything)
        assert table.open()[0]["seq"] == 1
        own.house.runner.close()
        wait_until_told(own, "projections", "stopped")
        own.house.desk.close()
        wait_until_told(own, "desk", "stopped")
        expect_problem(table.send(asked.buy_in()), "closing")
        assert own.get("/livez") == {"status": "alive"}


def test_a_check_that_fails_is_an_answer(house: Service, settings: Settings) -> None:
    def gone() -> None:
        raise ConnectionError("the cellar is flooded")

    app = make_app(
        settings=settings,
        desk=house.desk,
        ledger=house.storage.ledger,
        books=house.storage.books,
        checks={"cellar": gone, "roof": lambda: None},
    )
    with served(app, settings) as running:
        told = _not_ready(running)
    assert told["checks"] == {"cellar": "the cellar is flooded", "roof": "ok"}


def _not_ready(running: Served) -> Told:
    response = running.http.get("/readyz")
    assert response.status_code == 503
    told: Told = response.json()
    return told
