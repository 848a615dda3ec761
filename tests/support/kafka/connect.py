"""A real worker of Kafka Connect, with the files that a house is given."""

import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from services.kafka.local import PROJECT, fetch_libraries, free_port

CONNECT: Final = PROJECT.parent / "connect"


@contextmanager
def worker(folder: Path, *connectors: str, **variables: str) -> Iterator[Path]:
    """Runs until the end; where it writes its log. Its files are those of `deploy/connect`."""
    libraries = fetch_libraries(CONNECT)
    plugins = fetch_libraries(CONNECT / "jdbc").parent
    folder.mkdir(parents=True, exist_ok=True)
    told = (CONNECT / "worker.properties").read_text()
    settings = folder / "worker.properties"
    settings.write_text(told.replace("/opt/connect/plugins", str(plugins)))
    log = folder / "connect.log"
    environment = {
        "LOG4J_CONFIGURATION_FILE": str(PROJECT / "log4j2.properties"),
        "CONNECT_OFFSETS": str(folder / "offsets"),
        "CONNECT_LISTENER": f"http://127.0.0.1:{free_port()}",
    }
    java = shutil.which("java") or "java"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [
                *(java, "-Xmx256m", "-XX:+UseSerialGC", "-cp", f"{libraries}/*"),
                "org.apache.kafka.connect.cli.ConnectStandalone",
                settings,
                *(CONNECT / name for name in connectors),
            ],
            stdout=out,
            stderr=subprocess.STDOUT,
            env={**os.environ, **environment, **variables},
        )
    try:
        yield log
    finally:
        process.kill()
        process.wait()


@contextmanager
def by_tcp(path: str) -> Iterator[int]:
    """The port at which a server can be had that listens on a socket in the file system alone."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=_accept, args=(listener, path), daemon=True).start()
        yield listener.getsockname()[1]
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)


def _accept(listener: socket.socket, path: str) -> None:
    with suppress(OSError):
        while True:
            near, _ = listener.accept()
            far = socket.socket(socket.AF_UNIX)
            far.connect(path)
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while content := one.recv(65536):
            other.sendall(content)
    with suppress(OSError):
        other.shutdown(socket.SHUT_RDWR)
