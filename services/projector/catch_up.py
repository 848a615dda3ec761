"""Bringing the read models up to the log, for a command that looks without a running service."""

from projections import all_projections
from services.bootstrap import Storage
from services.projector.feed import LogFeed
from services.projector.runner import Runner


def catch_up(archive: Storage) -> None:
    """Harmless beside a running service: positions move by compare-and-set."""
    Runner(LogFeed(archive.ledger), archive.models, all_projections()).catch_up()
