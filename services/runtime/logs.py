"""Structured logs: text for a terminal, JSON for a collector."""

import functools
import logging
import re
import sys
from typing import Any, Final, Literal, TypeAlias

import structlog

from services.runtime.standard_streams import count_dropped_lines, guard_standard_streams
from services.runtime.trail import current_trail, marks_of

LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]
_LEVELS: Final[dict[LogLevel, int]] = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}
_level: LogLevel = "debug"
"""Until logs are set up every line is written."""
_NUMBER: Final = re.compile(r"\d+")
"""Seconds and process numbers differ each time; what is wrong does not."""


def set_up_logs(form: str, level: LogLevel = "info") -> None:
    """One line an event, on standard error, so that standard output stays the product's."""
    global _level  # noqa: PLW0603  one for the process, as the library's settings are
    _level = level
    guard_standard_streams(form)
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            _name_request,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=_logger(level),
        logger_factory=_to_standard_error,
    )


def logs_debug() -> bool:
    """Whether a line for each request is written: making one that is not costs as much."""
    return _level == "debug"


def _name_request(
    _: object, __: str, line: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """The request that is being answered, unless the line names another."""
    return {**marks_of(current_trail()), **line}


@functools.cache
def _logger(level: LogLevel) -> type[Any]:
    """Of lines from this level on."""
    filtering: Any = structlog.make_filtering_bound_logger(_LEVELS[level])

    class Logger(filtering):  # type: ignore[misc]
        """A line that cannot be made or written is counted; whoever logs it goes on."""

        def _proxy_to_logger(self, *arguments: Any, **line: Any) -> Any:
            try:
                return super()._proxy_to_logger(*arguments, **line)
            except Exception:  # noqa: BLE001  what is logged must not depend on the log
                count_dropped_lines(1)

    return Logger


def _to_standard_error(*_: Any) -> structlog.PrintLogger:
    """Wherever it leads as a line is written, which may be elsewhere than when logs were set up."""
    return structlog.PrintLogger(sys.stderr)


class Told:
    """Logs a fault once for each change, however often it is found, and when it is over."""

    def __init__(self, logger: str) -> None:
        self._log = structlog.get_logger(logger)
        self._last: dict[str, str] = {}

    def wrong(self, event: str, *, why: str, **more: Any) -> None:
        about = event + "".join(f" {name}={more[name]}" for name in more if name != "exc_info")
        kind = _NUMBER.sub("", why)
        if self._last.get(about) != kind:
            self._last[about] = kind
            self._log.warning(event, why=why, **more)

    def well(self, event: str, **more: Any) -> None:
        if self._last:
            self._last.clear()
            self._log.info(event, **more)
