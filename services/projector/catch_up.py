"""Bringing the read models up to the log, for a command that looks without a running service."""

import time
from collections.abc import Mapping
from typing import Final

from projections import all_projections
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.storage import Storage, open_storage_as_it_is
from services.store.database import DatabaseUnusable, NotPermitted
from services.store.schema import other_version
from services.tempo import seconds

_PATIENCE_SECONDS: Final = seconds(10.0)
_LOOK_SECONDS: Final = 0.1


def catch_up(storage: Storage) -> None:
    """Up to what the log holds now; nothing is written where the read models are there already.

    Harmless beside a running service: positions move by compare-and-set. Rows of another version
    are left alone, because folding them again would take them from the service that keeps them.
    """
    goal = storage.ledger.stream_heads()
    _refuse_other_versions(storage.models)
    late = storage.models.behind(_names(), goal)
    if not late:
        return
    try:
        with open_storage_as_it_is(storage.settings) as writing:
            chosen = [one for one in all_projections() if one.name in late]
            Runner(LogFeed(writing.ledger), writing.models, chosen).catch_up()
    except NotPermitted as error:
        _wait_for_the_service(storage, goal, error)


def _wait_for_the_service(storage: Storage, goal: Mapping[str, int], refusal: NotPermitted) -> None:
    """Who may only read waits for whoever folds."""
    until = time.monotonic() + _PATIENCE_SECONDS
    while late := storage.models.behind(_names(), goal):
        if time.monotonic() > until:
            raise DatabaseUnusable(
                f"the read models {', '.join(sorted(late))} are behind the log, no service brings"
                f" them up to it, and this user may not: start the service ({refusal})"
            ) from None
        time.sleep(_LOOK_SECONDS)


def _refuse_other_versions(models: ReadModels) -> None:
    known = {one.name: one.version for one in all_projections()}
    stored = models.versions(_names())
    other = [
        f"{name} {version}, here {known[name]}"
        for name, version in sorted(stored.items())
        if version != known[name]
    ]
    if other:
        raise other_version(f"read models {'; '.join(other)}")


def _names() -> list[str]:
    return [one.name for one in all_projections()]
