"""`serve` whose desk goes by a clock that a file sets forward or back: for practice and the soak.

Nothing in the environment or the settings alters the clock of `pitledger`; here it is handed in.
"""

import sys
from datetime import datetime, timedelta
from pathlib import Path

import typer

from services.cli.parts import run_alone
from services.cli.serve import serve_parts
from services.desk.clock import utc_now
from services.runtime.parts.desk import DeskPart
from services.runtime.supervisor import Watched
from services.settings import read_settings


def clocked(part: str, offset_file: Path) -> int:
    """`serve`, or the desk that it starts; the file holds seconds."""
    settings = read_settings()
    if part == "serve":
        desk = Watched("desk", (str(offset_file),), module="services.tools.clocked")
        return serve_parts(settings, desk)

    def clock() -> datetime:
        return utc_now() + timedelta(seconds=float(offset_file.read_text()))

    try:
        run_alone(settings, lambda storage, _: DeskPart(storage, clock), supervised=True)
    except typer.Exit as ended:
        return ended.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(clocked(sys.argv[1], Path(sys.argv[-1])))
