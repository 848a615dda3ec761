"""`pitledger` for a shell: each call is a fork of a parent that has imported everything.

The shell runs a small program that hands its arguments, surroundings and open files to the parent,
passes on the signals that it gets, and ends with the code of the fork.
"""

import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NoReturn

from tests.support.processes import preloaded

_PROGRAM: Final = """\
#!{python} -IS
import json, os, signal, socket, sys
asked = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
asked.connect({address!r})
command = [{python!r}, "-m", {module!r}, *sys.argv[1:]]
order = {{"command": command, "env": dict(os.environ), "cwd": os.getcwd()}}
asked.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, {most})
socket.send_fds(asked, [json.dumps(order).encode()], [0, 1, 2])
fork = int(asked.recv(64))
for one in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
    signal.signal(one, lambda number, _: os.kill(fork, number))
sys.exit(int(asked.recv(64)))
"""


@contextmanager
def on_the_path(folder: Path) -> Iterator[str]:
    """A folder to put first on the PATH; empty where every process is started for real."""
    if not preloaded.is_on():
        yield ""
        return
    address, program = folder / "asked", folder / "bin" / "pitledger"
    program.parent.mkdir()
    program.write_text(
        _PROGRAM.format(
            python=sys.executable,
            address=str(address),
            module=preloaded.CLI,
            most=preloaded.MOST_BYTES,
        )
    )
    program.chmod(0o755)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
        door.bind(str(address))
        door.listen()
        command = [sys.executable, "-m", __name__, str(door.fileno()), preloaded.ROOM]
        parent = subprocess.Popen(command, pass_fds=[door.fileno()], stdin=subprocess.DEVNULL)
    try:
        yield str(program.parent)
    finally:
        parent.terminate()
        parent.wait()


def _attend(asked: socket.socket) -> NoReturn:
    """One call: it ends when its fork has, or ends its fork when who asked is gone."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    told, files, _, _ = socket.recv_fds(asked, preloaded.MOST_BYTES, 3)
    fork = os.fork()
    if fork == 0:
        asked.close()
        preloaded.become({**json.loads(told), "fds": [0, 1, 2], "new_session": False}, files)
    for one in files:
        os.close(one)
    asked.send(str(fork).encode())
    ended = os.pidfd_open(fork)
    if ended not in select.select([ended, asked.fileno()], [], [])[0]:
        os.kill(fork, signal.SIGTERM)
    code = os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1])
    with suppress(OSError):
        asked.send(str(code if code >= 0 else 128 - code).encode())
    os._exit(0)


def main() -> None:
    preloaded.import_everything()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(fileno=int(sys.argv[1])) as door:
        while True:
            asked, _ = door.accept()
            if os.fork() == 0:
                door.close()
                _attend(asked)
            asked.close()


if __name__ == "__main__":
    main()
