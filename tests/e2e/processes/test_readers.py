"""Reports are read in processes of their own: dealers wait for none of them, and none is left."""

import os
import signal
from collections.abc import Iterator

import httpx
import pytest

from services.runtime.alive import is_halted
from tests.support.domain import asked
from tests.support.processes.readers import held_report, readers_of
from tests.support.processes.service import Process, running_part
from tests.support.processes.waiting import is_gone, wait_for


class Api:
    def __init__(self, process: Process) -> None:
        self.process = process
        assert process.process.stdout is not None
        address = process.process.stdout.readline().split()[-1]
        self.http = httpx.Client(base_url=address, timeout=60)

    def readers(self) -> list[int]:
        return readers_of(self.process.process.pid)

    def measured(self, name: str) -> float:
        lines = self.http.get("/metrics").text.splitlines()
        return sum(float(one.rpartition(" ")[2]) for one in lines if one.startswith(f"{name}{{"))


@pytest.fixture
def api(database: str) -> Iterator[Api]:
    told = {"PITLEDGER_DATABASE_URL": database, "PITLEDGER_READERS": "1"}
    with running_part("api", "--port=0", **told) as process:
        api = Api(process)
        with api.http:
            wait_for(lambda: api.http.get("/readyz/api").status_code == 200)
            yield api


def halt(pid: int) -> None:
    os.kill(pid, signal.SIGSTOP)
    wait_for(lambda: is_halted(pid))


def test_commands_do_not_wait_for_a_report(api: Api, database: str) -> None:
    """The one process that reads stands still in the middle of it, and all others wait for it."""
    with held_report(api.http, database) as report:
        [reader] = api.readers()
        halt(reader)
        for name in ("PG01", "PG02"):
            for command in (asked.open_table(), asked.buy_in(), asked.open_round()):
                told = {**command, "table": name}
                answer = api.http.post(f"/v1/tables/{name}/commands", json=told)
                assert answer.status_code == 201, answer.text
        assert not report.done()
        assert os.getpriority(os.PRIO_PROCESS, reader) > 0
        os.kill(reader, signal.SIGCONT)
    assert report.result().status_code == 200
    assert api.readers() == [reader]
    wait_for(lambda: api.measured("pitledger_loop_lag_seconds_count") > 0)
    wait_for(lambda: api.measured("pitledger_http_readers") == 1)


@pytest.mark.parametrize("is_stopped", [False, True], ids=["at work", "stopped"])
def test_an_api_that_is_killed_leaves_none(api: Api, database: str, *, is_stopped: bool) -> None:
    with held_report(api.http, database) as report:
        [reader] = api.readers()
        if is_stopped:
            halt(reader)
        api.process.kill()
        with pytest.raises(httpx.HTTPError):
            report.result()
        wait_for(lambda: is_gone(reader))


def test_an_api_that_ends_answers_first(api: Api, database: str) -> None:
    with held_report(api.http, database) as report:
        [reader] = api.readers()
        api.process.signal(signal.SIGTERM)
        wait_for(lambda: is_refused(api.http))
        assert not report.done()
    assert report.result().status_code == 200
    assert api.process.gone() == 0
    assert is_gone(reader)


def is_refused(http: httpx.Client) -> bool:
    """The port is closed."""
    try:
        httpx.get(f"{http.base_url}/livez", timeout=60)
    except httpx.ConnectError:
        return True
    return False
