"""What one part writes, or cannot write, silences no other."""

from prometheus_client import REGISTRY
from prometheus_client.core import Metric
from prometheus_client.registry import Collector

from services.runtime.exposition import exposition, measures
from services.runtime.health import Health
from services.runtime.roster import Heartbeat, Roster
from services.store.ledger import Ledger
from tests.integration.store.test_roster import Dealer
from tests.support.processes.waiting import wait_for

WELL = b'[["good","good","gauge",[["good",{},1.0]]]]'


def test_metrics_of_one_that_cannot_be_read_hide_no_others() -> None:
    broken = (
        b"\x00garbage",
        b"[]]",
        b'[["good","","gauge",[["good",{"a":1},1]]]]',
        b'[["good","","no kind",[["x",{},1]]]]',
        b'[["good","","gauge",[["good",{},"many"]]]]',
    )
    for told in broken:
        text = exposition([("relay", "there/2", told), ("desk", "here/1", WELL)]).decode()
        assert 'good{part="desk",process="here/1"} 1.0' in text
        assert "there/2" not in text


def test_a_word_that_cannot_be_read_hides_no_others(ledger: Ledger) -> None:
    roster = Roster(ledger.datastore)
    roster.create()
    roster.sign(Dealer("desk", "desk"))
    with ledger.datastore.get_connection() as conn:
        conn.execute(
            "INSERT INTO pitledger_roster VALUES"
            " ('there/2', 'project', ARRAY[NULL, 'floor'], NULL, now(), 'rubbish')"
        )
        conn.execute(
            "INSERT INTO pitledger_roster VALUES ('there/3', 'relay', '{relay}', NULL, now(), '?')"
        )
    call = Health(roster)
    assert call.check("desk")() is None
    assert call.check("floor")() == "nobody does floor"
    assert b"# HELP" in call.exposition()


class Flooded(Collector):
    """A gauge that cannot be read, as when no file can be opened."""

    def collect(self) -> list[Metric]:
        raise OSError(24, "Too many open files")


def test_a_gauge_that_cannot_be_read_is_no_reason_to_say_nothing() -> None:
    flooded = Flooded()
    REGISTRY._collector_to_names[flooded] = []
    try:
        assert b"pitledger_commands" in measures("desk")
    finally:
        REGISTRY.unregister(flooded)


class Confused(Dealer):
    """A part whose own word fails now and then."""

    failing = True

    def trouble(self) -> str | None:
        if self.failing:
            raise ZeroDivisionError("confused")
        return None


def test_a_heartbeat_outlives_whatever_its_part_says(ledger: Ledger) -> None:
    roster = Roster(ledger.datastore)
    roster.create()
    part = Confused("desk", "desk")
    heartbeat = Heartbeat(roster, lambda: [part])
    heartbeat.start()
    heartbeat.beat()
    part.failing = False
    wait_for(lambda: any(one.part == "desk" for one in roster.signed()))
    assert heartbeat.is_alive()
    heartbeat.close()
