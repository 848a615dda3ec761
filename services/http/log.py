"""The transparency log for the world: checkpoint, tiles, entries and key, as C2SP's tlog-tiles."""

import gzip
from typing import Annotated, Final

from fastapi import APIRouter, Header, Request, Response

from services.http.access import Caller
from services.http.masking import sight_of
from services.http.problems import Problem, shorten
from services.http.readers import read_apart_where
from services.http.reading import ledger_of
from services.transparency.kept_keys import key_in_force
from services.transparency.sealed_log import Sealed, SealedLog
from services.transparency.tiles import (
    WIDTH,
    BadPath,
    Tile,
    pack_entries,
    read_level,
    read_path,
    tile_width,
)

router = APIRouter(prefix="/v1/log", tags=["transparency log"])
OPEN: Final = ("/v1/log/checkpoint", "/v1/log/key", "/v1/log/tile/{level}/{path}")
"""Addresses that ask nobody who they are: a hash gives nothing away."""
TEXT: Final = "text/plain; charset=utf-8"
BYTES: Final = "application/octet-stream"
_FOR_SECONDS: Final = "public, max-age=1"
_FOR_EVER: Final = "max-age=31536000, immutable"
_GZIP_LEVEL: Final = 6


@router.get("/checkpoint")
def get_checkpoint(request: Request) -> Response:
    """The newest signed checkpoint: a signed note, with the cosignatures that came in."""
    note = _newest(request).published()
    return Response(note, media_type=TEXT, headers={"Cache-Control": _FOR_SECONDS})


@router.get("/key")
def get_key(request: Request) -> Response:
    """The verifier key in force, one line."""
    settings = request.app.state.settings
    key = key_in_force(ledger_of(request).datastore, settings.log_origin())
    if key is None:
        raise Problem("not-found", "nothing has been sealed yet: there is no key in force")
    return Response(f"{key}\n", media_type=TEXT, headers={"Cache-Control": _FOR_SECONDS})


def _is_archived(*, request: Request, path: str, **_: object) -> bool:
    try:
        index, _width = read_path(path)
    except BadPath:
        return False
    return index * WIDTH < ledger_of(request).pruned.position()


@router.get("/tile/entries/{path:path}")
@read_apart_where(_is_archived)
def get_entries(
    request: Request,
    actor: Caller,
    path: str,
    accept_encoding: Annotated[str, Header(include_in_schema=False)] = "",
) -> Response:
    """A bundle of stored events, byte for byte, each behind its length in two bytes."""
    if actor is not None and not sight_of(actor).hands:
        raise Problem(
            "forbidden",
            "entries show every hand: they are for auditors and surveillance",
            why="role",
        )
    tile = _tile(request, "0", path)
    logged = ledger_of(request).log_after(tile.index * WIDTH, tile.width)
    first = tile.index * WIDTH + 1
    if [one.position for one in logged] != list(range(first, first + tile.width)):
        raise Problem("not-found", f"the log has not every event from {first} on")
    bundle = pack_entries(one.state for one in logged)
    shared = "private" if request.app.state.settings.auth == "on" else "public"
    headers = {"Cache-Control": f"{shared}, {_FOR_EVER}", "Vary": "Accept-Encoding"}
    if _takes_gzip(accept_encoding):
        headers["Content-Encoding"] = "gzip"
        bundle = gzip.compress(bundle, _GZIP_LEVEL, mtime=0)
    return Response(bundle, media_type=BYTES, headers=headers)


@router.get("/tile/{level}/{path:path}")
def get_tile(request: Request, level: str, path: str) -> Response:
    """Hashes of the tree: 256 of a level, or as many as a partial tile has."""
    tile = _tile(request, level, path)
    hashes = _sealed(request).tile(tile)
    if hashes is None:
        raise Problem("not-found", f"there is no tile {shorten(path)!r} of level {level}")
    headers = {"Cache-Control": f"public, {_FOR_EVER}"}
    return Response(hashes, media_type=BYTES, headers=headers)


@router.get("/{rest:path}", include_in_schema=False)
def get_nothing(rest: str) -> Response:
    """Whatever else is asked for is not there; without this a slash would be put behind it."""
    raise Problem("not-found", f"the log has no {shorten(rest)!r}")


def _tile(request: Request, level: str, path: str) -> Tile:
    """What was asked for, if the newest checkpoint covers all of it."""
    try:
        tile = Tile(read_level(level), *read_path(path))
    except BadPath:
        raise Problem("not-found", f"no tile is called {shorten(f'{level}/{path}')!r}") from None
    if tile.width > tile_width(tile.level, tile.index, _newest(request).size):
        raise Problem("not-found", f"no checkpoint covers tile {shorten(f'{level}/{path}')!r} yet")
    return tile


def _takes_gzip(accepted: str) -> bool:
    for one in accepted.split(","):
        coding, _, weight = one.replace(" ", "").lower().partition(";q=")
        if coding == "gzip":
            return weight.strip("0.") != "" or not weight
    return False


def _newest(request: Request) -> Sealed:
    newest = _sealed(request).newest()
    if newest is None:
        raise Problem("not-found", "nothing has been sealed yet: there is no checkpoint")
    return newest


def _sealed(request: Request) -> SealedLog:
    found: SealedLog = request.app.state.sealed
    return found
