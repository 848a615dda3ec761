"""`pitledger serve`: everything together, until told to stop."""

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
    from services.http.server import address, take_port
    from services.http.server import serve as answer

    settings = read_settings(port=port, data=data)
    settings.require_safe()
    set_up_logs(settings.log)
    taken = take_port(settings)
    with open_house(settings) as house:
        print(f"Pitledger is open at {address(taken)}", flush=True)
        answer(house.app(), taken)
