"""`pitledger version`: which build, under which rules."""

import json
from importlib.metadata import version as installed
from typing import Annotated

import typer


def print_build(wanted: bool) -> None:
    """`pitledger --version`: one line, as other programs do."""
    if wanted:
        print(f"pitledger {installed('pitledger')}")
        raise typer.Exit


def version(
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """The build and the hashes of the regulations it carries."""
    from domain.games.library import REGULATIONS

    regulations = {one.ref: one.content_hash() for one in REGULATIONS}
    build = installed("pitledger")
    if as_json:
        print(json.dumps({"version": build, "regulations": regulations}))
        return
    print(f"pitledger {build}")
    for ref, content in regulations.items():
        print(f"  {ref}  {content}")
