"""The same web server with nothing behind it: what an answer costs before anything is done."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from starlette.types import Receive, Scope, Send

from services.http.connection import Connection, ServerConfig
from services.http.listening import start_listening, take_port
from services.settings import Settings

_BODY: Final = b'[{"event":"Constant","padding":"%s"}]' % (b"x" * 300)
_HEADERS: Final = [
    (b"content-type", b"application/json"),
    (b"content-length", b"%d" % len(_BODY)),
]


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    """As long as a usual answer to a command; the request is read to its end."""
    assert scope["type"] == "http"
    more = True
    while more:
        more = (await receive()).get("more_body", False)
    await send({"type": "http.response.start", "status": 201, "headers": _HEADERS})
    await send({"type": "http.response.body", "body": _BODY})


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
    taken = take_port(settings)
    print(start_listening(taken), flush=True)  # noqa: T201  whoever started it reads
    config = ServerConfig(
        answer,
        settings,
        http=Connection,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="off",
    )
    uvicorn.Server(config).run(sockets=[taken])


if __name__ == "__main__":
    main()
