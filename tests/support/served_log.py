"""A log served as the API serves it under /v1/log/: checkpoint and tiles, by a server of its own."""

import http.server
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from services.transparency.hashing import HASH_BYTES
from services.transparency.tiles import BadPath, Tile, read_level, read_path

_LOG = "/v1/log/"


@contextmanager
def serving_log(checkpoint: str, tiles: Mapping[tuple[int, int], bytes]) -> Iterator[str]:
    """Its address. A tile is there as wide as it is, or narrower; what is absent is 404."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = _found(self.path, checkpoint, tiles)
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}{_LOG}"
        finally:
            server.shutdown()
            thread.join()


def _found(path: str, checkpoint: str, tiles: Mapping[tuple[int, int], bytes]) -> bytes | None:
    name = path.removeprefix(_LOG)
    if name == "checkpoint":
        return checkpoint.encode()
    kind, _, rest = name.partition("/")
    level, _, place = rest.partition("/")
    try:
        tile = Tile(read_level(level), *read_path(place))
    except BadPath:
        return None
    hashes = tiles.get((tile.level, tile.index), b"") if kind == "tile" else b""
    wanted = tile.width * HASH_BYTES
    return hashes[:wanted] if len(hashes) >= wanted else None
