"""Requests that wait at the desk, in the order they came."""

import threading
from collections import deque

from services.desk.request import Request


class DeskBusy(Exception):
    """Too many requests wait; the client should try again in a moment."""


class DeskClosed(Exception):
    """The desk takes no more requests."""


class Waiting:
    """A queue that is joined one at a time and taken from many at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._requests: deque[Request] = deque()
        self._changed = threading.Condition()
        self._closed = False

    def __len__(self) -> int:
        return len(self._requests)

    def join(self, request: Request) -> None:
        """A probe finds room in a full queue too: a busy desk is not a broken one."""
        with self._changed:
            if self._closed:
                raise DeskClosed("the desk is closing; nothing was done")
            if len(self._requests) >= self._most and not request.is_probe:
                raise DeskBusy(f"{self._most} requests wait at the desk")
            self._requests.append(request)
            self._changed.notify()

    def close(self) -> bool:
        """Nobody joins any more, those who wait still do; False where it was closed before."""
        with self._changed:
            closed, self._closed = self._closed, True
            self._changed.notify()
        return not closed

    def take(self, most: int, *, wait: bool) -> list[Request] | None:
        """Those who wait now, if need be once somebody does; None when closed and empty."""
        with self._changed:
            while wait and not self._requests and not self._closed:
                self._changed.wait()
            if not self._requests:
                return None if self._closed else []
            return [self._requests.popleft() for _ in range(min(most, len(self._requests)))]

    def take_probes(self) -> list[Request]:
        """Out of their turn, because the desk knows already that it cannot write."""
        with self._changed:
            probes = [request for request in self._requests if request.is_probe]
            for probe in probes:
                self._requests.remove(probe)
        return probes
