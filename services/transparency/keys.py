"""Where the house's private keys lie, and which of them sign a checkpoint."""

import os
import secrets
from pathlib import Path
from typing import Final

from services.settings import PREFIX, Settings, SettingsError
from services.store.ledger import Ledger
from services.transparency.encoding import decode64, encode64
from services.transparency.key_history import keep_key
from services.transparency.notes import SigningKey

_HEAD: Final = "PRIVATE+KEY+"
_ED25519: Final = b"\x01"


class NoKey(SettingsError):
    """This machine was given no key to sign with."""


def key_file(settings: Settings) -> Path | None:
    """Named by the setting; beside the embedded database where nothing is named."""
    if settings.seal_key_file is not None:
        return settings.seal_key_file.expanduser()
    return None if settings.database_url else settings.data.expanduser() / "seal.key"


def why_no_key(settings: Settings) -> str | None:
    """Why this machine cannot seal; None: it can. Nothing is read or made."""
    return _no_file() if key_file(settings) is None else None


def load_keys(settings: Settings, *, make: bool = False) -> list[SigningKey]:
    """The house's keys, oldest first; with `make`, for who signs, there is one afterwards."""
    path = key_file(settings)
    if path is None:
        if make:
            raise NoKey(_no_file())
        return []
    if make and settings.seal_key_file is None and not path.exists():
        _make(path, settings.log_origin())
    try:
        lines = path.read_text("ascii").split()
    except OSError as error:
        raise NoKey(f"{path} cannot be read: {error.strerror}") from None
    keys = [_read_line(line) for line in lines]
    return [key for key in keys if key.verifier.name == settings.log_origin()]


def signers_for(
    ledger: Ledger, settings: Settings, *, size: int, after: int = 0
) -> list[SigningKey]:
    """Who signs a checkpoint of that size, when the newest one before it has the size `after`."""
    keys = load_keys(settings, make=True)
    if not keys:
        raise NoKey(f"no key at hand is called {settings.log_origin()}")
    keep_key(ledger.datastore, keys[-1].verifier, size)
    return keys[-1:]


def _make(path: Path, name: str) -> None:
    seed = secrets.token_bytes(32)
    key = SigningKey(name, seed)
    made = f"{_HEAD}{name}+{key.verifier.key_id().hex()}+{encode64(_ED25519 + seed)}\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return
    with os.fdopen(file, "w", encoding="ascii") as opened:
        opened.write(made)


def _read_line(line: str) -> SigningKey:
    name, _, encoded = line.removeprefix(_HEAD).split("+", 2)
    return SigningKey(name, decode64(encoded)[1:])


def _no_file() -> str:
    return (
        "there is no key to sign the log with: make one with `pitledger key new FILE`, once for the"
        f" house, and name it with {PREFIX}SEAL_KEY_FILE=FILE where `pitledger seal` runs"
    )
