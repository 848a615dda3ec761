"""By what a request is found again goes along with its events: on the topics, never in the log."""

import dataclasses
from pathlib import Path
from typing import Any, Final

import httpx

from services.bootstrap import open_service
from services.desk import Request
from services.desk.request import Context
from services.kafka import relay as relay_of
from services.kafka.relays import Relays
from services.kafka.topics import Topics
from services.runtime.trail import Trail, take_trail
from services.settings import Settings
from services.store.ledger import Ledger
from services.store.trails import KEPT_HOURS, let_trails_go
from tests.integration.kafka.test_ingest import send
from tests.integration.kafka.test_relay import position, relaying, wait_for
from tests.support.http.serving import served
from tests.support.kafka.topics import read_topic
from tests.support.store.playing import buy_in, open_table, request, running

TRACE: Final = "4bf92f3577b34da6a3ce929d0e0e4736"
TRAIL: Final = take_trail(f"00-{TRACE}-00f067aa0ba902b7-01", "device-7.42")
OTHER: Final = take_trail(None, "device-8.1")
ASKED_TWICE: Final = "0c5c23ea-52ba-4d1a-9b3b-6f3a6f0a6f11"


def asked_by(trail: Trail | None, *commands: dict[str, Any]) -> Request:
    return dataclasses.replace(request(*commands), context=Context(trail=trail))


def told(settings: Settings, topic: str = "") -> dict[str, tuple[str | None, str | None]]:
    """Request id and trace of each event on a topic."""
    found = {}
    for record in read_topic(settings, topic or Topics(settings.topic_prefix).events):
        headers = {name: value.decode() for name, value in record.headers}
        found[headers["ce_id"]] = headers.get("X-Request-ID"), headers.get("traceparent")
    return found


def kept(ledger: Ledger) -> int:
    with ledger.datastore.get_connection() as conn:
        row = conn.execute("SELECT count(*) AS kept FROM pitledger_trails").fetchone()
    assert row is not None
    return int(row["kept"])


def grow_old(ledger: Ledger, hours: int) -> None:
    with ledger.datastore.get_connection() as conn:
        conn.execute(
            "UPDATE pitledger_trails SET kept = kept - make_interval(hours => %s)", (hours,)
        )


def test_events_say_whose_request_they_are_from(settings: Settings, ledger: Ledger) -> None:
    """Of a list of commands all of them; of one that was asked for again the first request."""
    again = buy_in("PG01", 300, command_id=ASKED_TWICE)
    with running(ledger, keeps_trails=True) as desk, relaying(settings, ledger):
        desk.submit(asked_by(TRAIL, open_table("PG01"), buy_in("PG01", 100))).result(10)
        desk.submit(asked_by(None, buy_in("PG01", 200))).result(10)
        desk.submit(asked_by(TRAIL, again)).result(10)
        assert desk.submit(asked_by(OTHER, again)).result(10).repeated
        desk.submit(asked_by(OTHER, buy_in("PG01", 400))).result(10)
        wait_for(lambda: position(ledger) == ledger.head())
    mine, others = (TRAIL.request_id, TRAIL.traceparent), (OTHER.request_id, OTHER.traceparent)
    assert told(settings) == {
        "PG01/1": mine,
        "PG01/2": mine,
        "PG01/3": (None, None),
        "PG01/4": mine,
        "PG01/5": others,
    }
    states = [one.state for one in ledger.log_after(0, 100)]
    assert not any(TRACE.encode() in state or b"device-7" in state for state in states)


def test_a_topic_that_is_behind_tells_them_too(settings: Settings, ledger: Ledger) -> None:
    on = settings.model_copy(update={"masked_topic": "on"})
    with running(ledger, keeps_trails=True) as desk, relaying(on, ledger):
        desk.submit(asked_by(TRAIL, open_table("PG01"))).result(10)
        wait_for(lambda: position(ledger) == ledger.head())
    relays = Relays(on, ledger)
    relays.start()
    relays.catch_up(60)
    relays.close()
    masked = told(on, Topics(on.topic_prefix).masked)
    assert masked == told(on) == {"PG01/1": (TRAIL.request_id, TRAIL.traceparent)}


def test_they_are_let_go_after_a_day(settings: Settings, ledger: Ledger, monkeypatch: Any) -> None:
    with running(ledger, keeps_trails=True) as desk:
        desk.submit(asked_by(TRAIL, open_table("PG01"))).result(10)
        grow_old(ledger, KEPT_HOURS + 1)
        desk.submit(asked_by(OTHER, buy_in("PG01", 400))).result(10)
        assert kept(ledger) == 2
        with relaying(settings, ledger):
            wait_for(lambda: kept(ledger) == 1)
        monkeypatch.setattr(relay_of, "_SWEEP_SECONDS", 0.0)
        grow_old(ledger, KEPT_HOURS - 1)
        assert let_trails_go(ledger.datastore) == 0
        grow_old(ledger, 2)
        with relaying(settings, ledger):
            wait_for(lambda: kept(ledger) == 0)


def test_nobody_keeps_them_where_nobody_publishes_them(ledger: Ledger) -> None:
    with running(ledger) as desk:
        desk.submit(asked_by(TRAIL, open_table("PG01"))).result(10)
    assert kept(ledger) == 0


def test_from_http_and_from_the_topic(settings: Settings, data: Path) -> None:
    """The trace is the sender's; the step in it is the service's own, as the answer says."""
    given = {"traceparent": f"00-{TRACE}-00f067aa0ba902b7-01", "X-Request-ID": "till-3"}
    with open_service(settings.model_copy(update={"data": data})) as house:
        with served(house.app(), house.storage.settings) as api:
            answer: httpx.Response = api.http.post(
                "/v1/commands", json=open_table("PG01"), headers=given
            )
        assert answer.status_code == 201
        send(settings, ("PG01", buy_in("PG01", 1500)))
        ledger = house.storage.ledger
        wait_for(lambda: ledger.head() == 2 and position(ledger) == 2)
    found = told(settings)
    assert found["PG01/1"] == ("till-3", answer.headers["traceparent"])
    request_id, traceparent = found["PG01/2"]
    assert request_id is not None
    assert traceparent is not None
    assert traceparent.split("-")[1] == request_id != TRACE
