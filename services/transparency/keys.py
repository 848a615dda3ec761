"""Where the house's private keys lie, and which of them sign a checkpoint."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import structlog

from services.settings import Settings
from services.settings_sources import PREFIX, SettingsError
from services.store.ledger import Ledger
from services.transparency.kept_keys import keep_history
from services.transparency.key_file import KeyFileThere, make_key_file, read_key_file, read_keys
from services.transparency.key_history import KeyHistory
from services.transparency.notes import SigningKey, VerifierKey

_log = structlog.get_logger("keys")
_SETTING: Final = f"{PREFIX}SEAL_KEY_FILE"
_EMBEDDED: Final = "seal.key"


class NoKey(SettingsError):
    """This machine was given no key to sign with."""


class KeyNotHere(SettingsError):
    """A key that has to sign is not in this machine's file."""


def key_file(settings: Settings) -> Path | None:
    """Named by the setting; beside the embedded database where nothing is named."""
    if settings.seal_key_file is not None:
        return settings.seal_key_file.expanduser()
    if settings.database_url:
        return None
    return settings.data.expanduser() / _EMBEDDED


def load_keys(settings: Settings, *, make: bool = False) -> list[SigningKey]:
    """The house's keys, oldest first; none where this machine has no file of them.

    With `make`, for who signs: there is one afterwards, or NoKey says why not. It is made where
    the database is embedded and no file is named: who names one has made it.
    """
    path = key_file(settings)
    if path is None:
        if make:
            raise NoKey(no_file())
        return []
    try:
        keys = read_keys(path)
    except FileNotFoundError:
        if settings.seal_key_file is not None:
            raise NoKey(
                f"{_SETTING}: {path} is not there: restore your copy of it, or, where nothing was"
                f" sealed before, make it: pitledger key new {path}"
            ) from None
        if not make:
            return []
        return _made(path, settings)
    return _named(keys, path, settings.log_origin())


def trusted_keys(settings: Settings) -> list[VerifierKey]:
    """By which what was signed here before is checked: all that the file names, also those gone.

    Not those of the database, which who changes the log may change with it.
    """
    path = key_file(settings)
    try:
        found = None if path is None else read_key_file(path)
    except FileNotFoundError:
        found = None
    return [] if found is None else [*found.gone, *(key.verifier for key in found.keys)]


def why_no_key(settings: Settings) -> str | None:
    """Why this machine cannot seal; None: it can. Nothing is read or made."""
    return no_file() if key_file(settings) is None else None


def signers_for(
    ledger: Ledger, settings: Settings, *, size: int, after: int = 0
) -> list[SigningKey]:
    """Who signs a checkpoint of that size, when the newest one before it has the size `after`.

    By what the log says up to there: the key in force, and with the first checkpoint that covers a
    rotation the key that gave way as well, so that who knows only that one can go on. The file is
    read each time: a key that came into force is found without a restart. Also keeps in the
    database which keys were in force, for those who have no file.

    Raises NoKey, BadKeyFile and KeyNotHere, which are the settings', and BrokenHistory.
    """
    origin = settings.log_origin()
    keys = load_keys(settings, make=True)
    history = keep_history(ledger, origin, [key.verifier for key in keys], upto=size)
    return _having(keys, history.signing(origin, size, after), key_file(settings))


def in_force_here(keys: Iterable[SigningKey], history: KeyHistory, origin: str) -> SigningKey:
    """The key that the log says is in force, as a private one. Raises KeyNotHere."""
    newest = history.newest(origin)
    wanted = [] if newest is None else [newest.key]
    found = _having(list(keys), wanted, None)
    if not found:
        raise KeyNotHere(f"nothing is sealed as {origin} yet, so no key of it is in force")
    return found[0]


def _having(
    keys: list[SigningKey], wanted: Iterable[VerifierKey], path: Path | None
) -> list[SigningKey]:
    by_verifier = {key.verifier: key for key in keys}
    found = []
    for one in wanted:
        if one not in by_verifier:
            raise KeyNotHere(
                f"the key {one} has to sign, and it is not in {path or 'the file of keys'}: bring"
                " the file of the machine that has it, or your copy; if it is lost for good, see"
                " docs/operations.md"
            )
        found.append(by_verifier[one])
    return found


def make_data_folder(folder: Path) -> None:
    """As the embedded database would: the key may be made first."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"the data folder {folder} cannot be used: {error}") from None


def _made(path: Path, settings: Settings) -> list[SigningKey]:
    make_data_folder(path.parent)
    try:
        key = make_key_file(path, settings.log_origin())
    except KeyFileThere:  # another process was first
        return _named(read_keys(path), path, settings.log_origin())
    _log.info("a key was made that seals the log", file=str(path), key=str(key.verifier))
    return [key]


def _named(keys: list[SigningKey], path: Path, origin: str) -> list[SigningKey]:
    """A key's name is the log's: others would not know what it signs."""
    others = {key.verifier.name for key in keys} - {origin}
    if others:
        raise KeyNotHere(
            f"{path} holds keys of {', '.join(sorted(others))}, and the log is called {origin}: set"
            f" {PREFIX}ORIGIN (or {PREFIX}PROPERTY) as it was, or make a key of the new name in a"
            " file of its own: pitledger key new FILE"
        )
    return keys


def no_file() -> str:
    """What to do where a private key is needed and none is."""
    return (
        "there is no key to sign the log with: make one with `pitledger key new FILE`, once for the"
        f" house, and name it with {_SETTING}=FILE where `pitledger follow` runs"
    )
