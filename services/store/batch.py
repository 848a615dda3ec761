"""A batch on its way to the store: streams with their heads, claims of command ids, events."""

from dataclasses import dataclass, field
from uuid import UUID

from domain.events import Event, encode, topic_of
from services.store.columns import BigInts, Blobs, Ints, Texts, Uuids
from services.store.trails import KeptTrail


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused command, as it is kept."""

    command_id: UUID
    stream: str
    recorded: str
    command: str
    rule: str
    reason: str
    delivery: str | None


@dataclass(slots=True)
class Batch:
    """Columns, because that is how one statement takes many rows."""

    streams: Texts = field(default_factory=Texts)
    heads: BigInts = field(default_factory=BigInts)
    stream_units: Ints = field(default_factory=Ints)
    claims: Uuids = field(default_factory=Uuids)
    bodies: Blobs = field(default_factory=Blobs)
    claim_units: Ints = field(default_factory=Ints)
    firsts: Ints = field(default_factory=Ints)
    lasts: Ints = field(default_factory=Ints)
    event_units: Ints = field(default_factory=Ints)
    keys: Texts = field(default_factory=Texts)
    seqs: BigInts = field(default_factory=BigInts)
    topics: Texts = field(default_factory=Texts)
    rounds: Texts = field(default_factory=Texts)
    states: Blobs = field(default_factory=Blobs)
    refused_units: Ints = field(default_factory=Ints)
    refused_ids: Uuids = field(default_factory=Uuids)
    refused_streams: Texts = field(default_factory=Texts)
    recorded: Texts = field(default_factory=Texts)
    refused: Texts = field(default_factory=Texts)
    rules: Texts = field(default_factory=Texts)
    reasons: Texts = field(default_factory=Texts)
    deliveries: Texts = field(default_factory=Texts)
    trail_ids: Uuids = field(default_factory=Uuids)
    request_ids: Texts = field(default_factory=Texts)
    traceparents: Texts = field(default_factory=Texts)

    def expect(self, stream: str, head: int, unit: int) -> None:
        """The batch was decided with this stream at this head."""
        self.streams.append(stream)
        self.heads.append(head)
        self.stream_units.append(unit)

    def add(self, events: list[Event], unit: int) -> list[bytes]:
        """Events in their order; their bytes, encoded this once."""
        before = len(self.states)
        for event in events:
            self.event_units.append(unit)
            self.keys.append(event.key)
            self.seqs.append(event.seq)
            self.topics.append(topic_of(event))
            self.rounds.append(event.round)
            self.states.append(encode(event))
        return self.states[before:]

    def claim(self, command_id: UUID, body: bytes, unit: int, events: int) -> None:
        """A command id for the last `events` added; none for a refused command, to look it up."""
        self.claims.append(command_id)
        self.bodies.append(body)
        self.claim_units.append(unit)
        last = len(self.states)
        self.firsts.append(last - events + 1 if events else None)
        self.lasts.append(last if events else None)

    def refuse(self, refusal: Refusal, unit: int) -> None:
        """A refusal to be kept beside the log."""
        self.refused_units.append(unit)
        self.refused_ids.append(refusal.command_id)
        self.refused_streams.append(refusal.stream)
        self.recorded.append(refusal.recorded)
        self.refused.append(refusal.command)
        self.rules.append(refusal.rule)
        self.reasons.append(refusal.reason)
        self.deliveries.append(refusal.delivery)

    def name(self, command_id: UUID, trail: KeptTrail) -> None:
        """How whoever asked finds the command again; told beside its events, never in them."""
        self.trail_ids.append(command_id)
        self.request_ids.append(trail.request_id)
        self.traceparents.append(trail.traceparent)

    def trails(self) -> tuple[object, ...]:
        """In the order of the statement that keeps them."""
        return self.trail_ids, self.request_ids, self.traceparents

    def columns(self) -> tuple[object, ...]:
        """In the order of the function's parameters."""
        return (
            self.streams,
            self.heads,
            self.stream_units,
            self.claims,
            self.bodies,
            self.claim_units,
            self.firsts,
            self.lasts,
            self.event_units,
            self.keys,
            self.seqs,
            self.topics,
            self.rounds,
            self.states,
            self.refused_units,
            self.refused_ids,
            self.refused_streams,
            self.recorded,
            self.refused,
            self.rules,
            self.reasons,
            self.deliveries,
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the store left out, and why."""

    stale_units: frozenset[int]
    repeated: frozenset[UUID]
