"""Stores that something happens to when the desk appends."""

import asyncio

from services.store.appending import Appends
from services.store.batch import Batch, Outcome
from services.store.ledger import Ledger


class Disturbed(Ledger):
    """The desk appends by `append`, which a test overrides."""

    def appender(self) -> Appends:
        return _InThread(self)


class _InThread:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def append(self, batch: Batch, epoch: int | None) -> Outcome:
        return await asyncio.to_thread(self._ledger.append, batch, epoch)

    async def close(self) -> None:
        pass
