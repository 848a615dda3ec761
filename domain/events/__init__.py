"""What happened: immutable facts, the same bytes in the store, on Kafka and in proofs."""

from domain.events.codec import POSTINGS, decode, encode, kinds_of, topic_of
from domain.events.envelope import Event, Posting, RoundEvent

__all__ = ["POSTINGS", "Event", "Posting", "RoundEvent", "decode", "encode", "kinds_of", "topic_of"]
