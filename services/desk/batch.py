"""One batch of the desk decided on a copy of the streams, kept only if committed."""

import secrets
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from uuid import UUID

from msgspec.structs import replace

from domain.clock import Clock
from domain.commands.day import OfDay
from domain.controls import Controls
from domain.day.calendar import Calendar
from domain.events import Event
from domain.events.envelope import SALT_BYTES, Stamp
from domain.findings import Findings
from domain.hosting import Table
from domain.refusals import Refused
from services.desk.request import Answer, CommandRefused, Request, settle, stream_of
from services.desk.streams import NotInHand, Streams
from services.desk.unit_of_work import Units, Work
from services.refusal_masking import disclosed
from services.runtime.metrics import REFUSALS, commands_counted, events_counted
from services.runtime.spans import Span, is_tracing, links_of, new_id, new_trace_id, record
from services.store.batch import Batch, Outcome, Refusal
from services.store.streams import StreamState
from services.store.trails import KeptTrail

_NO_UNIT: Final = -1
_NO_FINDINGS: Final = Findings()


class Times(NamedTuple):
    """From when to when, in nanoseconds since 1970."""

    began: int
    ended: int


@dataclass(slots=True, eq=False)
class Decided:
    """A request with its events, or with its refusal."""

    request: Request
    events: list[Event]
    refusal: CommandRefused | None
    states: Sequence[bytes] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the desk has still to do after a commit."""

    repeated: list[Request] = field(default_factory=list)
    undone: list[Request] = field(default_factory=list)


class DecisionBatch:
    """Decides requests in their order. Nothing it does is seen before `conclude`."""

    def __init__(
        self,
        streams: Streams,
        clock: Clock,
        *,
        controls: Controls = "basic",
        keeps_trails: bool = False,
    ) -> None:
        self._streams = streams
        self.requests: list[Request] = []
        self.deciding = Times(0, 0)
        self._clock = clock
        self._controls: Controls = controls
        self._keeps_trails = keeps_trails
        # Every place in the log makes its own of it; what is decided again, in another batch, a new
        # one: what was not committed was seen by nobody.
        self._salt = secrets.token_bytes(SALT_BYTES)
        self._changed: dict[str, StreamState] = {}
        self._heads: dict[str, int] = {}
        self._decided: list[Decided] = []
        self._ids: set[UUID] = set()
        self._units = Units()
        self._numbers: dict[str, int] = {}
        self._calendar: Calendar | None = None
        self._day_stream: str | None = None
        """Of the day whose change turned the calendar here."""

    def decide(self, request: Request) -> bool:
        """False where the request must wait: one of its ids is being decided just now.

        NotInHand where a stream has to be loaded first; the request has left no trace then.
        """
        if request.is_probe:
            self.requests.append(request)
            self._decided.append(Decided(request, [], None))
            return True
        claims = request.claims
        if not self._ids.isdisjoint(claims):
            return False
        # First what may fail: a request whose streams are not in hand leaves no trace.
        self.require(request.streams)
        work = Work(self.state, self.require, self.table_names, self.calendar(), request.streams)
        closed_before = self._day_stream
        decided = self._decide_on(work, request)
        for key, head in work.heads.items():
            if key not in self._heads:
                self._heads[key] = head
        # What follows the close of a day is posted by it, and stands or falls with it.
        together = () if closed_before is None else (closed_before,)
        self._units.join((*together, *work.heads))
        self.requests.append(request)
        self._ids.update(claims)
        self._decided.append(decided)
        return True

    def _decide_on(self, work: Work, request: Request) -> Decided:
        made: list[Event] = []
        for index, command in enumerate(request.commands):
            try:
                made += work.decide(command, self._stamp(request, index, work))
            except Refused as refusal:
                return Decided(request, [], CommandRefused(refusal, index, command))
        self._changed.update(work.states)
        if work.day_stream is not None:
            self._calendar, self._day_stream = work.calendar, work.day_stream
        return Decided(request, made, None)

    def require(self, keys: Sequence[str]) -> None:
        """All that is missing is named at once."""
        if missing := self._streams.missing(key for key in keys if key not in self._changed):
            raise NotInHand(missing)

    def state(self, key: str) -> StreamState:
        """A stream as it is after this batch, if all of it is committed."""
        changed = self._changed.get(key)
        return self._streams.get(key) if changed is None else changed

    def calendar(self) -> Calendar:
        """How far the days are closed after this batch, if all of it is committed."""
        return self._streams.calendar() if self._calendar is None else self._calendar

    def table_names(self) -> set[str]:
        """Every table there is: in the store, or opened just now."""
        opened = (key for key, now in self._changed.items() if isinstance(now, Table))
        return {*self._streams.table_names(), *opened}

    def _stamp(self, request: Request, index: int, work: Work) -> Stamp:
        command, context = request.commands[index], request.context
        stamp = self._clock.stamp(command, str(request.ids[index]), work.calendar)
        return replace(
            stamp,
            controls=self._controls,
            proofs=None if context.proofs is None else context.proofs[index],
            findings=context.findings.get(command.day, _NO_FINDINGS)
            if context.findings and isinstance(command, OfDay)
            else _NO_FINDINGS,
            salt=self._salt,
            seal_key=context.seal_key,
        )

    def to_store(self) -> Batch:
        """All of it as columns for the store, with the heads it was decided on."""
        batch = Batch()
        self._numbers = self._units.numbered()
        for stream, unit in self._numbers.items():
            batch.expect(stream, self._heads[stream], unit)
        for decided in self._decided:
            request = decided.request
            if request.is_probe:
                continue
            unit = self._unit(decided)
            decided.states = batch.add(decided.events, unit)
            for claimed in request.claims:
                batch.claim(claimed, request.body, unit, len(decided.events))
            if self._keeps_trails and decided.events:
                _name(batch, request)
            if decided.refusal is not None:
                batch.refuse(self._refusal(decided.refusal, request), unit)
        return batch

    def conclude(self, outcome: Outcome) -> Verdict:
        """Keep and answer what was committed; return what was not."""
        repeated = {
            decided
            for decided in (self._decided if outcome.repeated else ())
            if not outcome.repeated.isdisjoint(decided.request.claims)
        }
        broken = outcome.stale_units | {
            self._unit(decided) for decided in repeated if decided.refusal is None
        }
        for stream, unit in self._numbers.items():
            if unit in broken:
                self._streams.forget(stream)
            elif stream in self._changed:
                self._streams.put(stream, self._changed[stream])
        self._turn_calendar(outcome.stale_units, broken)
        verdict, settled = Verdict(), self._decided
        if repeated or broken:
            settled = []
            for decided in self._decided:
                if decided in repeated:
                    verdict.repeated.append(decided.request)
                elif self._unit(decided) in broken:
                    verdict.undone.append(decided.request)
                else:
                    settled.append(decided)
        _count(settled)
        for decided in settled:
            settle(decided.request, decided.refusal or Answer(tuple(decided.states)))
        return verdict

    def _turn_calendar(self, stale: frozenset[int], broken: frozenset[int]) -> None:
        """By a committed close only; where the store was not as thought, by the store."""
        undone = self._day_stream is not None and self._numbers[self._day_stream] in broken
        if stale or undone:
            self._streams.turn_calendar(None)
        elif self._calendar is not None:
            self._streams.turn_calendar(self._calendar)

    def _unit(self, decided: Decided) -> int:
        """A probe belongs to none, and nothing can break it."""
        if decided.request.is_probe:
            return _NO_UNIT
        return self._numbers[decided.request.streams[0]]

    def _refusal(self, refused: CommandRefused, request: Request) -> Refusal:
        return Refusal(
            command_id=request.ids[refused.index],
            stream=stream_of(refused.command),
            recorded=self._clock.recorded,
            command=refused.command.model_dump_json(exclude_none=True),
            rule=refused.refusal.rule,
            reason=refused.refusal.reason,
            delivery=request.delivery,
        )


def _name(batch: Batch, request: Request) -> None:
    if (trail := request.context.trail) is not None:
        for command_id in request.ids:
            batch.name(command_id, KeptTrail(trail.request_id, trail.traceparent))


def _counted_as(request: Request, refused: CommandRefused) -> str:
    """As anybody may know it: the metrics are open to those who see no hands."""
    return disclosed(request.commands, refused.refusal, refused.index).rule


def _count(settled: list[Decided]) -> None:
    """Summed first, and by counters that were found before: a label is dearer than a decision."""
    commands: defaultdict[tuple[str, str], int] = defaultdict(int)
    events: defaultdict[type[Event], int] = defaultdict(int)
    for decided in settled:
        outcome = "accepted" if decided.refusal is None else "refused"
        for command in decided.request.commands:
            commands[command.command, outcome] += 1
        for event in decided.events:
            events[type(event)] += 1
        if decided.refusal is not None:
            REFUSALS.labels(_counted_as(decided.request, decided.refusal)).inc()
    for told, number in commands.items():
        commands_counted(*told).inc(number)
    for kind, number in events.items():
        events_counted(kind.__name__).inc(number)


def record_batch(requests: Sequence[Request], deciding: Times, committing: Times) -> None:
    """Where somebody's request is recorded: a desk at rest, asked how it is, would fill a disk."""
    links = links_of(request.context.trail for request in requests) if is_tracing() else ()
    if not links:
        return
    trace, batch = new_trace_id(), new_id()
    facts = {"pitledger.requests": len(requests)}
    record(Span("desk batch", trace, batch, None, deciding.began, committing.ended, facts, links))
    for name, times in (("decide", deciding), ("commit", committing)):
        record(Span(f"desk {name}", trace, new_id(), batch, *times, facts))
