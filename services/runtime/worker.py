"""Something that works in a thread of its own until it is closed."""

import threading

import structlog

_log = structlog.get_logger("worker")


class Worker:
    """Started once, closed once; `run` goes on until `closing` is set."""

    def __init__(self, name: str) -> None:
        self.closing = threading.Event()
        self._thread = threading.Thread(target=self._run_seen, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Ask it to end, and wait until it has."""
        self.closing.set()
        if self._thread.is_alive():
            self._thread.join()

    def ends_within(self, seconds: float) -> bool:
        """Ask it to end, and wait, but not for ever."""
        self.closing.set()
        if self._thread.is_alive():
            self._thread.join(seconds)
        return not self._thread.is_alive()

    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def _run_seen(self) -> None:
        try:
            self.run()
        except BaseException:
            # Its part says "stopped" from now on; here stands why.
            _log.exception("a thread has died", thread=self._thread.name)
            raise

    def run(self) -> None:
        raise NotImplementedError
