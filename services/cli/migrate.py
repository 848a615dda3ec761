"""`pitledger migrate`: the schema made, or brought up to this build, by the role that owns it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from services.cli.boundary import tell
from services.runtime.logs import set_up_logs
from services.settings import read_settings

if TYPE_CHECKING:
    from services.settings import Settings

_TO_DO: Final = 3


def migrate(
    check: Annotated[
        bool, typer.Option("--check", help="Only say what is to be done; 3 if anything is.")
    ] = False,
    data: Annotated[Path | None, typer.Option(help="Folder of the embedded database.")] = None,
) -> None:
    """Make or upgrade the tables, as the owner that PITLEDGER_OWNER_URL names."""
    settings = read_settings(data=data)
    set_up_logs(settings.log, settings.log_level)
    if check:
        lines = _planned(settings)
        for line in lines:
            print(f"to do: {line}")
        if lines:
            raise typer.Exit(_TO_DO)
    else:
        for line in _migrated(settings):
            print(f"done: {line}")
    _report(settings)


def _planned(settings: "Settings") -> list[str]:
    from services.store.addresses import owner_url, serving_role
    from services.store.embedded import is_there
    from services.store.migrations import plan_migration

    if not settings.database_url and settings.owner_url is None and not is_there(settings.data):
        return [f"make an embedded database in {settings.data}"]
    owner = owner_url(settings)
    return plan_migration(owner, serving_role(settings, owner), settings.database_schema)


def _migrated(settings: "Settings") -> list[str]:
    from services.store.addresses import owner_url, serving_role
    from services.store.migrations import migrate as bring_up
    from services.store.migrations.embedded import make_ready

    owner = owner_url(settings)
    if not settings.database_url:
        return make_ready(owner, settings.database_schema)
    return bring_up(owner, serving_role(settings, owner), settings.database_schema)


def _report(settings: "Settings") -> None:
    """Where it stands now, and whatever lets the service do more than append."""
    from services.store.addresses import owner_url, serving_role
    from services.store.database import open_datastore
    from services.store.migrations.standing import shortcomings
    from services.store.migrations.steps import latest

    owner = owner_url(settings)
    role = serving_role(settings, owner)
    found = shortcomings(owner, role, settings.database_schema)
    print(f"the schema {settings.database_schema} is of version {latest()}")
    if not found:
        print(f"{role} serves it and may append to the log, and do nothing else with it")
    for one in found:
        tell(one)
    store = open_datastore(owner, 1, schema=settings.database_schema, access="own")
    crowded = store.crowding(settings.pool, settings.readers)
    store.close()
    if crowded is not None:
        tell(crowded)
