"""What happened: immutable facts, the same bytes in the store, on Kafka and in proofs."""

from domain.events.encoding import encode, topic_of
from domain.events.envelope import Event, Posting, RoundEvent

__all__ = ["Event", "Posting", "RoundEvent", "encode", "topic_of"]
