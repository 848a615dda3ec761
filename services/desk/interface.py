"""What the desk is to those who send it requests."""

from concurrent.futures import Future
from typing import Protocol

from services.desk.request import Answer, Request


class DeskInterface(Protocol):
    """To a thread: it takes requests in order, and answers each after its commit."""

    def submit(self, request: Request) -> "Future[Answer]":
        """DeskBusy where too many wait, DeskClosed where none are taken."""


class RequestTaker(Protocol):
    """To an event loop, which says in the request itself whom the answer is told to."""

    def hand_in(self, request: Request) -> None:
        """DeskBusy where too many wait, DeskClosed where none are taken."""
