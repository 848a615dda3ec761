"""Access tokens: who a caller is, by the hash of the token that the caller shows."""

import hashlib
import hmac
import tomllib
from pathlib import Path

from domain.commands.fields import Actor
from services.settings import SettingsError


class Tokens:
    """Known tokens, by the hash of each; the file never holds a token itself."""

    def __init__(self, actors: dict[str, Actor]) -> None:
        self._actors = actors

    @classmethod
    def read(cls, path: Path) -> "Tokens":
        try:
            entries = tomllib.loads(path.read_text())["token"]
            return cls(
                {one["sha256"].lower(): Actor(id=one["id"], role=one["role"]) for one in entries}
            )
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
