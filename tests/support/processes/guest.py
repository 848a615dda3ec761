"""Somebody who plays through an upgrade: sends each command under its id until it is answered."""

import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from tests.support.processes.waiting import wait_for
from tests.support.store.playing import buy_in, open_table


class Guest:
    """At one table, by whichever of some addresses answers."""

    def __init__(self, table: str, *urls: str) -> None:
        self._table = table
        self._urls = list(urls)
        self._leaving = threading.Event()
        self._thread = threading.Thread(target=self._play, name=table, daemon=True)
        self.acknowledged: list[dict[str, Any]] = []
        self.turned_away: set[tuple[int, str]] = set()
        """Status and problem of every answer that was none."""
        self.longest_wait = 0.0
        """Seconds from asking for the first time to the answer."""

    def start(self) -> None:
        self._thread.start()

    def leave(self) -> None:
        self._leaving.set()
        self._thread.join(90)
        assert not self._thread.is_alive()

    def turn_to(self, url: str) -> None:
        """Another address, where somebody answers."""
        self._urls.append(url)

    def plays_on(self, commands: int = 5) -> None:
        """Returns once so many more were answered."""
        goal = len(self.acknowledged) + commands
        wait_for(lambda: len(self.acknowledged) >= goal, 180)

    def _play(self) -> None:
        with httpx.Client(timeout=30) as http:
            self._send(http, open_table(self._table, command_id=str(uuid.uuid4())))
            amount = 0
            while not self._leaving.is_set():
                amount += 100
                told = buy_in(self._table, amount, command_id=str(uuid.uuid4()))
                self._send(http, told)

    def _send(self, http: httpx.Client, command: dict[str, Any]) -> None:
        began = time.monotonic()
        while not self._asked(http, command):
            if self._leaving.is_set():
                return  # nobody was there to answer; it may have been done all the same
            self._urls.append(self._urls.pop(0))
            time.sleep(0.05)
        self.longest_wait = max(self.longest_wait, time.monotonic() - began)

    def _asked(self, http: httpx.Client, command: dict[str, Any]) -> bool:
        try:
            answer = http.post(f"{self._urls[0]}/v1/tables/{self._table}/commands", json=command)
        except httpx.HTTPError as error:
            self.turned_away.add((0, type(error).__name__))
            return False
        if answer.status_code != httpx.codes.CREATED:
            self.turned_away.add((answer.status_code, answer.json()["type"].rpartition(":")[2]))
            return False
        self.acknowledged += answer.json()["events"]
        return True


@contextmanager
def playing(*guests: Guest) -> Iterator[None]:
    for guest in guests:
        guest.start()
    try:
        yield
    finally:
        for guest in guests:
            guest.leave()
