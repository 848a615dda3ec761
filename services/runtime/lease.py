"""A lease: one holder at a time, each with an epoch; epochs only grow."""

import functools
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Final, NamedTuple

import structlog
from eventsourcing.persistence import PersistenceError
from eventsourcing.postgres import PostgresDatastore

from services.runtime.alive import is_alive
from services.runtime.logs import Told
from services.store.database import permitted
from services.tempo import seconds

_log = structlog.get_logger("lease")
TERM_SECONDS: Final = seconds(5.0)
_RENEW_SECONDS: Final = seconds(1.0)
_ASK_SECONDS: Final = seconds(0.2)
_END_SECONDS: Final = seconds(3.0)

_TAKE: Final = """
INSERT INTO pitledger_leases AS l (name, holder, epoch, until, address)
VALUES (%(name)s, %(holder)s, 1, now() + make_interval(secs => %(term)s), %(address)s)
ON CONFLICT (name) DO UPDATE SET
    holder = excluded.holder, epoch = l.epoch + 1, until = excluded.until,
    address = excluded.address
WHERE l.until < now() OR l.holder = ANY (%(dead)s)
RETURNING epoch"""
_RENEW: Final = """
UPDATE pitledger_leases SET until = now() + make_interval(secs => %(term)s)
WHERE name = %(name)s AND epoch = %(epoch)s RETURNING epoch"""
_GIVE_BACK: Final = """
UPDATE pitledger_leases SET until = now() - interval '1 second'
WHERE name = %(name)s AND epoch = %(epoch)s"""


class Holder(NamedTuple):
    """Who holds a lease now, and where to find it."""

    address: str
    epoch: int


def find_holder(datastore: PostgresDatastore, name: str) -> Holder | None:
    with datastore.get_connection() as conn:
        row = conn.execute(
            "SELECT address, epoch FROM pitledger_leases WHERE name = %s AND until > now()", (name,)
        ).fetchone()
    return None if row is None else Holder(row["address"], row["epoch"])


@functools.cache
def _here() -> str:
    """This machine, or this part of it: containers may share a name, but not their processes."""
    name = socket.gethostname()
    try:
        return f"{name}:{Path('/proc/self/ns/pid').readlink().name.strip('pid:[]')}"
    except OSError:
        return name


def this_process() -> str:
    return f"{_here()}/{os.getpid()}"


class Lease:
    """Asked for, held while renewed, given back at the end. Times are the database's own."""

    def __init__(self, datastore: PostgresDatastore, name: str, address: str = "") -> None:
        self._datastore = datastore
        self.name = name
        self._address = address
        self.epoch: int | None = None
        self.lost = threading.Event()
        self._ending = threading.Event()
        self._told = Told("lease")

    def take(self) -> bool:
        """Now, if it is free, over, or held by a process of this machine that has died."""
        with self._datastore.get_connection() as conn:
            values = {
                "name": self.name,
                "holder": this_process(),
                "term": TERM_SECONDS,
                "address": self._address,
                "dead": self._dead_holders(),
            }
            row = conn.execute(_TAKE, values).fetchone()
        self.epoch = None if row is None else row["epoch"]
        return row is not None

    def _dead_holders(self) -> list[str]:
        """Taking over early is safe: the epoch fences whoever should still be alive."""
        with self._datastore.get_connection() as conn:
            row = conn.execute(
                "SELECT holder FROM pitledger_leases WHERE name = %s", (self.name,)
            ).fetchone()
        if row is None:
            return []
        host, _, pid = str(row["holder"]).rpartition("/")
        gone = host == _here() and pid.isdecimal() and not is_alive(int(pid))
        return [str(row["holder"])] if gone else []

    def renew(self) -> bool:
        values = {"name": self.name, "epoch": self.epoch, "term": TERM_SECONDS}
        with self._datastore.get_connection() as conn:
            return conn.execute(_RENEW, values).fetchone() is not None

    def give_back(self) -> None:
        with self._datastore.get_connection() as conn:
            conn.execute(_GIVE_BACK, {"name": self.name, "epoch": self.epoch})

    @contextmanager
    def held(
        self, closing: threading.Event | None = None, on_standby: Callable[[], None] | None = None
    ) -> Iterator[bool]:
        """Wait as a standby until it is ours, then keep it; False where closing came first.

        What is told to close waits for a store that refuses, as a part does until somebody has
        mended it. A command is not: it raises what will stay so until somebody does something.
        """
        if not self._wait_for_it(closing, on_standby):
            yield False
            return
        keeper = threading.Thread(target=self._keep, name=f"lease {self.name}", daemon=True)
        keeper.start()
        try:
            yield True
        finally:
            self._ending.set()
            keeper.join(_END_SECONDS)
            if keeper.is_alive():
                _log.warning("the store does not answer; the lease ends by itself", lease=self.name)

    def _try_to_give_back(self) -> None:
        try:
            self.give_back()
        except PersistenceError as error:
            _log.warning("the lease was not given back; it ends", lease=self.name, why=str(error))

    def _wait_for_it(
        self, told_to_close: threading.Event | None, on_standby: Callable[[], None] | None
    ) -> bool:
        closing, standing_by = told_to_close or threading.Event(), False
        while not closing.is_set():
            try:
                with permitted() if told_to_close is None else nullcontext():
                    taken = self.take()
            except PersistenceError as error:
                self._told.wrong("the lease cannot be asked for", why=str(error), lease=self.name)
                closing.wait(_RENEW_SECONDS)
                continue
            if taken:
                _log.info("holding", lease=self.name, epoch=self.epoch)
                return True
            if not standing_by:
                _log.info("another process holds the lease; standing by", lease=self.name)
                standing_by = True
                if on_standby is not None:
                    on_standby()
            closing.wait(_ASK_SECONDS)
        return False

    def _keep(self) -> None:
        """Until it is to end. It also gives it back: a store that hangs holds up nobody else."""
        while not self._ending.wait(_RENEW_SECONDS):
            try:
                if not self.renew():
                    _log.error("the lease is lost", lease=self.name, epoch=self.epoch)
                    self.lost.set()
                    return
                self._told.well("the lease is renewed again", lease=self.name)
            except Exception as error:  # noqa: BLE001  no other thread renews it
                self._told.wrong("the lease is not renewed yet", why=str(error), lease=self.name)
        self._try_to_give_back()
