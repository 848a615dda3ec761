"""Tables as their terminals see them: commands go in, events and the books come back."""

import itertools
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

import httpx

from services.bootstrap import Service
from services.http.problems import PROBLEMS
from tests.support.domain import asked
from tests.support.domain.asked import Asked

Told: TypeAlias = dict[str, Any]

DEALER: Final = "1-3 1-5 5-6 4-6"
"""By the house way seven over four."""
WINS: Final = "6-6 1-6 / 5-5 2-3"
"""Nine over five beats the dealer's on both sides."""
LOSES: Final = "5-5 1-5 / 3-3 3-4"
"""Six over three beats neither."""
LIMITS: Final = {"pai_gow": [1000, 50_000]}
MASKED: Final = ["??"] * 4
_NUMBERS: Final = itertools.count(1)


def expect_problem(response: httpx.Response, kind: str) -> Told:
    """Problem details of a documented type (RFC 9457), and what else they tell."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    problem: Told = response.json()
    status, title = PROBLEMS[kind]
    assert problem["type"] == f"urn:pitledger:problem:{kind}", problem
    assert (problem["title"], problem["status"]) == (title, status)
    assert response.status_code == status
    assert isinstance(problem["detail"], str)
    assert problem["detail"]
    return problem


class Table:
    """One table; everything it is told happens `at` one moment, if there is one."""

    def __init__(self, pit: "Pit", name: str, at: str | None) -> None:
        self._pit = pit
        self.name = name
        self.at = at
        self.path = f"/v1/tables/{name}/commands"
        self.seq = 0
        """Of its newest event, as far as it was told."""

    def send(self, body: object) -> httpx.Response:
        response = self._pit.http.post(self.path, content=json.dumps(body))
        if response.status_code == 201:
            self.seq = max(self.seq, response.json()["events"][-1]["seq"])
        return response

    def do(self, *commands: Asked) -> list[Told]:
        """Each command on its own, all of them accepted; the events they made."""
        return [event for command in commands for event in self.do_as_one(command)]

    def do_as_one(self, *commands: Asked) -> list[Told]:
        """One command, or a list of them in one request."""
        timed = [command if self.at is None else {"at": self.at, **command} for command in commands]
        response = self.send(timed if len(timed) > 1 else timed[0])
        assert response.status_code == 201, response.text
        assert response.headers["content-type"] == "application/json"
        events: list[Told] = response.json()["events"]
        return events

    def refused(self, body: object) -> Told:
        return expect_problem(self.send(body), "refused")

    def open(self, inventory: int | dict[str, int] = 1_000_000, **elections: Any) -> list[Told]:
        command = asked.open_table(inventory, **{"limits": LIMITS, **elections})
        return self.do({**command, "table": self.name})

    def buy_in(self, seat: int = 1, amount: int = 10_000) -> list[Told]:
        return self.do(asked.buy_in(seat, amount))

    def open_round(self) -> str:
        """Its id."""
        opened = self.do(asked.open_round())[0]
        assert isinstance(opened["round"], str)
        return opened["round"]

    def bet(self, seat: int, amount: int = 2500) -> list[Told]:
        return self.do(asked.place(seat, amount))

    def deal_round(self, hands: dict[int, str], dealer: str = DEALER) -> list[Told]:
        """A wager on each seat, "no more bets", dice, tiles."""
        return self.do_as_one(*asked.up_to_the_deal(dealer, hands))

    def play_round(self, hands: dict[int, str], surrender: int | None = None) -> list[Told]:
        """A whole round, every hand set as it is written."""
        gives_up = [asked.surrender(surrender)] if surrender else []
        return self.do_as_one(*asked.up_to_the_house(DEALER, hands), *gives_up, asked.settle())

    def close(self, inventory: int) -> list[Told]:
        return self.do(asked.close_table(inventory))

    def row(self, seq: int | None = None) -> Told:
        """The table as the API shows it, projected at least that far."""
        query = {} if seq is None else {"seq": seq}
        return self._pit.get(f"/v1/tables/{self.name}", **query)

    def plays_on(self) -> None:
        """What was refused left nothing behind: the stream goes on without a gap."""
        before = self.seq
        assert self.buy_in()[0]["seq"] == before + 1


class Pit:
    """The running service."""

    def __init__(self, http: httpx.Client, house: Service) -> None:
        self.http = http
        self.house = house

    def table(self, at: str | None = None) -> Table:
        """A table with a name of its own, not opened yet."""
        return Table(self, f"T{next(_NUMBERS):03}", at)

    def through(self, http: httpx.Client) -> "Pit":
        """The same house, by another door."""
        return Pit(http, self.house)

    def get(self, path: str, **query: Any) -> Told:
        response = self.http.get(path, params=query)
        assert response.status_code == 200, response.text
        answer: Told = response.json()
        return answer

    def read(self, path: str, **query: Any) -> Told:
        """As `get`, once all read models have caught up."""
        self.house.runner.catch_up(10)
        return self.get(path, **query)

    def head(self) -> int:
        return self.house.storage.ledger.head()

    def events_since(self, position: int) -> list[Told]:
        events: list[Told] = self.read("/v1/events", after=position)["events"]
        return events

    def refusals(self, table: str) -> list[Told]:
        """What is kept of the commands that were refused at a table."""
        with self.house.storage.ledger.datastore.get_connection() as conn:
            query = "SELECT * FROM pitledger_refusals WHERE stream = %s ORDER BY id"
            return [dict(row) for row in conn.execute(query, (table,)).fetchall()]

    @contextmanager
    def nothing_stored(self) -> Iterator[None]:
        """Whatever happens meanwhile, the log does not grow."""
        head = self.head()
        yield
        assert self.get("/v1/events", after=head) == {"events": [], "next": head}


def names(events: list[Told]) -> list[str]:
    return [event["event"] for event in events]


def one(events: list[Told], name: str) -> Told:
    found = [event for event in events if event["event"] == name]
    assert len(found) == 1, f"{len(found)} {name} among {names(events)}"
    return found[0]
