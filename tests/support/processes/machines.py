"""Machines on one network, each a namespace of its own, whose packets can be made to vanish.

Every machine hangs at a router that forwards. Where it forwards nothing from one to another the
packets are gone without a word, as on a broken line: nobody is reset or refused, and only time
tells. Nothing of it is to be seen, or reached, from outside of these namespaces.
"""

import ctypes
import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.support.processes.service import Service

_NEW_NETWORK: Final = 0x40000000


def require_namespaces() -> None:
    """Root may make them, everybody else may not."""
    if os.geteuid() != 0 or shutil.which("ip") is None or shutil.which("unshare") is None:
        pytest.skip("no namespaces: they take root, `ip` of iproute2 and `unshare`")


class Network:
    """A router and the machines around it; all of it goes with `close`."""

    def __init__(self, *machines: str) -> None:
        self._name = f"pl{secrets.token_hex(3)}"
        self._subnets = {machine: number for number, machine in enumerate(machines, 1)}
        self._cut: list[tuple[str, str]] = []
        self._made: list[str] = []
        self._make("router")
        _do("ip", "netns", "exec", self._full("router"), "sysctl", "-qw", "net.ipv4.ip_forward=1")
        for machine, number in self._subnets.items():
            self._make(machine)
            self._connect(machine, f"10.77.{number}")

    def _full(self, machine: str) -> str:
        return f"{self._name}-{machine}"

    def _make(self, machine: str) -> None:
        _do("ip", "netns", "add", self._full(machine))
        self._made.append(machine)
        self._ip(machine, "link", "set", "lo", "up")

    def _connect(self, machine: str, subnet: str) -> None:
        name, far = f"to-{machine}", self._full(machine)
        self._ip(
            "router", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", far
        )
        for end, device, address in (("router", name, 1), (machine, "eth0", 2)):
            self._ip(end, "address", "add", f"{subnet}.{address}/24", "dev", device)
            self._ip(end, "link", "set", device, "up")
        self._ip(machine, "route", "add", "default", "via", f"{subnet}.1")

    def _ip(self, machine: str, *told: str) -> None:
        _do("ip", "-n", self._full(machine), *told)

    def address(self, machine: str) -> str:
        return f"10.77.{self._subnets[machine]}.2"

    def lose(self, source: str, sink: str) -> None:
        """Whatever the one sends to the other vanishes; the other way it still comes through."""
        self._ip("router", "rule", "add", *self._between(source, sink))
        self._cut.append((source, sink))

    def part(self, one: str, other: str) -> None:
        self.lose(one, other)
        self.lose(other, one)

    def heal(self) -> None:
        while self._cut:
            self._ip("router", "rule", "del", *self._between(*self._cut.pop()))

    def _between(self, source: str, sink: str) -> list[str]:
        return ["from", self.address(source), "to", self.address(sink), "blackhole"]

    @contextmanager
    def inside(self, machine: str) -> Iterator[None]:
        """This thread is on that machine: so are sockets, processes and threads it makes."""
        home = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        try:
            _enter(os.open(f"/run/netns/{self._full(machine)}", os.O_RDONLY))
            yield
        finally:
            _enter(home)

    def close(self) -> None:
        for machine in reversed(self._made):
            _do("ip", "netns", "delete", self._full(machine))


def _do(*command: str) -> None:
    subprocess.run(command, check=True, timeout=30)


def _enter(namespace: int) -> None:
    try:
        if ctypes.CDLL(None, use_errno=True).setns(namespace, _NEW_NETWORK) != 0:
            raise OSError(ctypes.get_errno(), "setns")
    finally:
        os.close(namespace)


@contextmanager
def network(*machines: str) -> Iterator[Network]:
    made = Network(*machines)
    try:
        yield made
    finally:
        made.close()


class OnMachine(Service):
    """`pitledger serve` there, under the machine's own name."""

    def __init__(self, net: Network, machine: str, data: Path, **environment: str) -> None:
        here = net.address(machine)
        super().__init__(
            data,
            PITLEDGER_HOST=here,
            PITLEDGER_DESK_HOST=here,
            **environment,
        )
        self._net = net
        self.machine = machine
        self._before = ("unshare", "--uts", "sh", "-c", 'hostname "$0" && exec "$@"', machine)

    def launch(self) -> None:
        with self._net.inside(self.machine):
            super().launch()
