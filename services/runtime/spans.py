"""What was done, when, and for whom: spans of traces, if somebody takes them.

Without PITLEDGER_OTLP_ENDPOINT nothing is recorded, and no library for it is needed.
"""

import os
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from services.runtime.logs import Told
from services.runtime.trail import Trail
from services.settings import Settings
from services.settings_sources import PREFIX, SettingsError

_TRACE_BYTES: Final = 16
_SPAN_BYTES: Final = 8


class Span(NamedTuple):
    """One step; its ids are those that log lines and headers name."""

    name: str
    trace_id: str
    span_id: str
    parent_id: str | None
    began_ns: int
    ended_ns: int
    facts: Mapping[str, str | int]
    links: tuple[tuple[str, str], ...] = ()
    """Traces and steps that it was done for, where it was done for many at once."""
    is_entry: bool = False
    failed: bool = False


Taken: TypeAlias = Callable[[Span], None]
_taken_by: Taken | None = None
_trouble: Final = Told("traces")


def set_up_spans(settings: Settings, part: str) -> None:
    """From here on this process hands out its spans, if the settings say where to."""
    if not settings.otlp_endpoint:
        return
    try:
        from services.runtime.otlp import exporting  # noqa: PLC0415  an extra, for who wants it
    except ImportError as error:
        raise SettingsError(
            f"{PREFIX}OTLP_ENDPOINT is set, and {error.name} is not installed:"
            " pip install 'pitledger[otel]'"
        ) from None
    hand_spans_to(exporting(settings, part))


def hand_spans_to(taken_by: Taken | None) -> None:
    global _taken_by  # noqa: PLW0603  one for the process, as metrics are
    _taken_by = taken_by


def is_tracing() -> bool:
    return _taken_by is not None


def record(span: Span) -> None:
    """It fails nobody: what is done is done, whether it is told or not."""
    if _taken_by is None:
        return
    try:
        _taken_by(span)
    except Exception as error:  # noqa: BLE001  no trace is worth a command
        _trouble.wrong("a span cannot be handed out", why=repr(error))


def record_page(name: str, began_ns: int, facts: Mapping[str, str | int]) -> None:
    """Work on a page of the log: for nobody's request, so it is a trace of its own."""
    if _taken_by is not None:
        trace, now_ns = new_trace_id(), time.time_ns()
        record(Span(name, trace, new_id(), None, began_ns, now_ns, facts))


def links_of(trails: Iterable[Trail | None]) -> tuple[tuple[str, str], ...]:
    """Those that are recorded."""
    return tuple((one.trace_id, one.span_id) for one in trails if one is not None and one.sampled)


def new_id(size: int = _SPAN_BYTES) -> str:
    return os.urandom(size).hex()


def new_trace_id() -> str:
    return new_id(_TRACE_BYTES)
