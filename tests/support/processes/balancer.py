"""Clients as they stand behind a load balancer, and what each of them has to complain about."""

import http.client
import json
import random
import threading
import time
from typing import Any, Final, Self
from urllib.parse import urlsplit

from services.tools.simulator import Floor
from tests.support.processes.load import START

_CHECK_SECONDS: Final = 0.2
_FALL: Final = 2
"""So many checks in a row fail before nobody is sent there any more."""
_KEPT_REQUESTS: Final = 25
"""A connection is kept for so many, so that new ones are made all the time too."""
PACE_SECONDS: Final = 0.05


class Balancer:
    """Asks every API whether it takes commands; clients are sent to those that said so."""

    def __init__(self, urls: list[str]) -> None:
        self._failed = dict.fromkeys(urls, 0)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._check_all)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._thread.join()

    def ready(self) -> list[str]:
        return [url for url, failed in self._failed.items() if failed < _FALL]

    def _check_all(self) -> None:
        while not self._closing.wait(_CHECK_SECONDS):
            for url in self._failed:
                self._failed[url] = 0 if _takes_commands(url) else self._failed[url] + 1


def _takes_commands(url: str) -> bool:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=2)
    try:
        connection.request("GET", "/readyz/api")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


class Guest:
    """Sends each command once, and notes whatever an ordinary client would have to mend."""

    def __init__(self, balancer: Balancer, seed: int) -> None:
        self._balancer = balancer
        self._luck = random.Random(seed)
        self._connection: http.client.HTTPConnection | None = None
        self._left = 0
        self._url = ""
        self.troubles: list[str] = []
        self.answered: list[tuple[str, float]] = []
        """By which API, and after how many seconds."""

    def send(self, command: dict[str, Any]) -> list[dict[str, Any]]:
        """Its events; after a trouble the same again, so that the play goes on."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            began = time.monotonic()
            try:
                status, body = self._ask(command)
            except (OSError, http.client.HTTPException) as error:
                self._note(command, repr(error))
                self._hang_up()
                continue
            if status == http.client.CREATED:
                self.answered.append((self._url, time.monotonic() - began))
                events: list[dict[str, Any]] = json.loads(body)["events"]
                return events
            self._note(command, f"{status} {body.decode()}")
        raise AssertionError(self.troubles)

    def _ask(self, command: dict[str, Any]) -> tuple[int, bytes]:
        connection = self._connected()
        path = f"/v1/tables/{command['table']}/commands"
        connection.request("POST", path, json.dumps(command), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        told = answer.status, answer.read()
        self._left -= 1
        if answer.will_close or not self._left:
            self._hang_up()
        return told

    def _connected(self) -> http.client.HTTPConnection:
        if self._connection is None:
            self._url = self._luck.choice(self._balancer.ready())
            connection = http.client.HTTPConnection(urlsplit(self._url).netloc, timeout=30)
            connection.connect()
            self._connection, self._left = connection, _KEPT_REQUESTS
        return self._connection

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _note(self, command: dict[str, Any], what: str) -> None:
        self.troubles.append(f"{command['command']} at {self._url}: {what}")
        time.sleep(0.05)


class Guests:
    """One at each table, from the first command to the last, which waits until told to finish.

    Who would be done before says its last word again and again, which has to be answered as well.
    """

    def __init__(self, balancer: Balancer, *, tables: int, rounds: int, seed: int) -> None:
        floor = Floor(tables=tables, rounds=rounds, seed=seed, start=START)
        self.commands = {table: list(floor.commands(table)) for table in floor.names()}
        self.rounds = dict.fromkeys(self.commands, rounds)
        self.guests = [Guest(balancer, seed + n) for n, _ in enumerate(self.commands)]
        self.acknowledged: list[dict[str, Any]] = []
        self._hurry = threading.Event()
        self._threads = [
            threading.Thread(target=self._play, args=one)
            for one in zip(self.guests, self.commands.values(), strict=True)
        ]
        for thread in self._threads:
            thread.start()

    def finish(self, seconds: float) -> None:
        self._hurry.set()
        for thread in self._threads:
            thread.join(seconds)
            assert not thread.is_alive(), "the play did not end"

    def troubles(self) -> list[str]:
        return [what for guest in self.guests for what in guest.troubles]

    def seconds(self) -> list[float]:
        return [seconds for guest in self.guests for _, seconds in guest.answered]

    def went_to(self) -> set[str]:
        return {url for guest in self.guests for url, _ in guest.answered}

    def _play(self, guest: Guest, commands: list[dict[str, Any]]) -> None:
        *play, last = commands
        for command in play:
            self._hurry.wait(PACE_SECONDS)
            self.acknowledged += guest.send(command)
        while not self._hurry.wait(PACE_SECONDS):
            self.acknowledged += guest.send(play[-1])
        self.acknowledged += guest.send(last)
