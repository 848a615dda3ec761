"""The clock is the machine's: nothing in the environment alters it, and the soak hands in its own."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from services.tools.bench.soak.served import Served
from services.tools.bench.soak.staff import HONEST
from tests.e2e.processes.test_command_line import pitledger
from tests.support.processes.waiting import wait_for
from tests.support.store.playing import buy_in, open_table


@pytest.mark.parametrize("command", ["serve", "follow", "api", "verify"])
@pytest.mark.parametrize("name", ["PITLEDGER_TEST_CLOCK", "PITLEDGER_TEST_ANYTHING"])
def test_a_setting_that_would_alter_the_clock_is_refused(
    data: Path, command: str, name: str
) -> None:
    clock = data / "clock"
    clock.write_text("86400")
    done = pitledger(command, "--data", str(data / "books"), **{name: str(clock)})
    assert done.returncode == 2
    assert done.stderr.startswith(f"pitledger: there is no setting {name} in the environment")
    assert not (data / "books").exists()


def test_the_soak_sets_the_clock_of_its_own_desk(data: Path) -> None:
    served = Served(data, "")
    served.start()
    try:
        wait_for(lambda: httpx.get(f"{served.url}/readyz", timeout=30).status_code == 200)
        send(served, open_table("PG01"))
        served.set_clock(240.0)
        ahead = datetime.fromisoformat(send(served, buy_in("PG01"))) - datetime.now(UTC)
        assert timedelta(seconds=180) < ahead <= timedelta(seconds=240)
        assert served.parts().keys() == {"api", "follow"}
    finally:
        assert served.stop() == 0


def send(served: Served, command: dict[str, object]) -> str:
    """When it was recorded."""
    headers = {"Authorization": f"Bearer {HONEST}"}
    address = f"{served.url}/v1/tables/{command['table']}/commands"
    answer = httpx.post(address, json=command, headers=headers, timeout=60)
    assert answer.status_code == 201, answer.text
    recorded: str = answer.json()["events"][0]["recorded"]
    return recorded
