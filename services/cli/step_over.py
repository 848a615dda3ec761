"""`pitledger step-over`: let a read model go on past the one event that it cannot take."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from services.cli.exit_codes import FAILED, WRONG_SETTINGS
from services.cli.who import acting
from services.runtime.logs import set_up_logs
from services.settings import read_settings
from services.settings_sources import SettingsError


def step_over(
    projection: Annotated[
        str | None, typer.Argument(help="The read model that is stopped; left out: show the steps.")
    ] = None,
    actor: Annotated[str, typer.Option(help="Who orders it.")] = "",
    reason: Annotated[str, typer.Option(help="Why the event may be left out.")] = "",
    data: Annotated[Path | None, typer.Option(help="Folder of the embedded database.")] = None,
) -> None:
    """Leave the event that stops a read model out of it, for a reason that is kept and shown.

    With AUTH on whoever PITLEDGER_TOKEN, or PITLEDGER_TOKEN_FILE, signs in orders it.

    Works beside a running service, which goes on within seconds. The step is shown until a
    rebuild of the read model can take the event.
    """
    from projections import all_projections
    from services.projector.steps import NoStep
    from services.storage import open_storage_as_it_is

    known = [one.name for one in all_projections()]
    if projection is not None and projection not in known:
        raise SettingsError(f"there is no read model {projection}; there is {', '.join(known)}")
    settings = read_settings(data=data)
    who = acting(settings, actor.strip()) if projection else None
    if projection and not (who and reason.strip()):
        print("pitledger: --actor and --reason are needed: both are kept", file=sys.stderr)
        raise typer.Exit(WRONG_SETTINGS)
    set_up_logs(settings.log, settings.log_level)
    with open_storage_as_it_is(settings, read_only=projection is None) as storage:
        steps = storage.models.steps
        if projection is None:
            for step in steps.in_force():
                print(step)
            return
        try:
            print(steps.take(projection, actor=who or "", reason=reason.strip()))
        except NoStep as error:
            print(f"pitledger: {error}", file=sys.stderr)
            raise typer.Exit(FAILED) from None
