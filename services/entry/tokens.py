"""Access tokens: who somebody is, by the hash of the token they show."""

import hashlib
import hmac
import re
import stat
import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import structlog
from pydantic import ValidationError

from domain.commands.fields import Actor
from domain.duties import ROLES
from domain.proofs import Person
from services.settings import PREFIX, Settings, SettingsError

_log = structlog.get_logger("tokens")
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_FIELDS: Final = frozenset({"id", "role", "sha256"})


class Known(NamedTuple):
    """Who showed a token, and the token's hash, which makes and checks that person's proofs."""

    actor: Actor
    secret: bytes


class Tokens:
    """Known tokens, by the hash of each; the file never holds a token itself."""

    def __init__(self, actors: dict[str, Actor]) -> None:
        self._known = [Known(actor, bytes.fromhex(digest)) for digest, actor in actors.items()]

    @classmethod
    def of(cls, settings: Settings) -> Self | None:
        """Those of the house; None where nobody signs in."""
        if settings.auth == "off":
            return None
        return cls.read(settings.tokens_file())

    @classmethod
    def read(cls, path: Path) -> Self:
        try:
            actors = _entries(tomllib.loads(path.read_text()))
        except (OSError, ValueError) as error:
            raise SettingsError(
                f"the tokens' file {path} cannot be used: {error}; it lists [[token]] with"
                " id, role and sha256"
            ) from error
        _warn_of_readers(path)
        return cls(actors)

    def known(self, token: str) -> Known | None:
        """Whose token this is. Every one is compared, so that the time taken tells nothing."""
        digest = hashlib.sha256(token.encode()).digest()
        found = [one for one in self._known if hmac.compare_digest(one.secret, digest)]
        return found[0] if found else None

    def actor(self, token: str) -> Actor | None:
        found = self.known(token)
        return None if found is None else found.actor

    def keys_of(self, id_: str) -> list[Known]:
        """Every token of an id: two while a token is being changed."""
        return [one for one in self._known if one.actor.id == id_]

    def secrets_of(self, person: Person) -> list[bytes]:
        """The hash of each token that signs this person in, in this role."""
        return [
            one.secret
            for one in self._known
            if (one.actor.id, one.actor.role) == (person.id, person.role)
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


def _entries(content: dict[str, Any]) -> dict[str, Actor]:
    entries = content.get("token")
    if not isinstance(entries, list) or not entries:
        raise ValueError("there is no token in it")
    actors: dict[str, Actor] = {}
    for number, one in enumerate(entries, 1):
        digest, actor = _entry(number, one)
        if digest in actors:
            raise ValueError(f"token {number}: {actors[digest].id} has the same sha256")
        actors[digest] = actor
    return actors


def _entry(number: int, entry: Any) -> tuple[str, Actor]:
    """The token's hash and whose it is."""
    where = f"token {number}"
    if not isinstance(entry, dict) or entry.keys() != _FIELDS:
        raise ValueError(f"{where}: an entry has id, role and sha256, and nothing else")
    role, digest = entry["role"], str(entry["sha256"]).lower()
    if role not in ROLES:
        raise ValueError(f"{where}: there is no role {role!r}; there are {', '.join(ROLES)}")
    if not _SHA256.fullmatch(digest):
        raise ValueError(f"{where}: sha256 is 64 hexadecimal digits: printf %s TOKEN | sha256sum")
    try:
        actor = Actor(id=entry["id"], role=role)
    except ValidationError as error:
        raise ValueError(f"{where}: id: {error.errors()[0]['msg']}") from None
    if actor.id != actor.id.strip() or not actor.id.isprintable():
        raise ValueError(f"{where}: the id {actor.id!r} is blank, padded or not printable")
    return digest, actor


def _warn_of_readers(path: Path) -> None:
    """Whoever can read the hashes can sign in the name of everybody."""
    if path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH | stat.S_IWGRP | stat.S_IWOTH):
        _log.warning(
            "the tokens' file is open to others than its owner", file=str(path), remedy="chmod 600"
        )
