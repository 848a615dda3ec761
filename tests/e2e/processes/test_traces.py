"""One command, followed by its trace through the processes, to a collector that takes OTLP."""

import subprocess
import sys
from pathlib import Path

import httpx

from tests.support.processes.collector import Collector, collecting
from tests.support.processes.service import served
from tests.support.processes.waiting import wait_for
from tests.support.store.playing import open_table

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


def test_a_command_is_followed_from_the_request_to_the_commit(data: Path) -> None:
    with collecting() as collector, served(data, PITLEDGER_OTLP_ENDPOINT=collector.url) as service:
        answer = httpx.post(
            f"{service.url}/v1/commands",
            json=open_table("PG01"),
            headers={"traceparent": f"00-{TRACE}-{SPAN}-01", "X-Request-ID": "device-7.42"},
        )
        assert answer.status_code == 201
        unrecorded = {"traceparent": f"00-{'a' * 32}-{SPAN}-00"}
        assert httpx.get(f"{service.url}/v1/tables", headers=unrecorded).status_code == 200
        wait_for(lambda: _all_there(collector), 20)
    (request,) = [one for one in collector.spans if one.trace == TRACE]
    own = answer.headers["traceparent"].split("-")[2]
    assert (request.part, request.name) == ("api", "POST /v1/commands")
    assert (request.span, request.parent) == (own, SPAN)
    assert request.facts["http.response.status_code"] == 201
    assert request.facts["pitledger.request_id"] == "device-7.42"
    (batch,) = [one for one in collector.named("desk batch") if (TRACE, own) in one.links]
    steps = [one for one in collector.spans if one.parent == batch.span]
    assert [one.name for one in steps] == ["desk decide", "desk commit"]
    assert all(0 < one.took_ns <= batch.took_ns and one.trace == batch.trace for one in steps)
    assert {one.part for one in (batch, *steps)} == {"api"}
    page = collector.named("project page")[0]
    assert (page.part, page.facts["pitledger.events"], page.parent) == ("follow", 1, "")
    assert not [one for one in collector.spans if one.trace == "a" * 32]


def _all_there(collector: Collector) -> bool:
    wanted = {"POST /v1/commands", "desk batch", "desk decide", "desk commit", "project page"}
    return wanted <= {one.name for one in collector.spans}


def test_without_a_collector_the_library_is_not_even_loaded() -> None:
    """Every part, as its process would load it."""
    program = (
        "import sys; import services.cli.parts, services.http.app, services.runtime.parts.api,"
        " services.kafka.ingest, services.kafka.relay, services.projector.runner;"
        " from services.runtime.spans import set_up_spans;"
        " from services.settings import read_settings; set_up_spans(read_settings({}), 'desk');"
        " print(any(name.startswith('opentelemetry.sdk') for name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
