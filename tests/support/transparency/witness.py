"""A witness as C2SP's tlog-witness has it, over HTTP, with hashing and notes of its own."""

import base64
import hashlib
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.support.transparency import own_tree

EMPTY = own_tree.root([])


class Witness:
    """Keeps the newest checkpoint of each log it knows, and cosigns what goes on from it."""

    def __init__(self, name: str, *logs: str) -> None:
        self.name = name
        self.logs = {own_tree.read_vkey(vkey).name: vkey for vkey in logs}
        self.kept: dict[str, tuple[int, bytes]] = {}
        self.answers: list[int] = []
        self.signs_wrong = False
        self.signs_as: str | None = None
        self.hangs = threading.Event()
        self.hangs.set()
        self._private = Ed25519PrivateKey.generate()
        self._lock = threading.Lock()
        self.url = ""

    @property
    def vkey(self) -> str:
        raw = b"\x04" + self._private.public_key().public_bytes_raw()
        id_ = hashlib.sha256(self.name.encode() + b"\n" + raw).digest()[:4].hex()
        return f"{self.name}+{id_}+{base64.b64encode(raw).decode()}"

    @property
    def setting(self) -> str:
        return f"{self.vkey} {self.url}"

    def add_checkpoint(self, body: str) -> tuple[int, str, str]:
        """Status, media type and body of the answer."""
        self.hangs.wait(30)
        head, _, note = body.partition("\n\n")
        first, *proof = head.split("\n")
        word, _, told_old = first.partition(" ")
        assert word == "old"
        assert str(int(told_old)) == told_old
        assert len(proof) <= 63
        told, old = own_tree.read_checkpoint(note), int(told_old)
        if told.origin not in self.logs:
            return 404, "text/plain", "unknown log\n"
        try:
            own_tree.check_signed(told, self.logs[told.origin])
        except (InvalidSignature, ValueError):
            return 403, "text/plain", "not signed\n"
        if old > told.size:
            return 400, "text/plain", "the old size is larger\n"
        with self._lock:
            size, root = self.kept.get(told.origin, (0, EMPTY))
            if old != size:
                return 409, "text/x.tlog.size", f"{size}\n"
            hashes = [base64.b64decode(line, validate=True) for line in proof]
            if told.size == 0 and told.root != EMPTY:
                return 422, "text/plain", "no empty tree\n"
            if not own_tree.is_consistent(size, root, told.size, told.root, hashes):
                return 422, "text/plain", "not consistent\n"
            self.kept[told.origin] = told.size, told.root
        return 200, "text/plain", self._cosigned(told.text)

    def _cosigned(self, text: str) -> str:
        seconds = int(time.time())
        message = f"cosignature/v1\ntime {seconds}\n{text}".encode()
        signed = self._private.sign(message[1:] if self.signs_wrong else message)
        key = own_tree.read_vkey(self.vkey)
        line = base64.b64encode(key.id + seconds.to_bytes(8, "big") + signed).decode()
        # A line of a key that nobody knows comes along: it is to be passed over.
        other = base64.b64encode(b"\0\0\0\0" + bytes(72)).decode()
        return f"— someone.else {other}\n— {self.signs_as or self.name} {line}\n"


@contextmanager
def witnessing(name: str, *logs: str) -> Iterator[Witness]:
    witness = Witness(name, *logs)
    with serving(witness):
        yield witness


@contextmanager
def serving(witness: Witness, port: int = 0) -> Iterator[None]:
    """Answers as long as this lasts; on the same port again, if it is told."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            if self.path == "/w/add-checkpoint":
                status, kind, answer = witness.add_checkpoint(body)
            else:
                status, kind, answer = 404, "text/plain", "no such address\n"
            witness.answers.append(status)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(answer.encode())))
            self.end_headers()
            self.wfile.write(answer.encode())

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    witness.url = f"http://127.0.0.1:{server.server_address[1]}/w"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield
    finally:
        witness.hangs.set()
        server.shutdown()
        thread.join()
        server.server_close()
