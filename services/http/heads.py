"""How far tables are projected: looked up once for all who wait for it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from starlette.concurrency import run_in_threadpool

_PAUSE_SECONDS: Final = 0.02


class Heads:
    """However many wait for however many tables, it is one query at a time."""

    def __init__(self, projected: Callable[[Sequence[str]], dict[str, int]]) -> None:
        self._projected = projected
        self._wanted: dict[str, list[asyncio.Future[int]]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def of(self, table: str) -> int:
        """As it stands at the next look."""
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._wanted.setdefault(table, []).append(found)
        if self._reading is None:
            self._reading = asyncio.create_task(self._read())
        return await found

    async def _read(self) -> None:
        while self._wanted:
            wanted, self._wanted = self._wanted, {}
            waiting = [(table, one) for table, several in wanted.items() for one in several]
            try:
                heads = await run_in_threadpool(self._projected, list(wanted))
            except Exception as error:  # noqa: BLE001  each who waits gets it
                for _, one in waiting:
                    if not one.done():
                        one.set_exception(error)
            else:
                for table, one in waiting:
                    if not one.done():
                        one.set_result(heads.get(table, 0))
            await asyncio.sleep(_PAUSE_SECONDS)
        self._reading = None
