"""Which build this is: its version, and the label that a release carries inside."""

from importlib.metadata import version
from importlib.resources import files
from typing import Final

import msgspec

LABEL: Final = "build.json"
"""Beside the services; made for a release and for an image, never in a work tree."""


class Label(msgspec.Struct, frozen=True):
    """What was built, and the hash of everything in it that others rely on."""

    version: str
    revision: str
    """The commit."""
    created: str
    """When it was committed, so that the same commit gives the same bytes at any time."""
    regulations: dict[str, str]
    schemas: dict[str, str]
    """SHA-256 by file of deploy/schemas."""


def read_label() -> Label | None:
    """None in a work tree, and wherever it was not built by `make release` or as an image."""
    file = files("services").joinpath(LABEL)
    return msgspec.json.decode(file.read_bytes(), type=Label) if file.is_file() else None


def build_name() -> str:
    """For people: the version, and of a release the commit."""
    label = read_label()
    return version("pitledger") + (f" ({label.revision[:12]})" if label else "")
