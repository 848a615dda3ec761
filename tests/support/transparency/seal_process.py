"""Processes that seal as often as they can, to be killed at any moment, from one that is ready.

Called with the database's address and the data folder; a line on standard input begets one, and
its number is printed.
"""

import os
import sys
from pathlib import Path

from services.runtime.logs import set_up_logs
from services.store.database import open_datastore
from services.store.ledger import Ledger
from services.transparency.sealer import Sealer
from tests.support.transparency.sealing import quick


def seal(url: str, data: str) -> None:
    ledger = Ledger(open_datastore(url, connections=2))
    sealer = Sealer(quick(Path(data), seal_seconds=0.001), ledger)
    sealer.start()
    sealer.closing.wait()


def main(url: str, data: str) -> None:
    set_up_logs("text")
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            seal(url, data)
        print(child, flush=True)  # noqa: T201  whoever asked for it reads it
        os.waitpid(child, 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
