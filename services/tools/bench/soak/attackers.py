"""Attackers over HTTP: what one sender could do to stop the others, again and again."""

import contextlib
import json
import socket
import threading
import uuid
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

from services.tools.bench.soak.staff import ATTACKER

_PAUSE_SECONDS: Final = (0.05, 0.4)
_ANSWERED_WITHIN_SECONDS: Final = 15.0
_MOST_HELD: Final = 60
"""Connections that one attacker keeps open and does nothing with."""
_TABLE: Final = "ATTACK"
_SIGNED_IN: Final = f"Authorization: Bearer {ATTACKER}"

_EDGES: Final[list[dict[str, Any]]] = [
    {"command": "open_round", "at": "9000-12-31T23:59:59-23:59"},
    {"command": "open_round", "at": "1900-01-01T00:00:00+23:59"},
    {"command": "open_round", "at": "2199-12-31T23:59:59Z"},
    {"command": "no_roll", "reason": "nul \x00 here"},
    {"command": "no_roll", "reason": "turned \u202e round"},
    {"command": "no_roll", "reason": " "},
    {"command": "roll", "dice": [7, 7, 7]},
    {"command": "buy_in", "seat": 1, "amount": 10**400},
    {"command": "buy_in", "seat": 1, "amount": -1},
    {"command": "settle"},
    {"command": "close_table", "inventory": {str(n): 1 for n in range(1, 20_000)}},
    {
        "command": "open_table",
        "inventory": 1,
        "submission": {"regulation": "nj-pai-gow", "delivery_styles": ["jung_quat"] * 60_000},
    },
]
_BODIES: Final[list[bytes]] = [
    b"[" * 100_000,
    b'{"command":' * 5_000,
    b'{"command":"settle","command":"roll"}',
    b"\xff" * 600_000,
    b'"' * 900_000,
    b"[" + b"{}," * 300_000 + b"{}]",
    b'{"command":"no_roll","reason":"\\ud800"}',
    b"",
]
_PATHS: Final[list[str]] = [
    "/v1/tables/%00",
    "/v1/reconciliation?day=0001-01-01",
    "/v1/reconciliation?day=9999-12-31",
    "/v1/events?after=99999999999999999999",
    "/v1/reports/currency?as_of=0001-01-01T00:00:00Z",
    "/v1/rounds/" + "x" * 8_000,
    "/v1/tables?" + "a=1&" * 2_000,
    "/metrics",
    "/readyz",
]


class Attacker(threading.Thread):
    """One sender, from an address of its own on loopback."""

    def __init__(self, url: str, number: int, seed: int) -> None:
        super().__init__(daemon=True)
        place = urlsplit(url)
        self._where = (place.hostname or "", place.port or 0)
        self._host = place.netloc
        self._from = (f"127.0.0.{100 + number}", 0)
        # S311: a soak must be repeatable; nothing here is a secret.
        self._luck = Random(f"{seed}/attacker/{number}")  # noqa: S311
        self._held: deque[socket.socket] = deque()
        self._stopping = threading.Event()
        self._ways: list[Callable[[], None]] = [
            self._send_edge, self._send_edge, self._send_body, self._ask, self._hold_half_head,
            self._hold_half_body, self._hold_silence, self._watch_without_reading,
            self._guess_a_token,
        ]  # fmt: skip
        self.attacks = 0

    def run(self) -> None:
        while not self._stopping.wait(self._luck.uniform(*_PAUSE_SECONDS)):
            with contextlib.suppress(OSError):  # a closed door is a fair answer
                self._luck.choice(self._ways)()
            self.attacks += 1

    def stop(self) -> None:
        self._stopping.set()
        self.join()
        for one in self._held:
            one.close()

    def _send_edge(self) -> None:
        command = {**self._luck.choice(_EDGES), "command_id": str(uuid.uuid4())}
        self._post(json.dumps(command).encode())

    def _send_body(self) -> None:
        self._post(self._luck.choice(_BODIES))

    def _post(self, body: bytes) -> None:
        self._exchange(self._head("POST", f"/v1/tables/{_TABLE}/commands", len(body)) + body)

    def _ask(self) -> None:
        self._exchange(self._head("GET", self._luck.choice(_PATHS)))

    def _guess_a_token(self) -> None:
        self._exchange(
            self._head("GET", "/v1/tables", more=f"Authorization: Bearer {uuid.uuid4()}")
        )

    def _hold_half_head(self) -> None:
        self._hold(b"POST /v1/commands HTTP/1.1\r\nHost: ")

    def _hold_half_body(self) -> None:
        self._hold(self._head("POST", "/v1/commands", 500_000) + b'{"comm')

    def _hold_silence(self) -> None:
        self._hold(b"")

    def _watch_without_reading(self) -> None:
        self._hold(self._head("GET", "/v1/stream?view=floor"))

    def _head(
        self,
        method: str,
        path: str,
        length: int = 0,
        more: str = _SIGNED_IN,
    ) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self._host}", more]
        if method == "POST":
            lines += ["Content-Type: application/json", f"Content-Length: {length}"]
        return "\r\n".join([*lines, "", ""]).encode()

    def _exchange(self, request: bytes) -> None:
        with self._connected() as line:
            line.sendall(request)
            line.recv(1 << 16)

    def _hold(self, request: bytes) -> None:
        """Said once and never ended; the oldest is let go when there are too many."""
        line = self._connected()
        self._held.append(line)
        line.sendall(request)
        if len(self._held) > _MOST_HELD:
            self._held.popleft().close()

    def _connected(self) -> socket.socket:
        return socket.create_connection(
            self._where, timeout=_ANSWERED_WITHIN_SECONDS, source_address=self._from
        )
