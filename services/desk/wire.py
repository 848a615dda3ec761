"""Between processes: frames of JSON, each after its length, over a socket."""

import re
import socket
import struct
from io import BufferedReader
from typing import Final, TypeAlias
from uuid import UUID

import msgspec

from services.desk.request import Context

_LENGTH: Final = struct.Struct(">I")
MOST_BYTES: Final = 64 * 1024 * 1024
MOST_BYTES_OF_A_STRANGER: Final = 1024
SEND_WITHIN_SECONDS: Final = 10
_BUFFER_BYTES: Final = 256 * 1024
_LOST_AFTER_MS: Final = 5000
"""What was sent and not even received by the other machine for so long is lost: less than a
request waits, so that it can still be sent over another connection."""
_WATCHED: Final = {
    "TCP_KEEPIDLE": 3,
    "TCP_KEEPINTVL": 1,
    "TCP_KEEPCNT": 3,
    "TCP_USER_TIMEOUT": _LOST_AFTER_MS,
}
"""As far as the system knows them."""


class LineLost(Exception):
    """The other side is gone, or does not speak as agreed."""


class Unreadable(Exception):
    """A frame that cannot be read but shows its number: the trouble of that request alone."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(why)
        self.number = number


class Hello(msgspec.Struct, tag="hello"):
    """A client's first message: the secret that stands beside the desk's address."""

    secret: str


class Welcome(msgspec.Struct, tag="welcome"):
    """The desk's answer to it, so that a client knows which desk it has found."""

    epoch: int


class Asked(msgspec.Struct, tag="asked"):
    """A request. The same number and delivery are used again when it has to be sent again."""

    number: int
    commands: list[msgspec.Raw]
    ids: list[UUID]
    body: bytes
    delivery: str
    again: bool = False
    place_id: UUID | None = None
    context: Context = Context()


class Probe(msgspec.Struct, tag="probe"):
    """Whether the desk could write now: through its queue and a commit, but nothing is stored."""

    number: int


class Accepted(msgspec.Struct, tag="accepted"):
    """The events as stored, byte by byte."""

    number: int
    events: list[msgspec.Raw]
    repeated: bool = False


class Refusal(msgspec.Struct, tag="refused"):
    """The rules refuse the request; `kind` is the class of the refusal."""

    number: int
    kind: str
    rule: str
    reason: str
    index: int


class UsedBefore(msgspec.Struct, tag="used_before"):
    """A command id that was used for another request."""

    number: int
    command_id: UUID


class Failure(msgspec.Struct, tag="failed"):
    """Nothing was done: the store did not answer, or the desk failed."""

    number: int
    why: str
    store: bool


class Invalid(msgspec.Struct, tag="invalid"):
    """The desk cannot read a command that its sender could; nothing was done."""

    number: int
    problems: list[dict[str, str]]


class Goodbye(msgspec.Struct, tag="goodbye"):
    """The desk's last message where it ends in order: what is unanswered is for another desk."""


Spoken: TypeAlias = Accepted | Refusal | UsedBefore | Failure | Invalid
"""What a request is answered with."""
Word: TypeAlias = Hello | Welcome | Asked | Probe | Spoken | Goodbye
_NUMBER: Final = re.compile(rb'\{"type":"[a-z_]+","number":(\d{1,18})[,}]')
"""How every frame begins that has a number."""
_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final[msgspec.json.Decoder[Word]] = msgspec.json.Decoder(Word)


def set_up(connected: socket.socket) -> None:
    """Small frames go out at once; a network that swallows everything is noticed within seconds.

    Without that the system sends the lost again and again, after ever longer pauses: for a quarter
    of an hour, and for a minute after all is well again.
    """
    connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _WATCHED.items():
        if hasattr(socket, name):
            connected.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def frame(word: Word) -> bytes:
    body = _ENCODER.encode(word)
    return _LENGTH.pack(len(body)) + body


def checked(made: bytes) -> bytes:
    """A frame that the other side will read: a longer one would end the connection."""
    if len(made) > MOST_BYTES:
        raise ValueError(f"a frame of {len(made)} bytes is longer than {MOST_BYTES}")
    return made


def read_word(body: bytes) -> "Word":
    """What a frame holds. Unreadable where it shows its number at least, else LineLost."""
    try:
        return _DECODER.decode(body)
    except (ValueError, RecursionError, MemoryError) as error:
        numbered = _NUMBER.match(body)
        if numbered is None:
            raise LineLost(f"cannot be read: {error}") from None
        raise Unreadable(int(numbered[1]), str(error)) from None


def split_frames(received: bytearray, most_bytes: int = MOST_BYTES) -> list[bytes]:
    """What the frames hold that are there whole; they are taken out."""
    bodies: list[bytes] = []
    place = 0
    while len(received) - place >= _LENGTH.size:
        (length,) = _LENGTH.unpack_from(received, place)
        if length > most_bytes:
            raise LineLost(f"a frame of {length} bytes is no word of ours")
        end = place + _LENGTH.size + length
        if end > len(received):
            break
        bodies.append(bytes(received[place + _LENGTH.size : end]))
        place = end
    del received[:place]
    return bodies


class Line:
    """One end of a connection. One thread may read while another writes."""

    def __init__(self, connected: socket.socket) -> None:
        set_up(connected)
        self._socket = connected
        incoming = connected.makefile("rb", buffering=_BUFFER_BYTES)
        assert isinstance(incoming, BufferedReader)
        self._incoming = incoming
        self._most_bytes = MOST_BYTES_OF_A_STRANGER

    def trust(self) -> None:
        """From here on it may take its time, and large frames are read.

        Writing keeps a limit, so that a client that reads no more cannot hold up a desk that ends.
        """
        self._most_bytes = MOST_BYTES
        self._socket.settimeout(None)
        limit = struct.pack("ll", SEND_WITHIN_SECONDS, 0)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)

    def hand_over(self) -> tuple[socket.socket, bytes]:
        """To an event loop, which waits for nothing; with what has come in already."""
        self._socket.setblocking(False)
        return self._socket, self._incoming.peek()

    def send(self, frames: bytes) -> None:
        try:
            self._socket.sendall(frames)
        except OSError as error:
            raise LineLost(f"cannot be written to: {error}") from None

    def receive(self) -> Word:
        """LineLost where nothing more can be read, Unreadable where this one frame cannot."""
        try:
            (length,) = _LENGTH.unpack(self._exactly(_LENGTH.size))
            if length > self._most_bytes:
                raise LineLost(f"a frame of {length} bytes is no word of ours")
            body = self._exactly(length)
        except (OSError, ValueError) as error:
            raise LineLost(f"cannot be read: {error}") from None
        return read_word(body)

    def _exactly(self, size: int) -> bytes:
        read: bytes = self._incoming.read(size)
        if len(read) < size:
            raise LineLost("the other side has hung up")
        return read

    def stop_reading(self) -> None:
        """Wakes the reader; answers can still be written."""
        self._shut(socket.SHUT_RD)

    def hang_up(self) -> None:
        """Wakes reader and writer; to be followed by `close` when both are done."""
        self._shut(socket.SHUT_RDWR)

    def _shut(self, how: int) -> None:
        try:
            self._socket.shutdown(how)
        except OSError:
            return  # it was gone already

    def close(self) -> None:
        self._incoming.close()
        self._socket.close()
