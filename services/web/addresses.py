"""Addresses that a request names: they lead to a page of this service, or nowhere."""

from typing import Final
from urllib.parse import urlsplit

_MOST: Final = 2000


def own_path(address: str) -> str:
    """Where to go on: a page of this service, whatever was asked for."""
    plain = address.isascii() and address.isprintable() and "\\" not in address
    inside = address.startswith("/") and not address.startswith("//") and len(address) <= _MOST
    if not (plain and inside):
        return "/"
    try:
        parts = urlsplit(address)
    except ValueError:
        return "/"
    return "/" if parts.netloc or parts.scheme else address
