"""Real processes, forked from a parent that has imported everything.

Starting Python and importing the service costs more CPU than most tests. The parent is one process
for each test worker. It has neither threads nor connections, so a fork of it behaves like a fresh
`python -m MODULE`. A forked `serve` forks its own children the same way.

Once `fork_what_is_started` was called, that is what `subprocess` does with every
`python -m services.cli.main`. `PRELOADED=no` starts every process for real; `make coverage` does
that, and so does whoever names another `PYTHONPATH`, whose packages are not those imported here.
"""

import atexit
import ctypes
import fcntl
import gc
import importlib
import io
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

import tests.support.tempo  # noqa: F401  before what reads the tempo as it is imported

CLI: Final = "services.cli.main"
_EVERYTHING: Final = (
    CLI,
    "services.kafka.ingest",
    "services.kafka.relays",
    "services.kafka.seals",
    "services.projector.kafka_feed",
    "services.runtime.parts.api",
    "services.runtime.parts.follow",
    "services.runtime.supervisor",
)
_ROOT: Final = Path(__file__).parents[3]
MOST_BYTES: Final = 1 << 20
_MOST_FILES: Final = 16
_OUT_OF_THE_WAY: Final = 200
_LIBC: Final = ctypes.CDLL(None, use_errno=True)
_SYS_CLONE: Final = {"x86_64": 56, "aarch64": 220}
_CLONE_PARENT: Final = 0x8000
ROOM: Final = " " * 4096
"""Stands at the end of the parent's command line, for those of its forks."""


def is_on() -> bool:
    """Only where a fork can be given another parent: on Linux."""
    known = sys.platform == "linux" and os.uname().machine in _SYS_CLONE
    return known and os.environ.get("PRELOADED") != "no"


def fork_what_is_started() -> None:
    if is_on():
        subprocess.Popen._execute_child = _execute_child  # type: ignore[attr-defined]


def start(
    arguments: Sequence[str], *, env: Mapping[str, str] | None = None, **more: Any
) -> "subprocess.Popen[str]":
    """`python -m services.cli.main ARGUMENTS`, with the options of `subprocess.Popen`."""
    told = None if env is None else dict(env)
    return subprocess.Popen([sys.executable, "-m", CLI, *arguments], env=told, text=True, **more)


def run(
    arguments: Sequence[str],
    *,
    input: str | None = None,  # noqa: A002  as `subprocess.run` names it
    timeout: float = 120,
    **more: Any,
) -> "subprocess.CompletedProcess[str]":
    """The same to its end, with everything it printed."""
    stdin = subprocess.DEVNULL if input is None else subprocess.PIPE
    piped = {"stdin": stdin, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    with start(arguments, **piped) as process:
        try:
            out, err = process.communicate(input, timeout)
        except BaseException:
            process.kill()
            raise
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def _execute_child(self: Any, args: Any, *rest: Any) -> None:
    """In place of `Popen._execute_child`: asks the preloaded parent."""
    _, preexec, close_fds, pass_fds, cwd, env, _, _, shell, *pipes = rest
    p2cread, _, _, c2pwrite, _, errwrite, _, gid, gids, uid, _, new_session, *_ = pipes
    as_another = any((preexec, shell, gid, gids, uid)) or not close_fds
    if as_another or not _is_command(args, env):
        _REALLY(self, args, *rest)
        return
    order = {
        "command": list(args),
        "env": dict(os.environ) if env is None else env,
        "cwd": str(cwd or Path.cwd()),
        "fds": [0, 1, 2, *pass_fds],
        "new_session": new_session,
    }
    standard = [own if own != -1 else at for at, own in enumerate((p2cread, c2pwrite, errwrite))]
    self.pid = _parent().fork(order, [*standard, *pass_fds])
    self._child_created = True
    self._close_pipe_fds(*pipes[:6])


_REALLY: Final = subprocess.Popen._execute_child  # type: ignore[attr-defined]


def _is_command(args: Any, env: Mapping[str, str] | None) -> bool:
    words = [] if isinstance(args, str | bytes | os.PathLike) else list(args)
    where = os.environ if env is None else env
    same_packages = where.get("PYTHONPATH") == os.environ.get("PYTHONPATH")
    return words[:1] == [sys.executable] and CLI in words[1:4] and same_packages


class Parent:
    """The preloaded parent, as it is talked to."""

    def __init__(
        self, asked: socket.socket, process: "subprocess.Popen[bytes] | None" = None
    ) -> None:
        self._asking = threading.Lock()
        self._socket = asked
        self._process = process
        """None where another process started it."""

    def fork(self, order: dict[str, Any], files: list[int]) -> int:
        with self._asking:
            socket.send_fds(self._socket, [json.dumps(order).encode()], files)
            return int(self._socket.recv(64))

    def close(self) -> None:
        """It ends when nobody can ask any more."""
        self._socket.close()
        if self._process is not None:
            self._process.wait()


def close() -> None:
    """The parent of this process, if it has one."""
    if _parent.cache_info().currsize:
        _parent().close()


@cache
def _parent() -> Parent:
    """Of this process; it ends with it."""
    ours, theirs = _socket_pair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(theirs.fileno()), ROOM],
            pass_fds=[theirs.fileno()],
            cwd=_ROOT,
            stdin=subprocess.DEVNULL,
        )
    parent = Parent(ours, process)
    atexit.register(parent.close)
    return parent


def _socket_pair() -> tuple[socket.socket, socket.socket]:
    pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for one in pair:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_BYTES)
    return pair


def _serve_orders(asked: socket.socket) -> None:
    """Forks what it is told to, until whoever asks has ended."""
    while True:
        told, files, _, _ = socket.recv_fds(asked, MOST_BYTES, _MOST_FILES)
        if not told:
            return
        pid = _fork_sibling()
        if pid == 0:
            asked.close()
            become(json.loads(told), files)
        for one in files:
            os.close(one)
        asked.send(str(pid).encode())


def _fork_sibling() -> int:
    """A fork whose parent is our own: whoever asked waits for it as for any child."""
    pid = int(
        _LIBC.syscall(_SYS_CLONE[os.uname().machine], _CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0)
    )
    assert pid >= 0, os.strerror(ctypes.get_errno())
    if pid == 0:
        ctypes.pythonapi.PyOS_AfterFork_Child()
    return pid


def become(order: dict[str, Any], files: list[int]) -> NoReturn:
    """In the fork: what a fresh Python would be after its imports."""
    if order["new_session"]:
        os.setsid()
    _place_files(files, order["fds"])
    arguments = order["command"][order["command"].index(CLI) + 1 :]
    if arguments[:1] in (["serve"], ["bench"], ["demo"]):
        _fork_parent()
    _show_command(order["command"])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(order["env"])
    os.chdir(order["cwd"])
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)))
    sys.stdout = sys.__stdout__ = _text_file(1)  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _text_file(2)  # type: ignore[misc]
    _run_command_line(arguments)


def _fork_parent() -> None:
    """A preloaded parent for the children of this process, while it is as good as new."""
    ours, theirs = _socket_pair()
    if os.fork() == 0:
        try:
            held = theirs.fileno()
            os.closerange(0, held)
            os.closerange(held + 1, _OUT_OF_THE_WAY)
            for _ in range(3):
                os.open(os.devnull, os.O_RDWR)
            _serve_orders(theirs)
        finally:
            os._exit(0)
    theirs.close()
    _parent.cache_clear()
    globals()["_parent"] = cache(lambda: Parent(ours))
    subprocess.Popen._execute_child = _execute_child  # type: ignore[attr-defined]


def _text_file(fd: int) -> io.TextIOWrapper:
    raw = io.FileIO(fd, "w", closefd=False)
    alone = raw.isatty() or fd == 2
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8", line_buffering=alone)


def _place_files(files: list[int], wanted: list[int]) -> None:
    moved = [fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, _OUT_OF_THE_WAY) for one in files]
    for one in files:
        os.close(one)
    for one, at in zip(moved, wanted, strict=True):
        os.dup2(one, at, inheritable=True)
        os.close(one)


def _run_command_line(arguments: list[str]) -> NoReturn:
    """As the interpreter runs `-m`: to its exit code, its last output and its exit handlers."""
    program = sys.modules["__main__"] = importlib.import_module(CLI)
    sys.argv = [str(program.__file__), *arguments]
    code = 1
    try:
        program.main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        if isinstance(end.code, str):
            sys.stderr.write(f"{end.code}\n")
    except BaseException:  # noqa: BLE001  shown, as the interpreter does
        traceback.print_exc()
    finally:
        try:
            threading._shutdown()  # type: ignore[attr-defined]  # waits for threads that are no daemons
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)


def _show_command(command: Sequence[str]) -> None:
    """In `/proc/PID/cmdline`, in place of the parent's own, which was made long enough for it."""
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    first, end = int(fields[45]), int(fields[46])
    told = "\0".join(command).encode()[: end - first - 1]
    ctypes.memmove(first, told.ljust(end - first, b"\0"), end - first)


def import_everything() -> None:
    for module in _EVERYTHING:
        importlib.import_module(module)
    gc.collect()
    gc.freeze()


def main() -> None:
    import_everything()
    # Ctrl-C is for the tests: they end, and with their socket this does.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with socket.socket(fileno=int(sys.argv[1])) as asked:
        _serve_orders(asked)


if __name__ == "__main__":
    main()
