"""A network that can be cut: between an API and the one that has the desk."""

import contextlib
import socket
import threading
from types import TracebackType
from typing import Self

from services.runtime.lease import find_holder
from services.store.database import Datastore


class Cuttable:
    """Passes bytes on; `cut` ends every line, `deaf` lets nothing of the desk through.

    What it `chokes_on` it does not pass on: it cuts the line instead.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._lines: list[socket.socket] = []
        self.deaf = False
        self.chokes_on = b""
        self.accepted = 0
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        port: int = self._listener.getsockname()[1]
        return port

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._port))
                self.accepted += 1
                self._lines += [near, far]
                for one, other, answers in ((near, far, False), (far, near, True)):
                    threading.Thread(
                        target=self._pass_on, args=(one, other, answers), daemon=True
                    ).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket, answers: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(4096):
                if self.chokes_on and self.chokes_on in data:
                    break
                if not (answers and self.deaf):
                    sink.sendall(data)
        for one in (source, sink):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        lines, self._lines = self._lines, []
        for line in lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()


def in_between(datastore: Datastore) -> Cuttable:
    """On the way to the desk that holds the lease now."""
    holder = find_holder(datastore, "desk")
    assert holder is not None
    start, _, port = holder.address.rpartition(":")
    between = Cuttable(int(port))
    with datastore.get_connection() as conn:
        conn.execute(
            "UPDATE pitledger_leases SET address = %s WHERE name = 'desk'",
            (f"{start}:{between.port}",),
        )
    return between
