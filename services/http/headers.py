"""Headers of a request: by their names, read once, and those that a proxy of ours puts in front."""

from collections.abc import Mapping
from typing import Any, Final

from starlette.types import Scope
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from services.settings import Settings

_READ: Final = "pitledger.headers"


def headers_of(scope: Scope) -> Mapping[str, str]:
    """Names are in lower case; of one that stands there twice, the first, as the framework reads.

    The framework's own look through all of them, and fail by an exception, for each that is asked.
    """
    read: dict[str, str] | None = scope.get(_READ)
    if read is None:
        read = scope[_READ] = {
            name.decode("latin-1"): value.decode("latin-1")
            for name, value in reversed(scope["headers"])
        }
    return read


class Forwarded(ProxyHeadersMiddleware):
    """Takes the client, the scheme and the host from proxies that PITLEDGER_PROXIES names."""

    def __init__(self, app: Any, settings: Settings) -> None:
        super().__init__(app, settings.proxy_addresses())
        self._takes_host = settings.auth == "on"
        """Without AUTH the host that a page really asked is all that keeps other names out."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        client = scope.get("client")
        if self._takes_host and client is not None and client[0] in self.trusted_hosts:
            names = [value for name, value in scope["headers"] if name == b"x-forwarded-host"]
            if names:
                rest = [pair for pair in scope["headers"] if pair[0] != b"host"]
                scope["headers"] = [*rest, (b"host", names[-1])]
        await super().__call__(scope, receive, send)
