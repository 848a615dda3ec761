"""A process that reads for the api: one request after the other, for as long as the api is there.

It is started by `services/http/readers.py`, is told what to read on its standard input, and answers
on its standard output. Where the input ends, the api has ended it or is gone itself.
"""

import ctypes
import gc
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import closing, nullcontext, suppress
from importlib import import_module
from typing import BinaryIO, Final

from fastapi import Request, Response
from starlette.datastructures import State

from services.archive.reader import reader_of
from services.http import routes  # noqa: F401  loaded before the first request
from services.http.problems import Problem, problem_of
from services.http.reader_messages import (
    ENCODER,
    Answered,
    Failed,
    Order,
    Outcome,
    Ready,
    Refused,
    Start,
    framed,
    read_told,
)
from services.http.reading_state import add_reading
from services.queries import Queries
from services.runtime.logs import set_up_logs
from services.runtime.trail import following
from services.settings_sources import SettingsError
from services.store.connection import PROMPT
from services.store.database import Datastore, open_datastore
from services.store.ledger import Ledger
from services.web import pages  # noqa: F401

_NICE: Final = 10
"""Whoever deals goes first where processors are scarce."""
_PR_SET_PDEATHSIG: Final = 1


class _House:
    """What a handler finds as `request.app`."""

    def __init__(self, start: Start, datastore: Datastore) -> None:
        self.state = State()
        self.books = Queries(datastore)
        add_reading(self.state, start.settings, Ledger(datastore), self.books)

    def carry_out(self, order: Order) -> Outcome:
        with nullcontext() if order.trail is None else following(order.trail):
            try:
                response = self._answer(order)
                headers, body = response.raw_headers, bytes(response.body)
                return Answered(response.status_code, headers, body, self.books.take_broken())
            except Exception as error:  # noqa: BLE001  told where it is answered and logged
                problem = problem_of(error)
                if problem is None:
                    return Failed(traceback.format_exc())
                return Refused.of(problem, self.books.take_broken())

    def _answer(self, order: Order) -> Response:
        request = Request(
            {
                "type": "http",
                "method": "GET",
                "path": order.path,
                "query_string": order.query,
                "headers": [],
                "app": self,
            }
        )
        handler = getattr(import_module(order.module), order.handler).__wrapped__
        response: Response = handler(request=request, **order.values)
        return response


def _orders(stream: BinaryIO) -> Iterator[Order]:
    """As they come. A thread waits for them, so that the end is noticed in the middle of work."""
    waiting: queue.SimpleQueue[Order] = queue.SimpleQueue()

    def wait() -> None:
        try:
            while True:
                waiting.put(read_told(stream))
        except EOFError:
            os._exit(0)  # what is being read is wanted by nobody any more

    threading.Thread(target=wait, name="orders", daemon=True).start()
    while True:
        yield waiting.get()


def _opened(start: Start) -> Datastore:
    """One connection is enough for who reads one thing after the other."""
    settings = start.settings
    datastore = open_datastore(
        start.url, 1, limits=PROMPT, schema=settings.database_schema, access="read"
    )
    datastore.archive = reader_of(settings.archive_url)
    return datastore


def _end_with_the_api() -> None:
    """Also where this process stands still, and would not notice that its input has ended."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def main() -> None:
    _end_with_the_api()
    orders, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed is no answer
    with suppress(OSError):
        os.nice(_NICE)
    for one in (signal.SIGINT, signal.SIGTERM):  # the api heeds them, and answers before it ends
        signal.signal(one, signal.SIG_IGN)

    def answer(outcome: Outcome) -> None:
        answers.write(framed(ENCODER.encode(outcome)))
        answers.flush()

    start: Start = read_told(orders)
    set_up_logs(start.settings.log, start.settings.log_level)
    try:
        datastore = _opened(start)
    except SettingsError as error:  # which was right when the api began: the database is away
        answer(Refused.of(Problem("store-unavailable", str(error)), []))
        return
    with closing(datastore):
        house = _House(start, datastore)
        gc.collect()
        gc.freeze()
        answer(Ready())
        for order in _orders(orders):
            answer(house.carry_out(order))


if __name__ == "__main__":
    with suppress(EOFError, BrokenPipeError):  # the api is gone
        main()
