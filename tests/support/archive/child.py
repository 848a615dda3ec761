"""Archiving, pruning or restoring in a process of its own, which may be told when to die."""

import os
import signal
import sys
import threading

from services.archive import pruning, writer
from services.archive.object_store import ObjectStore
from services.archive.pruning import Pruner
from services.archive.reader import ArchiveReader
from services.archive.restore import Restore, Sources
from services.archive.walking import WholeArchive
from services.archive.writer import Writer
from services.projector.read_models import ReadModels
from services.settings import read_settings
from services.store.database import connected_as_owner, open_datastore
from services.store.ledger import Ledger
from tests.support.store.databases import owner_of

WIDTH = 256


def main(what: str, url: str, folder: str, day: str, dies_after: str) -> None:
    """With small steps, so that there are many moments to die at."""
    writer._STEP = 1  # type: ignore[misc]
    pruning._CHUNK = 16  # type: ignore[misc]
    store, datastore = ObjectStore(folder), open_datastore(url, connections=3)
    datastore.archive = ArchiveReader(store)
    ledger = Ledger(datastore)
    if float(dies_after):
        threading.Timer(float(dies_after), os.kill, (os.getpid(), signal.SIGKILL)).start()
    with connected_as_owner(owner_of(url), datastore.schema) as owner:
        if what == "archive":
            Writer(ledger, store, WIDTH).run()
        elif what == "prune":
            settings = read_settings({}, archive_url=folder)
            Pruner(settings, ledger, ReadModels(datastore), store, owner).run(day)
        else:
            restore = Restore(ledger, owner, Sources(archive=WholeArchive(store), url=folder))
            restore.load()
            restore.prove()
    print("done", flush=True)  # noqa: T201
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
