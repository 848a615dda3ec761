"""An answer's head and body leave in one piece, and nothing is kept back."""

import asyncio
from collections.abc import Iterable
from typing import Any

from services.http.answer_writer import AnswerWriter

HEAD = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n"
STREAM = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"


class _Written(asyncio.Transport):
    """Every call of the system that would be made."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[bytes] = []
        self.is_closed = False

    def write(self, data: Any) -> None:
        self.pieces.append(data)

    def writelines(self, list_of_data: Iterable[Any]) -> None:
        self.pieces.append(b"".join(list_of_data))

    def close(self) -> None:
        self.is_closed = True

    def is_closing(self) -> bool:
        return self.is_closed


def test_a_head_waits_for_its_body() -> None:
    written = _Written()
    writer = AnswerWriter(written)
    for _ in range(2):
        writer.write(HEAD)
        writer.write(b"ok")
        writer.finish()
    assert written.pieces == [HEAD + b"ok"] * 2


def test_a_stream_begins_at_once() -> None:
    written = _Written()
    writer = AnswerWriter(written)
    writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    writer.write(STREAM)
    writer.write(b"2\r\nok\r\n")
    assert written.pieces == [b"HTTP/1.1 100 Continue\r\n\r\n", STREAM, b"2\r\nok\r\n"]


def test_a_head_without_a_body_goes_out_when_the_answer_is_complete() -> None:
    written = _Written()
    writer = AnswerWriter(written)
    writer.write(HEAD)
    assert written.pieces == []
    writer.finish()
    writer.finish()
    assert written.pieces == [HEAD]


def test_nothing_is_lost_where_the_connection_is_closed() -> None:
    written = _Written()
    writer = AnswerWriter(written)
    writer.write(HEAD)
    writer.close()
    assert written.pieces == [HEAD]
    assert writer.is_closing()
