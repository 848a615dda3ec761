"""The page of the pit: files shipped with the package."""

from functools import cache
from importlib.resources import files
from typing import Final

from fastapi import APIRouter, Response

from services.http.problems import Problem

router = APIRouter(include_in_schema=False)
_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


@cache
def _file(name: str) -> bytes:
    return files("services.http.pages").joinpath(name).read_bytes()


@router.get("/")
def floor() -> Response:
    return Response(_file("floor.html"), media_type=_TYPES["html"])


@router.get("/static/{name}")
def static(name: str) -> Response:
    kind = name.rpartition(".")[2]
    known = {entry.name for entry in files("services.http.pages").iterdir()}
    if name not in known or kind not in _TYPES:
        raise Problem("not-found", f"there is no file {name}")
    return Response(_file(name), media_type=_TYPES[kind])
