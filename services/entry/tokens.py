"""Access tokens: who somebody is, by the hash of the token they show."""

import hashlib
import hmac
import re
import stat
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import structlog
from pydantic import TypeAdapter, ValidationError

from domain.commands.fields import Actor, TableName
from domain.proofs import Person
from domain.roles import ROLES
from services.runtime.logs import Told
from services.settings import Settings
from services.settings_sources import PREFIX, SettingsError

_log = structlog.get_logger("tokens")
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_TABLE: Final = TypeAdapter(TableName)
_FIELDS: Final = frozenset({"id", "role", "sha256"})
_OPTIONAL: Final = frozenset({"tables"})
_MOST_TABLES: Final = 50
"""A session's cookie names them, and a browser keeps no more than 4,096 bytes of it."""
_LOOK_SECONDS: Final = 0.25
"""How often it is looked whether the file has changed."""


class Known(NamedTuple):
    """Who signed in, and the secret that makes and checks that person's proofs."""

    actor: Actor
    secret: bytes
    """Of a token, its hash."""
    tables: frozenset[str] | None = None
    """The only tables that may be told anything, if it is not all of them."""


class Tokens:
    """Known tokens, by the hash of each; the file never holds a token itself.

    A file that changes is read again, so that who is taken out of it is out within a moment.
    """

    def __init__(
        self, path: Path | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._path = path
        self._clock = clock
        self._told = Told("tokens")
        self._looked = clock()
        self._state = None if path is None else _state(path)
        self._read = [] if path is None else _entries_in(path)

    @classmethod
    def of(cls, settings: Settings) -> Self | None:
        """Those of the house; None where nobody signs in."""
        if settings.auth == "off":
            return None
        settings.require_safe()
        # People of a provider alone: nobody is known by a token.
        return cls(settings.tokens)

    @classmethod
    def read(cls, path: Path) -> Self:
        return cls(path)

    def known(self, token: str) -> Known | None:
        """Whose token this is. Every one is compared, so that the time taken tells nothing."""
        digest = hashlib.sha256(token.encode()).digest()
        found = [one for one in self._current() if hmac.compare_digest(one.secret, digest)]
        return found[0] if found else None

    def actor(self, token: str) -> Actor | None:
        found = self.known(token)
        return None if found is None else found.actor

    def holds(self, known: Known) -> bool:
        """Whether the file still names this token, in the same role and for the same tables."""
        return known in self._current()

    def keys_of(self, id_: str) -> list[Known]:
        """Every token of an id: two while a token is being changed."""
        return [one for one in self._current() if one.actor.id == id_]

    def of_person(self, person: Person) -> list[Known]:
        """Each token that signs this person in, in this role."""
        return [one for one in self.keys_of(person.id) if one.actor.role == person.role]

    def _current(self) -> list[Known]:
        """As the file says now; as it last said while it cannot be used."""
        if self._path is None or self._clock() - self._looked < _LOOK_SECONDS:
            return self._read
        self._looked = self._clock()
        state = _state(self._path)
        if state == self._state:
            return self._read
        try:
            self._read = _entries_in(self._path)
        except SettingsError as error:
            self._told.wrong("the tokens' file has changed and is not used", why=str(error))
            return self._read
        self._state = state
        self._told.well("the tokens' file is used again")
        _log.info("the tokens' file was read again", tokens=len(self._read))
        return self._read


def _state(path: Path) -> tuple[int, int, int] | None:
    """What changes with the file; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _entries_in(path: Path) -> list[Known]:
    try:
        known = _entries(tomllib.loads(path.read_text()))
    except (OSError, ValueError) as error:
        raise SettingsError(
            f"the tokens' file {path} cannot be used: {error}; it lists [[token]] with"
            " id, role and sha256, and tables if it is for some of them only"
        ) from error
    warn_of_readers(path, "the tokens' file")
    return known


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


def _entries(content: dict[str, Any]) -> list[Known]:
    entries = content.get("token")
    if not isinstance(entries, list) or not entries:
        raise ValueError("there is no token in it")
    known: dict[bytes, Known] = {}
    for number, one in enumerate(entries, 1):
        read = _entry(number, one)
        if read.secret in known:
            raise ValueError(f"token {number}: {known[read.secret].actor.id} has the same sha256")
        known[read.secret] = read
    return list(known.values())


def _entry(number: int, entry: Any) -> Known:
    """The token's hash, whose it is, and what it is for."""
    where = f"token {number}"
    if not isinstance(entry, dict) or entry.keys() - _OPTIONAL != _FIELDS:
        raise ValueError(
            f"{where}: an entry has id, role and sha256, and nothing else but tables if it is for"
            " some of them only"
        )
    role, digest = entry["role"], str(entry["sha256"]).lower()
    if role not in ROLES:
        raise ValueError(f"{where}: there is no role {role!r}; there are {', '.join(ROLES)}")
    if not _SHA256.fullmatch(digest):
        raise ValueError(f"{where}: sha256 is 64 hexadecimal digits: printf %s TOKEN | sha256sum")
    try:
        actor = named(entry["id"], role)
        tables = read_tables(entry["tables"]) if "tables" in entry else None
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    return Known(actor, bytes.fromhex(digest), tables)


def named(id_: Any, role: str) -> Actor:
    """Somebody by an id that a person can read and tell from others."""
    try:
        actor = Actor(id=id_, role=role)
    except ValidationError as error:
        raise ValueError(f"id: {error.errors()[0]['msg']}") from None
    if actor.id != actor.id.strip() or not actor.id.isprintable():
        raise ValueError(f"the id {actor.id!r} is blank, padded or not printable")
    return actor


def read_tables(value: Any) -> frozenset[str]:
    """The tables that somebody is confined to."""
    if not isinstance(value, list) or not value:
        raise ValueError('tables is a list of names, such as ["PG01"]; leave it out for all tables')
    if len(value) > _MOST_TABLES:
        raise ValueError(f"tables names more than {_MOST_TABLES}; leave it out for all tables")
    try:
        return frozenset(_TABLE.validate_python(one, strict=True) for one in value)
    except ValidationError:
        raise ValueError(
            f"tables: one of {value!r} is no name of a table: letters, digits and _, at most 32"
        ) from None


def warn_of_readers(path: Path, what: str) -> None:
    """Whoever can read it can sign in, or sign, in the name of everybody."""
    if path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH | stat.S_IWGRP | stat.S_IWOTH):
        _log.warning(f"{what} is open to others than its owner", file=str(path), remedy="chmod 600")
