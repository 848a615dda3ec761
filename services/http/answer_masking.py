"""What the sender of a command may see of its answer: as much as a GET would show.

One more may see hands: the dealer or the device that enters the pieces of a table, in the answers
to its own commands there. Where nobody signs in and a command names no actor, its sender is the
table's own device.
"""

import functools
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
from starlette.concurrency import run_in_threadpool

from domain.commands import Command
from domain.commands.fields import Actor
from domain.events import topic_of
from domain.messages.events import EVENT_TYPES
from domain.refusals import Refused
from services.desk import CommandRefused
from services.entry.tokens import Known
from services.http.blind import counts
from services.http.masking import seen_by, sight_of
from services.queries import Queries
from services.refusal_masking import disclosed, without_reason
from services.sight import Sight
from services.store.ledger import Ledger, Logged
from services.store.streams import load_table

ENTERS_PIECES: Final = frozenset({"dealer", "device"})
_COUNTS_ITSELF: Final = frozenset({"count_drop", "close_day"})
_OF_THE_COUNT: Final = ("DropCounted", "Day", "Alert")
"""Events, by how their names begin, that the count room sees whole."""
_TOPICS: Final = {
    f'{{"event":"{kind.__name__}","version":{kind.VERSION}'.encode(): topic_of(kind)
    for kind in EVENT_TYPES
}
"""How stored events begin: enough to know most of them without decoding."""


class Sender(NamedTuple):
    """Who sent a request, and what they may see of its answer."""

    sight: Sight
    counts: bool
    """Somebody who counts blindly sees no figures of a table."""
    commands: tuple[Command, ...]


class _Named(msgspec.Struct):
    event: str
    version: int


class _Entry(msgspec.Struct):
    what: str


class _Envelope(msgspec.Struct):
    """What an event says of itself, and nothing of what happened."""

    event: str
    version: int
    key: str
    seq: int
    table: str | None = None
    session: int | None = None
    round: str | None = None
    day: str = ""
    at: str = ""
    recorded: str = ""
    actor: dict[str, str] | None = None
    command_id: str | None = None
    rule: str | None = None


def sender_of(commands: Sequence[Command], known: Known | None) -> Sender:
    """Whoever signed in; else whom the commands name, and then what all of those may see."""
    actors = [one.actor for one in commands] if known is None else [known.actor]
    sights = [_sight(None if actor is None else actor.role) for actor in actors]
    sight = sights[0]
    if len(sights) > 1:
        sight = Sight(all(one.hands for one in sights), all(one.cash for one in sights))
    return Sender(sight, any(map(counts, actors)), tuple(commands))


@functools.lru_cache(maxsize=64)
def _sight(role: str | None) -> Sight:
    """Of somebody in this role; where nobody signs in a role may be anything."""
    sight = sight_of(None if role is None else Actor(id="anybody", role=role))
    enters = role is None or role in ENTERS_PIECES
    return Sight(hands=True, cash=sight.cash) if enters else sight


async def masked_events(
    events: tuple[bytes, ...], sender: Sender, books: Queries
) -> tuple[bytes, ...]:
    """The stored bytes, untouched and not even decoded, but for what the sender may not see."""
    sight = sender.sight
    if sender.counts:
        # Of the rest only the envelope is left: no pieces, no names, no figures.
        return tuple(map(_for_the_count, events))
    if sight.hands and sight.cash:
        return events
    if _shown_heads(sight).issuperset(map(_head, events)):
        return events
    topics = [_topic(state) for state in events]
    if not any(map(sight.may_be_kept_from, topics)):
        return events
    logged = [Logged(n, topic, events[n]) for n, topic in enumerate(topics)]
    if sight.hands:  # of cash nothing is looked up
        return tuple(seen_by(logged, books, sight))
    return tuple(await run_in_threadpool(seen_by, logged, books, sight))


@functools.cache
def _shown_heads(sight: Sight) -> frozenset[bytes]:
    """How stored events begin of which nothing is kept from it."""
    return frozenset(head for head, topic in _TOPICS.items() if not sight.may_be_kept_from(topic))


def _topic(state: bytes) -> str:
    known = _TOPICS.get(_head(state))
    if known is not None:
        return known
    named = msgspec.json.decode(state, type=_Named)
    return f"pitledger.{named.event}.v{named.version}"


def _head(state: bytes) -> bytes:
    """Up to the second comma: its name and version."""
    return state[: state.find(b",", state.find(b",") + 1)]


def _for_the_count(state: bytes) -> bytes:
    named = msgspec.json.decode(state, type=_Named)
    if named.event.startswith(_OF_THE_COUNT):
        return state
    if named.event == "EntryCorrected" and msgspec.json.decode(state, type=_Entry).what == "drop":
        return state
    return msgspec.json.encode(msgspec.json.decode(state, type=_Envelope))


async def masked_refusal(
    refused: CommandRefused, sender: Sender, ledger: Ledger, *, is_kept: bool = False
) -> CommandRefused:
    """The refusal itself for those who see the hands."""
    if sender.sight.hands and not sender.counts:
        return refused
    commands = sender.commands
    settles = len(commands) > 1 and any(one.command == "settle" for one in commands)
    has_meter = settles and await run_in_threadpool(_has_meter, commands, ledger)
    told = disclosed(commands, refused.refusal, refused.index, is_kept=is_kept, has_meter=has_meter)
    command = sender.commands[told.index]
    if sender.counts and command.command not in _COUNTS_ITSELF:
        told = without_reason(told, sender.commands)
    if (told.rule, told.reason) == (refused.refusal.rule, refused.refusal.reason):
        return refused
    # Its class would tell as much as its rule.
    return CommandRefused(Refused(told.rule, told.reason), told.index, command)


def _has_meter(commands: Sequence[Command], ledger: Ledger) -> bool:
    """Whether a table of theirs has a progressive meter, or may have one by this very list.

    By the log: a read model may be behind, and then the index would tell.
    """
    if any(one.command == "open_table" for one in commands):
        return True
    tables = {str(vars(one)["table"]) for one in commands if one.command == "settle"}
    return any(load_table(ledger, one).terms.progressive is not None for one in sorted(tables))
