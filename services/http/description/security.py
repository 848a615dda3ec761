"""How one signs in, for the API's own description."""

from typing import Any, Final

from services.http.device_route import ADDRESS
from services.http.log import OPEN

_SCHEMES: Final = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "a token of the house, or a JWT of its OpenID Connect provider",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "__Host-pitledger_session",
        "description": "of who signed in at /login; on loopback its name is pitledger_session. What"
        " changes something also needs Sec-Fetch-Site: same-origin, or the Origin of the service",
    },
}


def describe_openness(described: dict[str, Any]) -> None:
    """Where AUTH is off, every address says that it asks nobody."""
    for operations in described["paths"].values():
        for operation in operations.values():
            operation["security"] = []


def describe_security(described: dict[str, Any]) -> None:
    """Where AUTH is on, every address of the API asks who one is, but for what is published."""
    described.setdefault("components", {})["securitySchemes"] = _SCHEMES
    for path, operations in described["paths"].items():
        is_open = not path.startswith("/v1/") or path in OPEN
        for operation in operations.values():
            if is_open:
                operation["security"] = []
                continue
            if path == ADDRESS:
                operation["security"] = [{"bearer": []}]
                continue
            operation["security"] = [{"bearer": []}, {"session": []}]
