"""Spans: recorded where somebody takes them, of those who want to be recorded, and of no others."""

import sys
from collections.abc import Iterator

import pytest

from services.desk.batch import Times, record_batch
from services.desk.request import Context, Request, make_probe
from services.runtime.spans import Span, hand_spans_to, is_tracing, record_page, set_up_spans
from services.runtime.trail import Trail, take_trail
from services.settings import read_settings
from services.settings_sources import SettingsError

DECIDING, COMMITTING = Times(10, 20), Times(20, 90)


@pytest.fixture
def taken() -> Iterator[list[Span]]:
    spans: list[Span] = []
    hand_spans_to(spans.append)
    yield spans
    hand_spans_to(None)


def asked(trail: Trail | None) -> Request:
    return Request((), (), (), b"", context=Context(trail=trail))


def test_a_batch_is_linked_to_all_who_were_in_it(taken: list[Span]) -> None:
    trails = [take_trail(None, None) for _ in range(3)]
    record_batch([asked(None), *map(asked, trails)], DECIDING, COMMITTING)
    batch, decide, commit = taken
    assert batch.links == tuple((one.trace_id, one.span_id) for one in trails)
    assert (batch.began_ns, batch.ended_ns) == (10, 90)
    assert {one.parent_id for one in (decide, commit)} == {batch.span_id}
    assert {one.trace_id for one in taken} == {batch.trace_id}
    assert len({one.span_id for one in taken}) == 3
    assert batch.facts == {"pitledger.requests": 4}


def test_a_batch_for_nobody_who_is_recorded_is_not(taken: list[Span]) -> None:
    not_sampled = take_trail(f"00-{'a' * 32}-{'b' * 16}-00", None)
    record_batch([make_probe(), asked(None), asked(not_sampled)], DECIDING, COMMITTING)
    assert taken == []


def test_each_page_is_a_trace_of_its_own(taken: list[Span]) -> None:
    for _ in range(2):
        record_page("relay page", 5, {"pitledger.events": 7})
    one, other = taken
    assert one.trace_id != other.trace_id
    assert (one.parent_id, one.began_ns, one.facts) == (None, 5, {"pitledger.events": 7})
    assert one.ended_ns > 5


@pytest.mark.usefixtures("taken")
def test_who_cannot_take_them_fails_nobody() -> None:
    def failing(_: Span) -> None:
        raise OSError("the disk is full")

    hand_spans_to(failing)
    record_page("relay page", 5, {})
    record_batch([asked(take_trail(None, None))], DECIDING, COMMITTING)


def test_without_an_endpoint_nothing_is_recorded() -> None:
    set_up_spans(read_settings({}), "desk")
    assert not is_tracing()
    record_page("relay page", 5, {})
    record_batch([asked(take_trail(None, None))], DECIDING, COMMITTING)


def test_without_the_library_an_endpoint_is_a_setting_that_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "services.runtime.otlp", None)
    settings = read_settings({"PITLEDGER_OTLP_ENDPOINT": "http://127.0.0.1:4318"})
    with pytest.raises(SettingsError, match=r"pip install 'pitledger\[otel\]'"):
        set_up_spans(settings, "desk")
    assert not is_tracing()


@pytest.mark.parametrize("address", ["127.0.0.1:4318", "grpc://here:4317", "http://", "here"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(SettingsError, match="OTLP_ENDPOINT"):
        read_settings({"PITLEDGER_OTLP_ENDPOINT": address})
