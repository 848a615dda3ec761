"""`pitledger replay`: a stored round, step by step."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from services.settings import read_settings


def replay(
    round_id: Annotated[str, typer.Argument(metavar="ROUND", help="As in PG01-3-17.")],
    as_json: Annotated[bool, typer.Option("--json", help="The stored events, one a line.")] = False,
    data: Annotated[Path | None, typer.Option(help="Folder of the embedded database.")] = None,
) -> None:
    """Tell a stored round as a floorperson would, with the paragraph of each decision."""
    from domain.events import decode
    from services.house import open_archive
    from services.telling import Narrator

    with open_archive(read_settings(data=data)) as archive:
        logged = archive.ledger.log_of_round(round_id)
    if not logged:
        print(f"pitledger: there is no round {round_id} in the store", file=sys.stderr)
        raise typer.Exit(1)
    if as_json:
        for entry in logged:
            print(entry.state.decode())
        return
    narrator = Narrator()
    for entry in logged:
        for sentence in narrator.tell(decode(entry.topic, entry.state)):
            print(sentence)
