"""A request's headers by their names, read once however many look at them."""

from collections.abc import Mapping
from typing import Final

from starlette.types import Scope

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
