"""Where an archive lies: a folder, or a bucket of an object store."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from urllib.parse import unquote, urlsplit

from obstore.exceptions import AlreadyExistsError, BaseError
from obstore.store import LocalStore, from_url

from services.store.archived import ArchiveAway

if TYPE_CHECKING:
    from obstore.store import AzureStore, GCSStore, HTTPStore, MemoryStore, S3Store

    _Store: TypeAlias = AzureStore | GCSStore | HTTPStore | LocalStore | MemoryStore | S3Store

_PRIVATE: Final = 0o700
"""An archive holds every hand that was dealt."""
_MOST_RETRIES: Final = 4
_ALLOW_HTTP: Final = "AWS_ALLOW_HTTP"
"""The stores' own variable; without it nothing is sent in the clear."""


class Patience(NamedTuple):
    """How long an object store is waited for."""

    connect: timedelta
    request: timedelta
    in_all: timedelta


PROMPT: Final = Patience(timedelta(seconds=2), timedelta(seconds=5), timedelta(seconds=5))
"""Where somebody waits for a page."""
PATIENT: Final = Patience(timedelta(seconds=5), timedelta(seconds=30), timedelta(seconds=60))


class ObjectStore:
    """Objects by name. Whatever goes wrong is an ArchiveAway that names the place."""

    def __init__(self, url: str, patience: Patience = PATIENT) -> None:
        self.url = url
        self._patience = patience
        self._folder = _folder_of(url)
        self._opened: _Store | None = None

    def put_new(self, name: str, data: bytes) -> None:
        """An object that is never changed; one that is there already stays as it is."""
        with self._named():
            if self._folder is not None:
                self._folder.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
            with suppress(AlreadyExistsError):
                self._store().put(name, data, mode="create")
            if self._folder is not None:
                _to_disk(self._folder, name)

    def get(self, name: str) -> bytes:
        with self._named():
            store = self._store()
            try:
                return bytes(store.get(name).bytes())
            except FileNotFoundError:
                raise ArchiveAway(f"{name} is missing in the archive {self.url}") from None

    def names(self, folder: str) -> list[str]:
        """Of all objects below a folder, in their order."""
        with self._named():
            if self._folder is not None and not self._folder.exists():
                return []
            pages = self._store().list(f"{folder}/")
            return sorted(one["path"] for page in pages for one in page)

    def _store(self) -> "_Store":
        """Opened on first use: whoever reads nothing archived needs no archive."""
        if self._opened is None:
            self._opened = self._open()
        return self._opened

    def _open(self) -> "_Store":
        if self._folder is not None:
            return LocalStore(self._folder)
        in_the_clear = os.environ.get(_ALLOW_HTTP, "").lower() in ("1", "true")
        return from_url(
            self.url,
            client_options={
                "timeout": self._patience.request,
                "connect_timeout": self._patience.connect,
                "allow_http": in_the_clear,
            },
            retry_config={
                "max_retries": _MOST_RETRIES,
                "retry_timeout": self._patience.in_all,
            },
        )

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except (BaseError, OSError, ValueError) as error:
            # The library adds pages of its inner workings.
            why = str(error).partition("\n")[0]
            raise ArchiveAway(f"the archive {self.url} cannot be used: {why}") from None


def _folder_of(url: str) -> Path | None:
    """None for an object store."""
    parts = urlsplit(url)
    if parts.scheme == "file":
        return Path(unquote(parts.path))
    return None if "://" in url else Path(url).expanduser().absolute()


def _to_disk(folder: Path, name: str) -> None:
    """What will be taken out of the database outlives a loss of power here."""
    path = folder / name
    for one in (path, *path.parents):
        handle = os.open(one, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
        if one == folder:
            return
