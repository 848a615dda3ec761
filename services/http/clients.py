"""Who is at the other end: a client by its address, and how many connections it has."""

from collections import Counter
from ipaddress import IPv6Address, ip_address
from typing import Final

from services.http.problems import Problem
from services.runtime.metrics import HTTP_CONNECTIONS, HTTP_TURNED_AWAY
from services.settings import Settings

_IPV6_NETWORK_BITS: Final = 64
"""One household has that many addresses of IPv6 to choose from; it is one client."""


def client_name(host: str | None) -> str:
    """What is counted as one client."""
    try:
        address = ip_address((host or "").partition("%")[0])
    except ValueError:
        return host or "unknown"
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return f"{IPv6Address(int(address) >> _IPV6_NETWORK_BITS << _IPV6_NETWORK_BITS)}/64"
    return str(address)


class Connections:
    """How many there are, in all and of each client; a bound on both."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.connections
        self._most_per_client = settings.connections_per_client
        self._proxies = {client_name(one) for one in settings.proxy_addresses()}
        self._of_client: Counter[str] = Counter()
        self._in_all = 0

    def enter(self, client: str) -> Problem | None:
        """Count it; what to answer where it is one too many."""
        self._in_all += 1
        self._of_client[client] += 1
        HTTP_CONNECTIONS.inc()
        if self._in_all > self._most:
            HTTP_TURNED_AWAY.labels("connections").inc()
            return Problem("full", f"{self._most} connections are open; come back later")
        if client not in self._proxies and self._of_client[client] > self._most_per_client:
            HTTP_TURNED_AWAY.labels("connections_per_client").inc()
            return Problem(
                "too-many-connections",
                f"{self._most_per_client} connections of {client} are open; close some of them",
            )
        return None

    def leave(self, client: str) -> None:
        self._in_all -= 1
        HTTP_CONNECTIONS.dec()
        self._of_client[client] -= 1
        if not self._of_client[client]:
            del self._of_client[client]
