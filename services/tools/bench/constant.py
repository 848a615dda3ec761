"""The web server by itself: the one that the service has, answering the same to whatever comes."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from services.http.server import Server, start_listening, take_port
from services.settings import Settings

_ANSWER: Final = b'[{"event":"ChipsBought"}]'
_HEAD: Final = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(_ANSWER))]


class Constant(FastAPI):
    """Reads a request to its end; nothing is routed, checked or kept."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        more = True
        while more:
            more = (await receive()).get("more_body", False)
        await send({"type": "http.response.start", "status": 201, "headers": _HEAD})
        await send({"type": "http.response.body", "body": _ANSWER})


@contextmanager
def constant_server() -> Iterator[str]:
    """In a process of its own; its address."""
    with subprocess.Popen(
        [sys.executable, "-m", "services.tools.bench.constant"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def main() -> None:
    settings = Settings(port=0)
    app = Constant()
    app.state.settings, app.state.closing = settings, threading.Event()
    taken = take_port(settings)
    sys.stdout.write(f"{start_listening(taken)}\n")
    sys.stdout.flush()
    Server(app).serve_until(threading.Event(), taken)


if __name__ == "__main__":
    main()
