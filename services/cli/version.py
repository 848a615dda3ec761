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
    """The build, and the hashes of the regulations and schemas it carries."""
    from services.runtime.build import read_label
    from services.tools.release.label import regulation_hashes, schema_hashes

    label = read_label()
    build = installed("pitledger")
    regulations, schemas = regulation_hashes(), schema_hashes()
    if as_json:
        told = {
            "version": build,
            "revision": label.revision if label else None,
            "created": label.created if label else None,
            "regulations": regulations,
            "schemas": schemas,
        }
        print(json.dumps(told))
        return
    came = f"{label.revision}, {label.created}" if label else "not a release build"
    print(f"pitledger {build} ({came})")
    for name, content in {**regulations, **schemas}.items():
        print(f"  {name}  {content}")
