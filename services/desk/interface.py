"""What the desk is to those who send it requests: the desk itself, or a client of one elsewhere."""

from concurrent.futures import Future
from typing import Protocol

from services.desk.request import Answer, Request


class DeskInterface(Protocol):
    """Takes requests in order, and answers each after its commit."""

    def submit(self, request: Request) -> "Future[Answer]":
        """DeskBusy where too many wait, DeskClosed where none are taken."""
