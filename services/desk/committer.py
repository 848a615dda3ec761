"""The committer: a thread that does one piece of work after the other for the desk."""

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import ParamSpec, TypeVar

from services.runtime.worker import Worker

P = ParamSpec("P")
T = TypeVar("T")


class Committer(Worker):
    """Unlike the library's executor it does not keep a process from ending while it hangs."""

    def __init__(self) -> None:
        super().__init__("commit")
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    def submit(self, work: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> "Future[T]":
        done: Future[T] = Future()

        def run_work() -> None:
            try:
                done.set_result(work(*arguments, **more))
            except BaseException as error:  # noqa: BLE001  whoever waits for it gets it
                done.set_exception(error)

        self._work.put(run_work)
        return done

    def end(self) -> None:
        """After what was submitted; nobody waits for it."""
        self._work.put(None)

    def run(self) -> None:
        while (work := self._work.get()) is not None:
            work()
