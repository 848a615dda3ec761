"""What happened at a table in a floorperson's words: events in, sentences out."""

from services.explain.narrator import Narrator, tell_refusal

__all__ = ["Narrator", "tell_refusal"]
