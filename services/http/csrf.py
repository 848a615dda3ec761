"""A form or a script of another page does not know what the session's own pages carry."""

import hmac
from typing import Final
from urllib.parse import parse_qs

from fastapi import Request

from services.http.bodies import read_body
from services.http.problems import Problem

HEADER: Final = "X-CSRF-Token"
FIELD: Final = "csrf"
_READS: Final = frozenset({"GET", "HEAD"})
_URLENCODED: Final = "application/x-www-form-urlencoded"
_API: Final = "/v1/"


async def require_csrf(request: Request, expected: str) -> None:
    """On everything that changes something; in a header, or on a page in a field of its form."""
    if request.method in _READS:
        return
    shown = request.headers.get(HEADER)
    if shown is None and not request.url.path.startswith(_API):
        shown = await _field(request)
    if shown is None or not hmac.compare_digest(shown.encode(), expected.encode()):
        raise Problem(
            "forbidden",
            "the form was made by another page or in another session, or a script did not send"
            f" {HEADER}: load the page again. Nothing was done",
            why="csrf",
        )


async def _field(request: Request) -> str | None:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != _URLENCODED:
        return None
    try:
        fields = parse_qs((await read_body(request)).decode(), max_num_fields=1000)
    except ValueError:
        return None
    return fields.get(FIELD, [None])[0] if len(fields.get(FIELD, ())) == 1 else None
