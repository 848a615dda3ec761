"""The tiles of a log as it is served to all: what is needed to hold two checkpoints together."""

from typing import Final, Self

import httpx

from services.evidence.verdicts import Unreadable
from services.transparency.hashing import HASH_BYTES
from services.transparency.tiles import WIDTH, Tile, write_path

_SECONDS: Final = 30.0
_MOST_CHECKPOINT: Final = 65_536
_ABSENT: Final = 404


class ServedLog:
    """A tlog-tiles log at an address, such as https://house.example/v1/log/."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")
        self._http = httpx.Client(timeout=_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def checkpoint(self) -> bytes:
        found = self._get("checkpoint", _MOST_CHECKPOINT)
        if found is None:
            raise Unreadable(f"there is no log at {self._url}/")
        return found

    def tile(self, tile: Tile) -> bytes:
        """As wide as it is asked for. A log may have only the whole one left of a partial."""
        for width in dict.fromkeys((tile.width, WIDTH)):
            path = f"tile/{tile.level}/{write_path(tile.index, width)}"
            found = self._get(path, WIDTH * HASH_BYTES)
            if found is None:
                continue
            if len(found) != width * HASH_BYTES:
                raise Unreadable(f"{self._url}/{path} is no tile of {width} hashes")
            return found[: tile.width * HASH_BYTES]
        raise Unreadable(f"{self._url}/ has no tile {tile.index} at level {tile.level}")

    def _get(self, path: str, most: int) -> bytes | None:
        address = f"{self._url}/{path}"
        try:
            with self._http.stream("GET", address) as answer:
                if answer.status_code == _ABSENT:
                    return None
                answer.raise_for_status()
                return _bounded(answer, most)
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            raise Unreadable(f"{address} cannot be fetched: {error}") from None


def _bounded(answer: httpx.Response, most: int) -> bytes:
    found = bytearray()
    for piece in answer.iter_bytes():
        found += piece
        if len(found) > most:
            raise ValueError(f"more than {most} bytes came")
    return bytes(found)
