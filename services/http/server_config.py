"""What all connections of one web server share."""

from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp

from services.http.clients import Connections
from services.settings import Settings

DEVICE: Final = b"/v1/device"
"""The address at which a connection may stay; at all others HTTP is spoken to the end."""


class ServerConfig(uvicorn.Config):
    """With the limits of a connection, and how many there are."""

    def __init__(self, app: ASGIApp, settings: Settings, **more: Any) -> None:
        self.limits = settings
        self.open_connections = Connections(settings)
        self.is_leaving = False
        """No connection is kept for a next request."""
        super().__init__(app, **more)
