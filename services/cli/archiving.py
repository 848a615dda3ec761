"""What the commands about the archive share: where it is, whose keys, and what can go wrong."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from services.cli.boundary import end
from services.cli.exit_codes import FAILED

if TYPE_CHECKING:
    from services.archive.object_store import ObjectStore
    from services.settings import Settings
    from services.transparency.notes import VerifierKey


def place_of_archive(settings: "Settings", told: str | None = None) -> "ObjectStore":
    """The one that was typed, else the one of the settings."""
    from services.archive.object_store import ObjectStore

    url = told or settings.archive_url
    if not url:
        end("no archive is named: set PITLEDGER_ARCHIVE_URL to a folder or to s3://bucket/house")
    return ObjectStore(url)


def read_keys(told: list[str] | None) -> "list[VerifierKey]":
    """Public keys as they were typed."""
    from services.transparency.notes import BadKey, read_key

    try:
        return [read_key(one) for one in told or ()]
    except BadKey as error:
        end(f"--key: {error}")


@contextmanager
def explained() -> Iterator[None]:
    """Whatever stands against it is one line, and 1; 3: signed by another key, 4: another log."""
    from services.archive.proving import NotProved
    from services.archive.prune_checks import CannotPrune
    from services.archive.restoring import CannotRestore
    from services.archive.same_history import OtherHistory
    from services.store.archived import ArchiveAway
    from services.store.log_row import BadEntry
    from services.transparency.sealed_log import NotSealed

    try:
        yield
    except NotProved as error:
        end(error, error.CODE)
    except (
        ArchiveAway, BadEntry, CannotPrune, CannotRestore, NotSealed, OtherHistory,
    ) as error:  # fmt: skip
        end(error, FAILED)
