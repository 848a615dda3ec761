"""A message of the commands topic, read: it leads to a request or to a rejection, never to less."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

import psycopg
import structlog
from eventsourcing.persistence import InterfaceError, OperationalError

from domain.commands import Command, CommandError
from domain.commands.day import DAY_COMMANDS
from domain.commands.reading import read_json
from domain.commands.seal import SEAL_COMMANDS
from domain.commands.told_id import told_id
from domain.day.state import day_key
from domain.key_names import SEAL_KEYS
from domain.messages.commands import parse_read
from services.desk import DeskBusy, DeskClosed, Origin, Request
from services.entry.identity import Denied, require_scope, told_by
from services.entry.requests import Entry
from services.entry.tokens import Tokens
from services.kafka.careful import Undecodable
from services.kafka.rejection import Rejected
from services.kafka.signing import Unauthorized, sender_of
from services.runtime.trail import REQUEST_ID, TRACEPARENT, Trail, following, take_trail
from services.store.database import StoreUnavailable

_log = structlog.get_logger("ingest")
_MOST_BYTES: Final = 1_000_000
OUTAGES: Final = (
    StoreUnavailable,
    DeskClosed,
    DeskBusy,
    OperationalError,
    InterfaceError,
    psycopg.OperationalError,
    psycopg.InterfaceError,
)
"""Nobody could have done any command: the message is not the cause, and is tried again later."""


@dataclass(slots=True)
class Delivery:
    """One message, and what became of it."""

    record: Any
    trail: Trail
    request: Request | None = None
    rejected: Rejected | None = None
    command_id: str | None = None
    is_named: bool = False
    """Whether its sender gave the id: then it may be another message that asks for the same."""

    @property
    def place(self) -> str:
        return f"{self.record.topic}/{self.record.partition}/{self.record.offset}"

    @property
    def outcome(self) -> str:
        return "accepted" if self.rejected is None else self.rejected.problem


def read_delivery(record: Any, entry: Entry, tokens: Tokens | None = None) -> Delivery:
    """A command out of a message; what cannot be read is rejected, and the position goes on.

    With tokens the message must prove its sender, who is then the command's actor.
    """
    delivery = Delivery(record, trail_of(record))
    with following(delivery.trail):
        _read(delivery, entry, tokens)
    return delivery


def trail_of(record: Any) -> Trail:
    """By its headers; what stands there twice, or is no text, is none."""
    return take_trail(_header(record, TRACEPARENT), _header(record, REQUEST_ID))


def _header(record: Any, name: str) -> str | None:
    values = [value for known, value in record.headers or () if known.lower() == name.lower()]
    return values[0].decode("latin-1") if len(values) == 1 and values[0] else None


def _read(delivery: Delivery, entry: Entry, tokens: Tokens | None) -> None:
    try:
        command = _command(delivery, tokens)
    except Unauthorized as error:
        delivery.rejected = Rejected(None, str(error), "unauthorized")
    except Denied as error:
        delivery.rejected = Rejected(None, str(error), "forbidden")
    except CommandError as error:
        delivery.rejected = Rejected(None, str(error), "invalid-command")
    except Exception as error:  # noqa: BLE001  only the message is at hand: it is the cause
        _log.exception("a message cannot be read", place=delivery.place)
        delivery.rejected = Rejected(None, f"cannot be read: {error!r}", "invalid-command")
    else:
        _prepare(delivery, command, entry)
    if delivery.command_id is None and (named := told_id(delivery.record.value)) is not None:
        # Only for its sender to find the rejection by.
        delivery.command_id = str(named)


def _prepare(delivery: Delivery, command: Command, entry: Entry) -> None:
    """The request, for which the books may be read: here the service may be the one that fails."""
    try:
        delivery.request = entry.prepare([command], Origin(delivery.place))
    except OUTAGES:
        raise
    except CommandError as error:
        delivery.rejected = Rejected(None, str(error), "invalid-command")
    except Exception as error:  # noqa: BLE001  else its partition would stand still for ever
        _log.exception("a command cannot be prepared; it is rejected", place=delivery.place)
        reason = f"the service failed at this command: {error!r}; its log says more"
        delivery.rejected = Rejected(None, reason, "failed")


def _command(delivery: Delivery, tokens: Tokens | None) -> Command:
    record = delivery.record
    if isinstance(record.value, Undecodable):
        raise CommandError([{"where": "message", "what": str(record.value)}])
    sender = None if tokens is None else sender_of(record, tokens)
    content = _content(record)
    named = content.get("command_id") is not None
    if sender is not None:
        if not named:
            raise Unauthorized(
                "a signed command needs a command_id: it makes a copy of the message harmless"
            )
        content = told_by(content, sender.actor)
    if not named:
        # A message that comes again from the same place is the same command.
        content["command_id"] = str(uuid5(NAMESPACE_URL, delivery.place))
    command = parse_read(content)
    delivery.command_id, delivery.is_named = str(command.command_id), named
    if sender is not None:
        require_scope(sender, [command])
    return command


def _content(record: Any) -> dict[str, Any]:
    if record.value is None or len(record.value) > _MOST_BYTES:
        what = f"empty, or larger than a command is, which has at most {_MOST_BYTES} bytes"
        raise CommandError([{"where": "message", "what": what}])
    content = read_json(record.value)
    try:
        key = None if record.key is None else record.key.decode()
    except UnicodeDecodeError as error:
        raise CommandError([{"where": "key", "what": f"not UTF-8: {error.reason}"}]) from None
    if not isinstance(content, dict):
        raise CommandError([{"where": "message", "what": "a command is a JSON object"}])
    if key is not None:
        _check_key(key, content)
    return content


def _check_key(key: str, content: dict[str, Any]) -> None:
    """The stream: the table, which need not be named again, or the day, or that of the keys."""
    if content.get("command") in DAY_COMMANDS:
        stream, names = day_key(str(content.get("day"))), "day is"
    elif content.get("command") in SEAL_COMMANDS:
        stream, names = SEAL_KEYS, "stream is"
    else:
        stream, names = content.setdefault("table", key), "table"
    if stream != key:
        what = f"the message's key is {key[:100]!r}, the command's {names} {str(stream)[:100]!r}"
        raise CommandError([{"where": "key", "what": what}])
