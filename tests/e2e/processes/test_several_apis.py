"""Several APIs on one database: a client cannot tell which of them has the desk."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime

import httpx

from services.tools.simulator import Floor
from tests.support.processes.service import running_part
from tests.support.processes.waiting import wait_for

START = datetime(2026, 3, 1, 18, tzinfo=UTC)


@contextmanager
def apis(database: str, several: int) -> Iterator[list[str]]:
    """Their addresses."""
    with ExitStack() as running:
        found = []
        for _ in range(several):
            where = {"PITLEDGER_DATABASE_URL": database}
            api = running.enter_context(running_part("api", "--port=0", **where))
            assert api.process.stdout is not None
            found.append(api.process.stdout.readline().split()[-1])
        yield found


def test_all_of_them_take_commands_and_tables_keep_their_order(database: str) -> None:
    floor = Floor(tables=6, rounds=3, seed=8, start=START)
    told = {table: list(floor.commands(table)) for table in floor.names()}
    with apis(database, 3) as addresses:
        seqs: dict[str, list[int]] = {}
        for commands in zip(*told.values(), strict=False):
            for number, command in enumerate(commands):
                url = addresses[(number + len(seqs)) % len(addresses)]
                path = f"{url}/v1/tables/{command['table']}/commands"
                answer = httpx.post(path, json=command, timeout=30)
                assert answer.status_code == 201, answer.text
                for event in answer.json()["events"]:
                    seqs.setdefault(event["key"], []).append(event["seq"])
        assert all(mine == list(range(1, len(mine) + 1)) for mine in seqs.values())
        for url in addresses:
            path = f"{url}/v1/tables/{command['table']}/commands"
            again = httpx.post(path, json=command, timeout=30)
            assert again.content == answer.content
        wait_for(
            lambda: (
                httpx.get(f"{url}/metrics", timeout=30).text.count(
                    "pitledger_http_request_seconds_count{"
                )
                >= len(addresses)
            )
        )
