"""A batch on its way to the store: streams with their heads, claims of command ids, events."""

from dataclasses import dataclass, field
from uuid import UUID

from domain.events import Event, encode, topic_of


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

    streams: list[str] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    stream_units: list[int] = field(default_factory=list)
    claims: list[UUID] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    claim_units: list[int] = field(default_factory=list)
    firsts: list[int | None] = field(default_factory=list)
    lasts: list[int | None] = field(default_factory=list)
    event_units: list[int] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    seqs: list[int] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    rounds: list[str | None] = field(default_factory=list)
    states: list[bytes] = field(default_factory=list)
    refused_units: list[int] = field(default_factory=list)
    refused_ids: list[UUID] = field(default_factory=list)
    refused_streams: list[str] = field(default_factory=list)
    recorded: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    deliveries: list[str | None] = field(default_factory=list)

    def expect(self, stream: str, head: int, unit: int) -> None:
        """The batch was decided with this stream at this head."""
        self.streams.append(stream)
        self.heads.append(head)
        self.stream_units.append(unit)

    def add(self, events: list[Event], unit: int) -> list[bytes]:
        """Events in their order; their bytes, encoded this once."""
        encoded = [encode(event) for event in events]
        self.event_units += [unit] * len(events)
        self.keys += [event.key for event in events]
        self.seqs += [event.seq for event in events]
        self.topics += [topic_of(event) for event in events]
        self.rounds += [event.round for event in events]
        self.states += encoded
        return encoded

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
