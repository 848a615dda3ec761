"""The web server's port: taken before anything else starts, and without the framework."""

import socket
from typing import Final

from services.settings import Settings
from services.settings_sources import SettingsError

_BACKLOG: Final = 2048


def take_port(settings: Settings) -> socket.socket:
    """Bind now, so that a port in use is reported before anything was started."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((settings.host, settings.port))
    except OSError as error:
        taken.close()
        raise SettingsError(
            f"port {settings.port} on {settings.host} cannot be used: {error.strerror};"
            " choose another with --port or PITLEDGER_PORT"
        ) from None
    return taken


def start_listening(taken: socket.socket) -> str:
    """Listen, so that from here on clients wait rather than being refused; the address."""
    taken.listen(_BACKLOG)
    host, port = taken.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
