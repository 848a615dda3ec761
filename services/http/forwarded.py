"""The address that a browser asked a proxy for, as far as the proxy is one of ours."""

from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from services.settings import Settings


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
