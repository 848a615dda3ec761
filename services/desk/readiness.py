"""Which connections of the desk can be read from or written to, and a way to wake who waits."""

import selectors
import socket
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from services.desk.connection import Connection

_READ: Final = selectors.EVENT_READ
_WRITE: Final = selectors.EVENT_WRITE


class Readiness:
    """Of one thread that waits; any other may wake it."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._watched: dict[Connection, int] = {}
        self._listener: socket.socket | None = None
        self._wakes, self._woken_by = socket.socketpair()
        for end in (self._wakes, self._woken_by):
            end.setblocking(False)
        self._selector.register(self._woken_by, _READ, self)
        self._is_woken = False

    def wake(self) -> None:
        """Once, however many call before it looks."""
        if not self._is_woken:
            self._is_woken = True
            with suppress(OSError):  # it is full of wakings, or nobody waits any more
                self._wakes.send(b"!")

    def listen(self, listener: socket.socket | None) -> None:
        """For new callers here; None: for none."""
        if listener is self._listener:
            return
        if self._listener is not None:
            self._selector.unregister(self._listener)
        if listener is not None:
            self._selector.register(listener, _READ, None)
        self._listener = listener

    def wait(self, connections: set[Connection], seconds: float) -> list[Connection | None]:
        """Those that can be read from; None is the listener. Those that are over are let go."""
        self._watch(connections)
        readable: list[Connection | None] = []
        for key, events in self._selector.select(seconds):
            if key.data is self:
                self._heed()
            elif events & _READ:
                readable.append(key.data)
        return readable

    def _heed(self) -> None:
        """Before anything is looked at: whoever comes later wakes again."""
        with suppress(BlockingIOError):
            self._woken_by.recv(64)
        self._is_woken = False

    def _watch(self, connections: set[Connection]) -> None:
        for connection in [one for one in connections if one.is_over]:
            connections.discard(connection)
            self._let_go(connection)
        for connection in connections:
            wanted = _READ * connection.wants_to_read() | _WRITE * connection.wants_to_write()
            if wanted != self._watched.get(connection, 0):
                self._change(connection, wanted)

    def _change(self, connection: Connection, wanted: int) -> None:
        if connection not in self._watched:
            self._selector.register(connection.socket, wanted, connection)
        elif wanted:
            self._selector.modify(connection.socket, wanted, connection)
        else:
            self._selector.unregister(connection.socket)
            del self._watched[connection]
            return
        self._watched[connection] = wanted

    def _let_go(self, connection: Connection) -> None:
        if self._watched.pop(connection, None):
            self._selector.unregister(connection.socket)
        connection.socket.close()

    def close(self, connections: Iterable[Connection]) -> None:
        for connection in connections:
            connection.hang_up()
            self._let_go(connection)
        self._selector.close()
        for end in (self._wakes, self._woken_by):
            end.close()
