"""`serve` whose api goes by a clock that a file sets forward or back: for practice and the soak.

Nothing in the environment or the settings alters the clock of `pitledger`; here it is handed in.
"""

import os
import socket
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import typer

from services.cli.parts import run_alone
from services.cli.serve import serve_parts
from services.desk.clock import utc_now
from services.runtime.parts.api import ApiPart
from services.settings import read_settings

OFFSET_FILE: Final = "CLOCK_OFFSET_FILE"
"""Names the file to the api, which is started with this process's environment."""


def clocked(part: str, arguments: list[str]) -> int:
    """`serve`, or the api that it starts; the file holds seconds."""
    if part == "serve":
        os.environ[OFFSET_FILE] = arguments[0]
        return serve_parts(read_settings(), module="services.tools.clocked")
    offset_file = Path(os.environ[OFFSET_FILE])

    def clock() -> datetime:
        return utc_now() + timedelta(seconds=float(offset_file.read_text()))

    taken = socket.socket(fileno=int(arguments[arguments.index("--socket") + 1]))
    try:
        run_alone(
            read_settings(),
            lambda storage, roster: ApiPart(storage, roster, taken, clock),
            supervised=True,
        )
    except typer.Exit as ended:
        return ended.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(clocked(sys.argv[1], sys.argv[2:]))
