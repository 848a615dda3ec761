"""Answers on their way out of a connection: in one piece where the library makes two."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from services.http.problems import Problem, problem_response


class AnswerWriter(asyncio.Transport):
    """Writes the head of an answer with its body: two writes are two calls of the system.

    A head without a length begins a stream, and goes out at once.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        super().__init__()
        self._transport = transport
        self._head = b""

    def write(self, data: Any) -> None:
        is_head = not self._head and data.startswith(b"HTTP/1.1 ")
        if is_head and b"\r\ncontent-length: " in data:
            self._head = data
        elif self._head:
            head, self._head = self._head, b""
            self._transport.writelines((head, data))
        else:
            self._transport.write(data)

    def finish(self) -> None:
        """The answer is complete, perhaps without a body."""
        if self._head:
            self.write(b"")

    def close(self) -> None:
        self.finish()
        self._transport.close()

    def is_closing(self) -> bool:
        return self._transport.is_closing()


def last_answer(problem: Problem) -> bytes:
    """Problem details where no app is asked; the connection ends with them."""
    response = problem_response(problem)
    lines = [STATUS_LINE[response.status_code]]
    lines += [b"%s: %s\r\n" % pair for pair in response.raw_headers]
    return b"".join([*lines, b"connection: close\r\n\r\n", bytes(response.body)])
