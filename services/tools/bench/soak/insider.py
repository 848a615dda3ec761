"""An insider: signed in, and after hands, other days and more than a fair share."""

import contextlib
import http.client
import json
import re
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from http import HTTPStatus
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

from services.tools.bench.soak.staff import ATTACKER, GUEST, HONEST, TokensFile

_PAUSE_SECONDS: Final = (0.2, 0.8)
_WAITS_SECONDS: Final = 15.0
_ADDRESS: Final = ("127.0.0.200", 0)
_HOARDED: Final = 300
_LOOK_SECONDS: Final = 0.05
_PIECE: Final = re.compile(r'(?<![\w-])[1-6]-[1-6](?![\w-])|"salt": ?"[0-9a-f]')
_FIGURE: Final = " cents of vigorish"
INSIDERS_TABLE: Final = "INSIDE"
_BEFORE_OPENING: Final = "2020-01-01T12:00:00Z"
_WHAT_IF: Final[list[dict[str, Any]]] = [
    {"command": "set_hand", "seat": 1},
    {"command": "set_house"},
    {"command": "settle"},
    {"command": "owe_vigorish", "seat": 1, "amount": 10**9, "reason": "no chips left"},
]
"""Refused in any case: it would tell who wins, and store nothing."""
_GUESS: Final[list[dict[str, Any]]] = [
    {"command": "set_house", "high": ["6-6", "1-1"], "low": ["4-4", "2-2"]},
    {"command": "roll", "dice": [7, 7, 7]},
]
_OPENS: Final = {
    "command": "open_table",
    "inventory": 1_000_000,
    "submission": {"regulation": "nj-pai-gow"},
}


class Insider(threading.Thread):
    """Counts what it got and should not have."""

    def __init__(self, url: str, tokens: TokensFile, tables: list[str], seed: int) -> None:
        super().__init__(daemon=True)
        place = urlsplit(url)
        self._where = (place.hostname or "", place.port or 0)
        self._tokens = tokens
        self._tables = tables
        # S311: a soak must be repeatable; nothing here is a secret.
        self._luck = Random(f"{seed}/insider")  # noqa: S311
        self._stopping = threading.Event()
        self._ways: list[Callable[[], None]] = [
            self._ask_what_if, self._ask_what_if, self._tell_other_days,
            self._watch_past_the_token, self._hoard,
        ]  # fmt: skip
        self.attacks = 0
        self.hands_seen = 0
        self.other_days = 0
        self.outlived_seconds = 0.0
        """The longest that a stream went on after its token was taken out of the file."""

    def run(self) -> None:
        while not self._stopping.wait(self._luck.uniform(*_PAUSE_SECONDS)):
            # A closed door is a fair answer.
            with contextlib.suppress(OSError, http.client.HTTPException):
                self._luck.choice(self._ways)()
            self.attacks += 1

    def stop(self) -> None:
        self._stopping.set()
        self.join()

    def _ask_what_if(self) -> None:
        table = self._luck.choice(self._tables)
        steps = self._luck.choice([_WHAT_IF, _GUESS])
        _, answer = self._tell([{**one, "table": table} for one in steps])
        # What was guessed may be told back as it was sent.
        told = [piece for one in steps for piece in one.get("high", []) + one.get("low", [])]
        found = [one for one in _PIECE.findall(answer) if one not in told]
        self.hands_seen += bool(found) or _FIGURE in answer

    def _tell_other_days(self) -> None:
        self._tell([{**_OPENS, "table": INSIDERS_TABLE}])
        cash = {"command": "buy_in", "seat": 1, "amount": 900_000, "at": _BEFORE_OPENING}
        status, _ = self._tell([{**cash, "table": INSIDERS_TABLE}])
        self.other_days += status == HTTPStatus.CREATED

    def _tell(self, commands: list[dict[str, Any]]) -> tuple[int, str]:
        with contextlib.closing(self._connection()) as asked:
            headers = {"Content-Type": "application/json", **_bearer(ATTACKER)}
            asked.request("POST", "/v1/commands", json.dumps(commands), headers)
            answer = asked.getresponse()
            return answer.status, answer.read().decode()

    def _watch_past_the_token(self) -> None:
        if not self._tokens.write(HONEST, ATTACKER, GUEST):
            return
        try:
            with contextlib.closing(self._connection()) as watched:
                stream = self._let_in(watched)
                if stream is None:
                    return
                while not self._tokens.write(HONEST, ATTACKER):
                    time.sleep(_LOOK_SECONDS)
                removed = time.monotonic()
                with contextlib.suppress(OSError, http.client.HTTPException):
                    while stream.read1(1 << 16):
                        pass
                self.outlived_seconds = max(self.outlived_seconds, time.monotonic() - removed)
        finally:
            self._tokens.write(HONEST, ATTACKER)

    def _let_in(self, watched: http.client.HTTPConnection) -> http.client.HTTPResponse | None:
        """As soon as the file was read again."""
        until = time.monotonic() + _WAITS_SECONDS
        while time.monotonic() < until:
            watched.request("GET", "/v1/stream", headers=_bearer(GUEST))
            answer = watched.getresponse()
            if answer.status == HTTPStatus.OK:
                return answer
            answer.read()
            time.sleep(_LOOK_SECONDS)
        return None

    def _hoard(self) -> None:
        """Connections that say nothing, as many as are let in, for a moment."""
        with ExitStack() as held:
            for _ in range(_HOARDED):
                held.enter_context(
                    socket.create_connection(self._where, 1.0, source_address=_ADDRESS)
                )
            self._stopping.wait(1.0)

    def _connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(
            *self._where, timeout=_WAITS_SECONDS, source_address=_ADDRESS
        )


def _bearer(who: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {who}"}
