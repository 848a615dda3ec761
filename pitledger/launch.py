"""What the installed command calls."""

import os
import sys

from pitledger import APP


def open_app() -> None:
    """Our names first, here and in every Python that this process starts: parts, folds, spawned."""
    path = str(APP)
    sys.path.insert(0, path)
    others = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join((path, others)) if others else path


def main() -> None:
    open_app()
    from services.cli.main import main as command_line  # noqa: PLC0415  found from here on

    command_line()
