"""How a command ends where it is the surroundings that are wrong; each command adds its own."""

from typing import Final

FAILED: Final = 1
WRONG_SETTINGS: Final = 2
"""Something that was told cannot be used, or the database or broker it names does not answer."""
UNUSABLE_DATABASE: Final = 6
"""The database answers, but rights, schema, password or the like have to be changed first."""
UNAVAILABLE: Final = 69
"""The database, or the archive, went away meanwhile."""
FAULT: Final = 70
"""Of Pitledger itself, shown in full."""
READER_LEFT: Final = 141
"""As a shell tells of any program that was writing when its reader left."""

PERMANENT: Final = frozenset({WRONG_SETTINGS, UNUSABLE_DATABASE})
"""Starting again helps nothing: a supervisor ends rather than try."""
