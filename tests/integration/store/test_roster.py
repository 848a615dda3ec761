"""The roster: who does what, who is silent, and everybody's metrics in one place."""

import math

import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families

from services.runtime.exposition import Measured, exposition, measures
from services.runtime.health import Health
from services.runtime.metrics import QUEUE_DEPTH, RELAY_LAG_EVENTS
from services.runtime.roster import Heartbeat, Roster
from services.store.ledger import Ledger
from tests.support.processes.waiting import wait_for


class Dealer:
    """A part for the tests."""

    def __init__(self, name: str, *duties: str, trouble: str | None = None) -> None:
        self.name = name
        self._duties = list(duties)
        self._trouble = trouble

    def duties(self) -> list[str]:
        return self._duties

    def trouble(self) -> str | None:
        return self._trouble


@pytest.fixture
def roster(ledger: Ledger) -> Roster:
    made = Roster(ledger.datastore)
    made.create()
    return made


def age(ledger: Ledger, part: str, seconds: float) -> None:
    """As if it had not been heard of for so long."""
    with ledger.datastore.get_connection() as conn:
        conn.execute(
            "UPDATE pitledger_roster SET beat = beat - make_interval(secs => %s) WHERE part = %s",
            (seconds, part),
        )


def test_a_duty_that_is_done_without_trouble_is_well(roster: Roster) -> None:
    roster.sign(Dealer("project", "floor", "rounds"))
    assert Health(roster).check("floor", "rounds")() is None


def test_a_duty_that_nobody_does_is_named(roster: Roster) -> None:
    roster.sign(Dealer("project", "floor"))
    roster.sign(Dealer("relay"))
    assert Health(roster).check("floor", "rounds", "relay")() == "nobody does rounds, relay"


def test_who_is_in_trouble_says_why(roster: Roster) -> None:
    roster.sign(Dealer("relay", "relay", trouble="no broker"))
    roster.sign(Dealer("project", trouble="no broker yet"))
    check = Health(roster).check
    assert check("relay")() == "no broker"
    assert "no broker yet" in (check("floor")() or "")


def test_who_is_silent_is_not_counted_on(roster: Roster, ledger: Ledger) -> None:
    roster.sign(Dealer("desk", "desk"))
    age(ledger, "desk", 7)
    told = Health(roster).check("desk")() or ""
    assert told.startswith("nobody does desk: ")
    assert "has been silent for 7 s" in told


def test_a_new_one_makes_good_for_a_silent_one(roster: Roster, ledger: Ledger) -> None:
    roster.sign(Dealer("old", "desk", trouble="stopped"))
    age(ledger, "old", 7)
    roster.sign(Dealer("new", "desk"))
    assert Health(roster).check("desk")() is None


def test_a_heartbeat_signs_and_signs_off(roster: Roster, ledger: Ledger) -> None:
    roster.sign(Dealer("long gone", "desk"))
    age(ledger, "long gone", 4000)
    posts = [Dealer("api", "api"), Dealer("desk", "desk")]
    heartbeat = Heartbeat(roster, lambda: posts)
    heartbeat.start()
    wait_for(lambda: {one.part for one in roster.signed()} >= {"api", "desk"})
    del posts[1]
    wait_for(lambda: {one.part for one in roster.signed()} == {"api"})  # nor who is long gone
    heartbeat.close()
    assert roster.signed() == []


def test_metrics_of_all_are_shown_with_where_they_come_from() -> None:
    QUEUE_DEPTH.set_function(lambda: 3)
    RELAY_LAG_EVENTS.labels("pitledger.events.v1").set(8)
    text = exposition(
        [("desk", "here/1", measures("desk")), ("relay", "there/2", measures("relay"))]
    ).decode()
    found = {
        (sample.name, sample.labels["part"], sample.labels["process"]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert found["pitledger_desk_queue_depth", "desk", "here/1"] == 3
    assert found["pitledger_relay_lag_events", "relay", "there/2"] == 8
    assert ("pitledger_relay_lag_events", "desk", "here/1") not in found
    assert ("process_resident_memory_bytes", "desk", "here/1") in found


def test_what_a_process_measures_of_itself_is_shown_once() -> None:
    sources = [
        ("api", "here/1", measures("api")),
        ("desk", "here/1", measures("desk", whole=False)),
    ]
    lines = exposition(sources).decode().splitlines()
    assert len([one for one in lines if one.startswith("process_resident_memory_bytes{")]) == 1
    assert [one for one in lines if one.startswith("pitledger_desk_queue_depth{")]


def test_infinities_survive_the_way() -> None:
    told = [Measured("m", "m", "gauge", [("m", {}, "inf"), ("m", {"a": "b"}, "nan")])]
    lines = exposition([("desk", "here/1", msgspec.json.encode(told))]).decode().splitlines()
    values = [float(line.rsplit(" ", 1)[1]) for line in lines if not line.startswith("#")]
    assert values[0] == math.inf
    assert math.isnan(values[1])
