"""A log that cannot be written stops nothing: parts are restarted, lost lines are counted."""

import json
import os
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TextIO

import httpx
import pytest

from tests.support.processes.disk import fill
from tests.support.processes.service import Service, ending
from tests.support.processes.waiting import is_gone, wait_for
from tests.support.share import IS_RELEASE
from tests.support.store.playing import buy_in, open_table

FAULT = 70


class Redirected(Service):
    """`pitledger serve` with its standard streams as they are given, or as a shell closes them."""

    def __init__(self, data: Path, closed: str = "", **files: TextIO) -> None:
        super().__init__(data)
        self.url = f"http://127.0.0.1:{self._port}"
        self._files |= files
        if closed:
            self._before = ("sh", "-c", f'exec "$@" {closed}', "sh")

    def is_ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=30).status_code == 200
        except httpx.TransportError:
            return False

    def takes(self, command: dict[str, object]) -> bool:
        address = f"{self.url}/v1/tables/{command['table']}/commands"
        try:
            return httpx.post(address, json=command, timeout=60).status_code == 201
        except httpx.TransportError:
            return False

    def restarts(self, part: str) -> None:
        """Returns once another process does its work."""
        old = self.parts()[part]
        os.kill(old, signal.SIGKILL)
        wait_for(lambda: self.runs_anew(part, old))
        wait_for(self.is_ready)

    def runs_anew(self, part: str, old: int) -> bool:
        return self.parts().get(part, old) != old

    def dropped_lines(self) -> float:
        told = httpx.get(f"{self.url}/metrics", timeout=30).text.splitlines()
        return sum(
            float(line.rpartition(" ")[2])
            for line in told
            if line.startswith("pitledger_log_lines_dropped_total{")
        )


@contextmanager
def redirected(data: Path, closed: str = "", **files: TextIO) -> Iterator[Redirected]:
    service = Redirected(data, closed, **files)
    service.launch()
    with ending(service):
        wait_for(service.is_ready)
        yield service


@pytest.mark.parametrize("streams", [["stderr"], ["stdout", "stderr"]][not IS_RELEASE :])
def test_parts_are_restarted_where_a_full_device_takes_the_log(
    data: Path, streams: list[str]
) -> None:
    with Path("/dev/full").open("w") as full:
        expect_restarts(data, "", **dict.fromkeys(streams, full))


@pytest.mark.parametrize("closed", ["2>&-", "<&- >&- 2>&-"][not IS_RELEASE :])
def test_parts_are_restarted_where_streams_are_closed(data: Path, closed: str) -> None:
    expect_restarts(data, closed)


def expect_restarts(data: Path, closed: str = "", **files: TextIO) -> None:
    with redirected(data, closed, **files) as service:
        for part in ("follow", "api"):
            service.restarts(part)
        assert service.takes(open_table("PG01"))
        wait_for(lambda: service.dropped_lines() > 0)
        assert service.stop() == 0


def reader_that_left(stack: ExitStack) -> tuple[int, Callable[[], None]]:
    """The writing end of a pipe, and what is done once the service has it."""
    reader, writer = os.pipe()
    stack.callback(os.close, writer)
    return writer, lambda: os.close(reader)


def reader_that_sleeps(stack: ExitStack) -> tuple[int, Callable[[], None]]:
    reader, writer = os.pipe()
    stack.callback(os.close, reader)
    stack.callback(os.close, writer)
    os.set_blocking(writer, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writer, bytes(4096))
    return writer, lambda: None


@pytest.mark.parametrize("reader", [reader_that_left, reader_that_sleeps])
def test_parts_are_restarted_where_nobody_reads_the_log(
    data: Path, reader: Callable[[ExitStack], tuple[int, Callable[[], None]]]
) -> None:
    with ExitStack() as stack:
        writer, leave = reader(stack)
        # Opened anew, so that it blocks as any pipe does.
        log = stack.enter_context(Path(f"/proc/self/fd/{writer}").open("w"))
        with redirected(data, stderr=log) as service:
            leave()
            service.restarts("api")
            assert service.takes(open_table("PG01"))
            wait_for(lambda: service.dropped_lines() > 0)
            assert service.stop() == 0


def has_no_room(log: Path) -> bool:
    """Its last page is full, too: the next line needs another."""
    with log.open("a") as file:
        file.write("\n" * (-file.tell() % resource.getpagesize()))
    return log.stat().st_size % resource.getpagesize() == 0


def restarts_everything(service: Redirected, log: Path) -> bool:
    """Whether the log had room for what was said of it: a dying server leaves some."""
    wait_for(lambda: has_no_room(log))
    before, old = log.stat().st_size, service.parts()
    for pid in old.values():
        os.kill(pid, signal.SIGKILL)
    # Each is started again, though on a full disk not every one stays up.
    for name, pid in old.items():
        wait_for(partial(service.runs_anew, name, pid), 60)
    return log.stat().st_size > before


def test_a_full_disk_under_data_and_log_is_survived(small_disk: Path) -> None:
    log, filler = small_disk / "serve.log", small_disk / "filler"
    with log.open("a") as file, redirected(small_disk, stdout=file, stderr=file) as service:
        assert service.takes(open_table("PG01"))
        try:
            fill(filler)
            while service.takes(buy_in("PG01", player="p" * 60)):
                fill(filler)
            while restarts_everything(service, log):
                fill(filler)
        finally:
            filler.unlink(missing_ok=True)
        wait_for(lambda: service.takes(buy_in("PG01")), 120)
        wait_for(service.is_ready, 120)
        wait_for(lambda: "log lines were lost" in log.read_text())
        service.restarts("api")
        assert service.stop() == 0
    told = log.read_text().splitlines()
    lost = [json.loads(line) for line in told if "log lines were lost" in line]
    assert lost
    assert all(one["lines"] > 0 and one["why"] == "No space left on device" for one in lost)


def test_a_supervisor_that_cannot_go_on_ends_its_parts_and_itself(data: Path) -> None:
    with redirected(data) as service:
        parts = service.parts()
        # It can open nothing more: no pipe, and so no process.
        resource.prlimit(service.process.pid, resource.RLIMIT_NOFILE, (3, 3))
        os.kill(parts["follow"], signal.SIGKILL)
        assert service.gone() == FAULT
        wait_for(lambda: all(map(is_gone, parts.values())))
