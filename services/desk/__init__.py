"""The desk: the one writer. It takes commands from many, decides, commits, then answers."""

from services.desk.desk import Desk
from services.desk.interface import AnyDesk
from services.desk.request import Answer, CommandRefused, OtherBody, Request
from services.desk.request_queue import DeskBusy, DeskClosed

__all__ = [
    "Answer",
    "AnyDesk",
    "CommandRefused",
    "Desk",
    "DeskBusy",
    "DeskClosed",
    "OtherBody",
    "Request",
]
