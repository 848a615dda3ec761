"""The file of the private keys: a line each, the newest last, for its owner's eyes alone.

A line is a private key as the signed notes of others write it: PRIVATE+KEY+NAME+ID+KEY. A line may
also be a verifier key, NAME+ID+KEY: of a key that is gone, and by which what it signed is still
checked. No error says what stands in a line.
"""

import fcntl
import os
import secrets
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from services.settings_sources import SettingsError
from services.transparency.encoding import decode64, encode64
from services.transparency.notes import BadKey, SigningKey, VerifierKey
from services.transparency.rotation import read_log_key

_HEAD: Final = "PRIVATE+KEY+"
_ED25519: Final = b"\x01"
_SEED_BYTES: Final = 32
_MOST_BYTES: Final = 1_000_000
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


class BadKeyFile(SettingsError):
    """A file of keys that cannot be used; says what to do."""


class KeyFileThere(SettingsError):
    """A new key would overwrite another."""


class KeyFile(NamedTuple):
    """What stands in a file of keys."""

    keys: list[SigningKey]
    """That sign, oldest first."""
    gone: list[VerifierKey]
    """That signed once."""


def read_keys(path: Path) -> list[SigningKey]:
    """That sign, oldest first. Raises FileNotFoundError where there is no file, and BadKeyFile."""
    return read_key_file(path).keys


def read_key_file(path: Path) -> KeyFile:
    """All of it. Raises as `read_keys` does."""
    try:
        text = _read(path).decode("ascii")
    except UnicodeDecodeError:
        raise BadKeyFile(f"{path} is no file of keys: it holds more than plain letters") from None
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    found = [_read_line(path, number, line.strip()) for number, line in lines]
    keys = [key for key in found if isinstance(key, SigningKey)]
    gone = [key for key in found if isinstance(key, VerifierKey)]
    if not keys:
        raise BadKeyFile(
            f"{path} holds no private key: restore your copy, or name another file that is not"
            " there yet and make one: pitledger key new FILE"
        )
    if len({*gone, *(key.verifier for key in keys)}) != len(found):
        raise BadKeyFile(f"{path} holds a key twice: remove one of the lines")
    return KeyFile(keys, gone)


def make_key_file(path: Path, name: str) -> SigningKey:
    """A new key in a new file. Raises KeyFileThere where there is a file already."""
    line, key = _new_line(name)
    with _written_beside(path, line) as made:
        try:
            os.link(made, path)  # whole, and never in the place of another
        except FileExistsError:
            raise KeyFileThere(
                f"{path} is there already, and a key is never overwritten: name another file, or"
                " go over to a next key with: pitledger key rotate"
            ) from None
    return key


def next_key(path: Path, name: str, used: Iterable[str]) -> SigningKey:
    """The last key of the file if it was never used, else a new one behind it.

    A rotation that was cut short has left its key there; it is gone on with, not begun again.
    """
    path = path.resolve()  # a link stays one
    with _alone(path):
        keys = read_keys(path)
        if str(keys[-1].verifier) not in set(used):
            return keys[-1]
        line, key = _new_line(name)
        before = _read(path).decode("ascii").rstrip("\n")
        with _written_beside(path, f"{before}\n{line}") as made:
            made.replace(path)
    return key


def _new_line(name: str) -> tuple[str, SigningKey]:
    seed = secrets.token_bytes(_SEED_BYTES)
    key = SigningKey(name, seed)
    id_ = key.verifier.key_id().hex()
    return f"{_HEAD}{name}+{id_}+{encode64(_ED25519 + seed)}\n", key


def _read_line(path: Path, number: int, line: str) -> SigningKey | VerifierKey:
    where = f"{path}, line {number}"
    if not line.startswith(_HEAD):
        try:
            return read_log_key(line)
        except BadKey:
            raise BadKeyFile(
                f"{where}: a key is a line PRIVATE+KEY+NAME+ID+KEY, or NAME+ID+KEY for one that is"
                " gone; restore your copy of the file"
            ) from None
    name, _, rest = line.removeprefix(_HEAD).partition("+")
    told_id, _, encoded = rest.partition("+")
    key = _key(name, encoded)
    if key is None:
        raise BadKeyFile(f"{where}: it is no Ed25519 key; restore your copy of the file")
    if key.verifier.key_id().hex() != told_id:
        raise BadKeyFile(f"{where}: its id is not that of the key; restore your copy of the file")
    return key


def _key(name: str, encoded: str) -> SigningKey | None:
    try:
        raw = decode64(encoded)
        return SigningKey(name, raw[1:]) if raw[:1] == _ED25519 else None
    except ValueError:
        return None


def _read(path: Path) -> bytes:
    """What is looked at is what is read: the file itself is asked, not its name."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise BadKeyFile(f"{path} cannot be read: {error.strerror}") from None
    try:
        _require_own(path, os.fstat(file))
        read = os.read(file, _MOST_BYTES + 1)
    finally:
        os.close(file)
    if len(read) > _MOST_BYTES:
        raise BadKeyFile(f"{path} is no file of keys: it is larger than {_MOST_BYTES} bytes")
    return read


def _require_own(path: Path, found: os.stat_result) -> None:
    """Whoever else can read it can sign in the house's name."""
    if not stat.S_ISREG(found.st_mode):
        raise BadKeyFile(f"{path} is no file of keys, but something else than a file")
    if found.st_uid != os.geteuid():
        raise BadKeyFile(
            f"{path} belongs to user {found.st_uid}, and this runs as user {os.geteuid()}: run it"
            f" as that user, or hand the file over (chown {os.geteuid()} {path})"
        )
    if found.st_mode & _OTHERS:
        mode = stat.S_IMODE(found.st_mode)
        raise BadKeyFile(
            f"others than its owner can use {path} (mode {mode:04o}), and its keys may be known to"
            f" them: chmod 600 {path}; if somebody did read it, pitledger key rotate"
        )


@contextmanager
def _written_beside(path: Path, text: str) -> Iterator[Path]:
    """The text on the disk under another name; what is done with it is on the disk afterwards."""
    try:
        file, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # 0600, and new
    except OSError as error:
        raise BadKeyFile(f"{path} cannot be written: {error.strerror}") from None
    made = Path(name)
    try:
        with os.fdopen(file, "w", encoding="ascii") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(file)
        yield made
        _sync_folder(path.parent)
    except OSError as error:
        raise BadKeyFile(f"{path} cannot be written: {error.strerror}") from None
    finally:
        with suppress(FileNotFoundError):
            made.unlink()


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Two that add a key at once do so one after the other."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _sync_folder(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
