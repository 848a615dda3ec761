"""The desk: the one writer. It takes commands from many clients, decides, commits, then answers."""

from services.desk.desk import Desk
from services.desk.request import (
    Answer,
    CommandRefused,
    DeskInterface,
    Origin,
    OtherBody,
    Request,
    RequestTaker,
)
from services.desk.request_queue import DeskBusy, DeskClosed

__all__ = [
    "Answer",
    "CommandRefused",
    "Desk",
    "DeskBusy",
    "DeskClosed",
    "DeskInterface",
    "Origin",
    "OtherBody",
    "Request",
    "RequestTaker",
]
