"""The label that is put into a build: `python -m services.tools.release.label TREE REVISION TIME`.

The time is the commit's, as ISO 8601 has it.
"""

import hashlib
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from domain.game_library import LIBRARY
from services.runtime.build import LABEL, Label


def put_label(tree: Path, revision: str, created: datetime) -> None:
    """Into a copy of the tree that is about to be built, never into the tree itself."""
    project = tomllib.loads((tree / "pyproject.toml").read_text())["project"]
    label = Label(
        version=project["version"],
        revision=revision,
        created=created.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        regulations=regulation_hashes(),
        schemas=schema_hashes(),
    )
    written = msgspec.json.format(msgspec.json.encode(label), indent=2)
    (tree / "services" / LABEL).write_bytes(written + b"\n")


def regulation_hashes() -> dict[str, str]:
    """Of all that are carried, in force or not, by name and version."""
    return {one.ref: one.content_hash() for one in LIBRARY.carried}


def schema_hashes() -> dict[str, str]:
    """SHA-256 of each, by the name of its file."""
    from services.tools.docgen.schemas import all_schemas  # noqa: PLC0415  it loads all of Kafka

    return {name: hashlib.sha256(text.encode()).hexdigest() for name, text in all_schemas().items()}


if __name__ == "__main__":
    _, tree, revision, created = sys.argv
    put_label(Path(tree), revision, datetime.fromisoformat(created))
