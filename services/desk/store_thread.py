"""A thread that reads the store for the desk, while its event loop goes on."""

import asyncio
from collections.abc import Callable
from queue import SimpleQueue
from typing import ParamSpec, TypeVar

from services.runtime.worker import Worker

P = ParamSpec("P")
T = TypeVar("T")


class StoreThread(Worker):
    """Unlike the library's executor it does not keep a process from ending while it hangs."""

    def __init__(self) -> None:
        super().__init__("desk store")
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    async def do(self, work: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T:
        """Done when this returns."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def tell(result: T | None, error: Exception | None) -> None:
            if done.done():
                return
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(result)  # type: ignore[arg-type]

        def run_work() -> None:
            result, failed = None, None
            try:
                result = work(*arguments, **more)
            except Exception as error:  # noqa: BLE001  whoever waits for it gets it
                failed = error
            if not loop.is_closed():
                loop.call_soon_threadsafe(tell, result, failed)

        self._work.put(run_work)
        return await done

    def do_later(self, work: Callable[P, object], *arguments: P.args, **more: P.kwargs) -> None:
        """Behind the others; nobody waits for it, and it does not fail."""
        self._work.put(lambda: (work(*arguments, **more), None)[1])

    def end(self) -> None:
        """After what was handed in; nobody waits for it."""
        self._work.put(None)

    def run(self) -> None:
        while (work := self._work.get()) is not None:
            work()
