"""`pitledger serve`: everything together, until told to stop."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from services.logs import set_up_logs
from services.settings import read_settings


def serve(
    port: Annotated[
        int | None, typer.Option(help="Port of the web server; 0: any free one.")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="Folder of the embedded database.")] = None,
) -> None:
    """Take commands, keep the books, show them: desk, projections, API and page."""
    from services.house import open_house
    from services.http.server import open_door, take_port
    from services.http.server import serve as answer

    settings = read_settings(port=port, data=data)
    settings.require_safe()
    set_up_logs(settings.log)
    taken = take_port(settings)
    with open_house(settings) as house:
        print(f"Pitledger is open at {open_door(taken)}", flush=True)
        lost = answer(house.app(), taken, house.desk.lost)
    if lost:
        print("pitledger: another desk has taken over; this one has ended", file=sys.stderr)
        raise typer.Exit(1)
