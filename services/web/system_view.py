"""The system as it stands: its parts, its read models, its days, the settings that matter."""

import platform
from typing import Any, Final, NamedTuple

from psycopg.sql import SQL

from domain.game_library import REGULATIONS
from domain.games.seam.regulation import Regulation
from projections import all_projections
from projections.days import Days, status_of
from services.projector.standing import Standing, standing
from services.projector.steps import Step, Steps
from services.queries import BrokenRow, Queries
from services.runtime.build import build_name
from services.runtime.roster import Roster, Signed
from services.settings import Settings
from services.store.ledger import Ledger
from services.transparency.sealed_log import SealedLog

_DAYS: Final = SQL("SELECT DISTINCT day FROM read_balances ORDER BY day DESC LIMIT 14")
_SHOWN: Final = (
    *("property", "timezone", "day_start", "shifts", "clock_tolerance", "currency_threshold"),
    *("controls", "auth", "proof_seconds", "session_hours", "queue", "batch", "viewers"),
    *("connections", "partitions", "retention_hours", "origin", "seal_seconds"),
)
"""Settings that people ask about. No address, path or secret is among them."""


class Setting(NamedTuple):
    """One setting as it is in force."""

    name: str
    value: str
    about: str


class System(NamedTuple):
    """All that the page shows, beside what the parts answer when they are asked."""

    build: str
    python: str
    database: str
    """Version of the server, and whether it is the embedded one."""
    kafka: bool
    head: int
    """Events in the log."""
    sealed: int | None
    """Of these the newest checkpoint covers so many; none where nothing is sealed."""
    regulations: tuple[Regulation, ...]
    parts: list[Signed]
    models: list[Standing]
    steps: list[Step]
    broken: list[BrokenRow]
    days: list[tuple[str, str]]
    settings: list[Setting]


def system_of(settings: Settings, ledger: Ledger, books: Queries) -> System:
    datastore = ledger.datastore
    with datastore.get_connection() as conn:
        row: dict[str, Any] | None = conn.execute("SHOW server_version").fetchone()
    server = "" if row is None else str(row["server_version"])
    closed = books.rows.find(Days())
    newest = SealedLog(datastore).newest()
    days = [day for (day,) in books.rows.select(_DAYS)]
    return System(
        build=build_name(),
        python=platform.python_version(),
        database=f"PostgreSQL {server}{'' if settings.database_url else ', embedded'}",
        kafka=bool(settings.kafka_bootstrap),
        head=ledger.head(),
        sealed=None if newest is None else newest.size,
        regulations=tuple(REGULATIONS),
        parts=Roster(datastore).signed(),
        models=standing(datastore, [one.name for one in all_projections()]),
        steps=Steps(datastore).in_force(),
        broken=books.floor().broken,
        days=[(day, status_of(day, closed)) for day in days],
        settings=list(_settings(settings)),
    )


def _settings(settings: Settings) -> list[Setting]:
    fields = Settings.model_fields
    return [
        Setting(name.upper(), str(getattr(settings, name)), fields[name].description or "")
        for name in _SHOWN
    ]
