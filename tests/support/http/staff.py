"""A house with AUTH on, and everybody of it at work, each with a token of their own."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import httpx

from domain.gaming_day import parse_moment
from services.bootstrap import Service, open_service
from services.desk.clock import utc_now
from services.settings import read_settings
from tests.support.http.playing import Told, expect_problem
from tests.support.http.serving import served
from tests.support.store.databases import new_database

STAFF: Final = {
    "dana": "dealer",
    "frank": "floorperson",
    "paula": "pit_manager",
    "carl": "cage",
    "sam": "security",
    "sid": "security",
    "cora": "count_room",
    "ada": "auditor",
    "vic": "surveillance",
    "table-7": "device",
}


def write_tokens(path: Path, staff: dict[str, str] = STAFF) -> Path:
    """Each one's token is their name."""
    path.touch(mode=0o600)
    path.write_text(
        "\n".join(
            f'[[token]]\nid = "{who}"\nrole = "{role}"\n'
            f'sha256 = "{hashlib.sha256(who.encode()).hexdigest()}"'
            for who, role in staff.items()
        )
    )
    return path


class DeskClock:
    """The clock of a desk, set by hand; it goes on from there."""

    def __init__(self) -> None:
        self._ahead = timedelta()

    def show(self, moment: str) -> None:
        self._ahead = parse_moment(moment) - utc_now()

    def __call__(self) -> datetime:
        return utc_now() + self._ahead


class Staff:
    """Who is at work; each sends commands of their own, and signs those of others."""

    def __init__(self, house: Service, clients: dict[str, httpx.Client], clock: DeskClock) -> None:
        self.house = house
        self.clients = clients
        self.clock = clock

    def send(
        self, who: str, command: Told, signers: Iterable[str] = (), **proofs: str
    ) -> httpx.Response:
        """With the proofs that are told, and with fresh ones of those who sign."""
        made = {**proofs, **{one: self.proof(one, command) for one in signers}}
        told = {**command, "proofs": made} if made else command
        return self.clients[who].post("/v1/commands", content=json.dumps(told))

    def proof(self, who: str, command: Told) -> str:
        made = self.clients[who].post("/v1/proofs", json=command)
        assert made.status_code == 201, made.text
        return str(made.json()["proof"])

    def done(self, who: str, command: Told, signers: Iterable[str] = ()) -> list[Told]:
        answer = self.send(who, command, signers)
        assert answer.status_code == 201, answer.text
        events: list[Told] = answer.json()["events"]
        return events

    def refused(self, who: str, command: Told, signers: Iterable[str] = (), **proofs: str) -> Told:
        return expect_problem(self.send(who, command, signers, **proofs), "refused")

    def get(self, who: str, path: str, **query: Any) -> httpx.Response:
        return self.clients[who].get(path, params=query or None)


@contextmanager
def at_work(server: str, folder: Path, begins: str | None = None, **more: Any) -> Iterator[Staff]:
    """A house of its own, with these settings; `begins`: what the desk's clock shows, else now."""
    clock = DeskClock()
    if begins is not None:
        clock.show(begins)
    tokens = write_tokens(folder / "tokens.toml")
    url = new_database(server)
    settings = read_settings({}, database_url=url, port=0, auth="on", tokens=tokens, **more)
    with (
        open_service(settings, clock) as house,
        served(house.app(), settings) as running,
        ExitStack() as open_ones,
    ):
        clients = {
            who: open_ones.enter_context(
                httpx.Client(
                    base_url=running.http.base_url, headers={"Authorization": f"Bearer {who}"}
                )
            )
            for who in STAFF
        }
        yield Staff(house, clients, clock)
