"""Files that the pages load, shipped with the package."""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Final, NamedTuple

from fastapi import APIRouter, Header, Response

from services.http.problems import Problem
from services.web.layouts import script
from services.web.pieces import sizes, sprite

router = APIRouter(include_in_schema=False)
_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_POLICY: Final = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'; require-trusted-types-for 'script'"
)
HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    # Not `no-referrer`: with it a browser hides where even our own forms come from.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    # Asked for again each time, so that after an upgrade page, style and script belong together.
    "Cache-Control": "no-cache",
}


class _File(NamedTuple):
    """A file of the page and the tag that changes with its bytes."""

    content: bytes
    media_type: str
    tag: str


@cache
def _shipped() -> dict[str, _File]:
    """Every file a page may load, by its path: those on the disk, and those made of the games."""
    found = dict(_found(files("services.web.static"), ""))
    made = {
        "layouts.js": script().encode(),
        "pieces.css": found["pieces.css"].content + sizes().encode(),
        "pieces.svg": sprite().encode(),
    }
    return {**found, **{name: _file(name, content) for name, content in made.items()}}


def _found(folder: Traversable, path: str) -> Iterator[tuple[str, _File]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _found(entry, f"{path}{entry.name}/")
        if entry.name.rpartition(".")[2] in _TYPES:
            yield f"{path}{entry.name}", _file(entry.name, entry.read_bytes())


def _file(name: str, content: bytes) -> _File:
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    return _File(content, _TYPES[name.rpartition(".")[2]], tag)


def _answer(file: _File, known_tags: str) -> Response:
    """The file, or the word that the caller's copy is still good."""
    headers = {**HEADERS, "ETag": file.tag}
    if file.tag in known_tags:
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=file.media_type, headers=headers)


@router.get("/static/{name:path}")
def static(name: str, if_none_match: Annotated[str, Header()] = "") -> Response:
    """What the pages load."""
    file = _shipped().get(name)
    if file is None:
        raise Problem("not-found", f"there is no file {name}")
    return _answer(file, if_none_match)
