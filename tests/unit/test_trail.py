"""Ids of a request: taken where they have the form, made where they have not, named in log lines."""

import json
import re
from collections.abc import Iterator

import pytest
import structlog

from domain.messages.commands import parse_command
from services.desk import Origin
from services.desk.request import Context, make_request
from services.http.command_path import Asked
from services.http.private_messages import Door, headers_to
from services.runtime.logs import set_up_logs
from services.runtime.trail import REQUEST_ID, TRACEPARENT, current_trail, following, take_trail

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
GIVEN = f"00-{TRACE}-{SPAN}-01"


def test_a_trace_goes_on_with_a_step_of_its_own() -> None:
    trail = take_trail(GIVEN, None)
    assert (trail.trace_id, trail.parent_id, trail.sampled) == (TRACE, SPAN, True)
    assert trail.span_id != SPAN
    assert trail.traceparent == f"00-{TRACE}-{trail.span_id}-01"


@pytest.mark.parametrize(
    ("flags", "sampled"), [("00", False), ("01", True), ("02", False), ("ff", True)]
)
def test_whoever_asks_says_whether_it_is_recorded(flags: str, sampled: bool) -> None:
    trail = take_trail(f"00-{TRACE}-{SPAN}-{flags}", None)
    assert trail.sampled == sampled
    assert trail.traceparent.endswith("-01" if sampled else "-00")


@pytest.mark.parametrize(
    "traceparent",
    [
        None,
        "",
        GIVEN.upper(),
        f"{GIVEN}-more",
        f"ff-{TRACE}-{SPAN}-01",
        f"00-{'0' * 32}-{SPAN}-01",
        f"00-{TRACE}-{'0' * 16}-01",
        f"00-{TRACE[1:]}-{SPAN}-01",
        f"00-{TRACE}-{SPAN}-1",
        f"00-{TRACE}-{SPAN}-01" * 1000,
        f"00-{TRACE}-{SPAN}-0\u0661",
    ],
)
def test_what_is_no_traceparent_begins_a_new_trace(traceparent: str | None) -> None:
    one, other = take_trail(traceparent, None), take_trail(traceparent, None)
    assert one.parent_id is None
    assert re.fullmatch(r"00-[0-9a-f]{32}-[0-9a-f]{16}-01", one.traceparent)
    assert len({one.trace_id, other.trace_id, TRACE}) == 3
    assert one.span_id != other.span_id


@pytest.mark.parametrize("given", [f" {GIVEN}", f"01{GIVEN[2:]}", f"01{GIVEN[2:]}-more"])
def test_spaces_and_later_versions_are_read_as_w3c_says(given: str) -> None:
    trail = take_trail(given, None)
    assert (trail.trace_id, trail.parent_id) == (TRACE, SPAN)
    assert trail.traceparent == f"00-{TRACE}-{trail.span_id}-01"


def test_a_header_of_any_length_logs_no_line(caplog: pytest.LogCaptureFixture) -> None:
    take_trail(GIVEN * 100, None)
    assert caplog.records == []


@pytest.mark.parametrize("given", ["a", "7f-3.x_~", "x" * 128])
def test_a_request_id_is_kept(given: str) -> None:
    assert take_trail(GIVEN, given).request_id == given


@pytest.mark.parametrize(
    "given", [None, "", "x" * 129, "a b", "a\n", "a\r\nset-cookie: b", "\u00fc", '"', "<a>", "{}"]
)
def test_what_is_no_request_id_gives_way_to_the_traces(given: str | None) -> None:
    assert take_trail(GIVEN, given).request_id == TRACE


def test_it_goes_along_to_the_process_that_has_the_desk() -> None:
    asked = Asked(b"{}", "PG01", None, Origin("x/1"))
    with following(take_trail(GIVEN, "device-7.42")):
        told = headers_to(Door("http://127.0.0.1:1", "secret"), asked)
    heard = take_trail(told[TRACEPARENT], told[REQUEST_ID])
    assert (heard.trace_id, heard.request_id) == (TRACE, "device-7.42")


def test_it_changes_nothing_of_what_is_asked() -> None:
    command = parse_command({"command": "open_round", "table": "PG01"})
    plain = make_request([command])
    assert make_request([command], context=Context(trail=take_trail(GIVEN, "x"))).body == plain.body


@pytest.fixture
def _logs() -> Iterator[None]:
    before = structlog.get_config()
    set_up_logs("json")
    yield
    structlog.configure(**before)


@pytest.mark.usefixtures("_logs")
def test_log_lines_name_the_request_that_is_being_answered(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = structlog.get_logger("test")
    log.info("before")
    with following(take_trail(GIVEN, "one")):
        log.info("within")
        log.info("of another", request_id="two", trace_id="other")
    log.info("after")
    told = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line.get("request_id") for line in told] == [None, "one", "two", None]
    assert [line.get("trace_id") for line in told] == [None, TRACE, "other", None]
    assert current_trail() is None
