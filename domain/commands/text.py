"""Text that a person can read as it was meant: nothing unseen, nothing that turns it around.

Letters of every language, marks, emoji and their joiners are text. Control characters (PostgreSQL
keeps no U+0000), marks of direction, lone surrogates, private and unassigned characters are not.
"""

import unicodedata
from typing import Final

MOST_CHARACTERS: Final = 2000
"""Of any text whatever; most fields allow fewer."""

_JOINERS: Final = "\u200c\u200d"
"""Persian is written with the one, and emoji are put together with the other."""
_FILLERS: Final = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
"""Letters and marks by class that leave nothing to be seen."""


def text_problem(text: str) -> str | None:
    """What is wrong with a text; None where it may be kept and shown."""
    if len(text) > MOST_CHARACTERS:
        return f"{len(text)} characters; a text has at most {MOST_CHARACTERS}"
    if text.isascii() and text.isprintable() and not text.isspace() and text:
        return None
    for character in text:
        if not _is_text(character):
            name = unicodedata.name(character, "")
            told = f" ({name})" if name else ""
            return f"holds the character U+{ord(character):04X}{told}, which is not text"
    if not any(_is_seen(character) for character in text):
        return "is blank"
    return None


def _is_text(character: str) -> bool:
    if character.isprintable():
        return character not in _FILLERS
    return character in _JOINERS or unicodedata.category(character) == "Zs"


def _is_seen(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS"
