"""`pitledger verify`: evidence, checked with nothing but a public key."""

from pathlib import Path
from typing import Annotated

import typer


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Evidence of a round.")],
    key: Annotated[str, typer.Option(metavar="VKEY", help="Public key of the house: NAME+ID+KEY.")],
    checkpoint: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A checkpoint kept aside that must not be contradicted."),
    ] = None,
    log: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The log, where that checkpoint is of another size."),
    ] = None,
) -> None:
    """Check evidence without database, settings or network."""
    from services.transparency.evidence_check import verify_file

    code = verify_file(file, key, checkpoint, log)
    if code:
        raise typer.Exit(code)
