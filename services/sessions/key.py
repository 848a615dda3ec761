"""The key of the house's sessions: a file of the operator's, or one the database keeps."""

from pathlib import Path
from typing import Final

from services.entry.tokens import warn_of_readers
from services.sessions.kept import KeptSessions
from services.settings import Settings
from services.settings_sources import PREFIX, SettingsError

_LEAST_BYTES: Final = 32


def house_key(settings: Settings, kept: KeptSessions) -> bytes:
    """Whoever has it can sign in as anybody."""
    file = settings.session_key_file
    return kept.key() if file is None else _read(file)


def _read(path: Path) -> bytes:
    try:
        key = path.read_bytes().strip()
    except OSError as error:
        raise SettingsError(f"{PREFIX}SESSION_KEY_FILE cannot be read: {error}") from None
    if len(key) < _LEAST_BYTES:
        raise SettingsError(
            f"{PREFIX}SESSION_KEY_FILE: {path} holds {len(key)} bytes; a key has at least"
            f" {_LEAST_BYTES}: openssl rand -hex 32 > {path}"
        )
    warn_of_readers(path, "the sessions' key")
    return key
