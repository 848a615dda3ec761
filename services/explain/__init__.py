"""What happened at a table, told as a floorperson would tell it: events in, sentences out."""

from services.explain.narrator import Narrator, tell_refusal

__all__ = ["Narrator", "tell_refusal"]
