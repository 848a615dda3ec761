"""What the processes of one house say to each other in HTTP: a command as it came, and by whom.

Both ends know the secret that stands in the desk's lease, and each shows it for every request by
an HMAC over a nonce: whoever may read the database may hand in commands.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit
from uuid import UUID

import msgspec

from domain.commands.fields import Actor
from services.desk import Answer, DeskBusy, Origin
from services.desk.request_queue import DeskFailed, DeskMoved
from services.entry.tokens import Known
from services.http.command_path import Asked
from services.http.problems import PassedOn
from services.runtime.lease import Holder
from services.runtime.trail import REQUEST_ID, TRACEPARENT, current_trail

COMMANDS: Final = "/commands"
PROBE: Final = "/probe"
ALIVE: Final = "/alive"
NONCE: Final = "pitledger-nonce"
PROOF: Final = "pitledger-proof"
ASKED: Final = "pitledger-asked"
WHY: Final = "pitledger-why"
MOVED: Final = 421
"""Of a process that has not the desk."""
_CREATED: Final = 201
_BUSY: Final = "busy"
_SCHEME: Final = "http"


class Door(NamedTuple):
    """Where a process listens for the others, and the secret to it."""

    url: str
    secret: str

    @classmethod
    def of(cls, holder: Holder) -> "Door":
        """DeskMoved where no process of this version has the desk."""
        parts = urlsplit(holder.address)
        if parts.scheme != _SCHEME or not parts.hostname:
            what = parts.scheme or "a demo or a command"
            raise DeskMoved(f"the desk belongs to {what}, which takes no commands of this version")
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        return cls(f"{_SCHEME}://{host}:{parts.port}", unquote(parts.password or ""))

    def address(self) -> str:
        """As it stands in the lease."""
        return self.url.replace("://", f"://:{self.secret}@", 1)

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""


def proof(secret: str, nonce: str, side: str) -> str:
    return hmac.new(secret.encode(), f"{side} {nonce}".encode(), hashlib.sha256).hexdigest()


def is_proof(shown: str | None, secret: str, nonce: str | None, side: str) -> bool:
    told = proof(secret, nonce or "", side)
    return (
        nonce is not None
        and shown is not None
        and hmac.compare_digest(shown.encode(), told.encode())
    )


class _Told(msgspec.Struct):
    """Of a command what its body does not say."""

    place: str
    again: bool
    table: str | None = None
    namespace: str | None = None
    is_claimed: bool = True
    is_kept: bool = False
    line: str | None = None
    actor: dict[str, str] | None = None
    tables: list[str] | None = None


def headers_to(door: Door, asked: Asked | None = None) -> dict[str, str]:
    """Of a request to it."""
    nonce = secrets.token_hex(16)
    told = {NONCE: nonce, PROOF: proof(door.secret, nonce, "client")}
    if asked is None:
        return told
    if (trail := current_trail()) is not None:
        told |= {TRACEPARENT: trail.traceparent, REQUEST_ID: trail.request_id}
    return {**told, ASKED: json.dumps(msgspec.to_builtins(_told(asked)))}


def _told(asked: Asked) -> _Told:
    known, origin = asked.known, asked.origin
    return _Told(
        place=origin.place,
        again=origin.may_be_again,
        table=asked.table,
        namespace=None if origin.namespace is None else str(origin.namespace),
        is_claimed=origin.is_claimed,
        is_kept=asked.is_kept,
        line=asked.line,
        actor=None if known is None else known.actor.model_dump(),
        tables=None if known is None or known.tables is None else sorted(known.tables),
    )


def read_asked(told: str, body: bytes) -> Asked:
    """As the other process has put it."""
    read = msgspec.json.decode(told, type=_Told)
    known = None
    if read.actor is not None:
        tables = None if read.tables is None else frozenset(read.tables)
        known = Known(Actor(**read.actor), b"", tables)
    namespace = None if read.namespace is None else UUID(read.namespace)
    origin = Origin(read.place, read.again, namespace, read.is_claimed)
    return Asked(body, read.table, known, origin, is_kept=read.is_kept, line=read.line)


class _Answered(msgspec.Struct):
    events: list[msgspec.Raw]
    repeated: bool = False


def read_answer(status: int, headers: Mapping[str, str], body: bytes) -> Answer:
    """Raises what the other process answered instead."""
    if status == _CREATED:
        read = msgspec.json.decode(body, type=_Answered)
        return Answer(tuple(bytes(one) for one in read.events), read.repeated)
    if status == MOVED:
        raise DeskMoved("the desk is not there any more")
    try:
        problem = PassedOn(body, headers.get(WHY))
    except (msgspec.MsgspecError, KeyError):
        raise DeskFailed(f"the process that has the desk answered {status}") from None
    if problem.kind == _BUSY:
        raise DeskBusy(problem.detail)
    raise problem
