"""Access tokens: who a caller is, by the hash of the token that the caller shows."""

import hashlib
import hmac
import tomllib
from pathlib import Path

from domain.commands.fields import Actor
from services.settings import PREFIX, Settings, SettingsError


class Tokens:
    """Known tokens, by the hash of each; the file never holds a token itself."""

    def __init__(self, actors: dict[str, Actor]) -> None:
        self._actors = actors

    @classmethod
    def read(cls, path: Path) -> "Tokens":
        try:
            entries = tomllib.loads(path.read_text())["token"]
            return cls({_digest(one): Actor(id=one["id"], role=one["role"]) for one in entries})
        except (OSError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise SettingsError(
                f"the tokens' file {path} cannot be used: {error!r}; it lists [[token]] with"
                " id, role and sha256"
            ) from error

    def actor(self, token: str) -> Actor | None:
        digest = hashlib.sha256(token.encode()).hexdigest()
        return next(
            (actor for known, actor in self._actors.items() if hmac.compare_digest(known, digest)),
            None,
        )

    def keys_of(self, id_: str) -> list[tuple[bytes, Actor]]:
        """Digest and actor of every token of an id: two while a token is being changed."""
        return [
            (bytes.fromhex(digest), actor)
            for digest, actor in self._actors.items()
            if actor.id == id_
        ]


def own_token(settings: Settings) -> str | None:
    """The token of whoever runs this process, out of the environment or a file."""
    if settings.token is not None and settings.token_file is not None:
        raise SettingsError(f"name either {PREFIX}TOKEN or {PREFIX}TOKEN_FILE, not both")
    if settings.token_file is None:
        return None if settings.token is None else settings.token.get_secret_value()
    try:
        return settings.token_file.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{PREFIX}TOKEN_FILE cannot be read: {error}") from error


def _digest(entry: dict[str, str]) -> str:
    digest = entry["sha256"].lower()
    if len(bytes.fromhex(digest)) != hashlib.sha256().digest_size:
        raise ValueError(f"the sha256 of {entry['id']!r} is not 64 hexadecimal digits")
    return digest
