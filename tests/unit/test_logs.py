"""Log lines go to standard error as it is when they are written."""

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr
from typing import get_args

import pytest
import structlog

from services.runtime.logs import LogLevel, set_up_logs
from services.settings import read_settings
from services.settings_sources import SettingsError


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = structlog.get_config()
    yield
    structlog.configure(**before)


@pytest.mark.parametrize("form", ["json", "text"])
def test_logs_outlive_the_standard_error_they_were_set_up_with(form: str) -> None:
    first, second = io.StringIO(), io.StringIO()
    log = structlog.get_logger("test")
    with redirect_stderr(first):
        set_up_logs(form)
        log.info("one")
    assert "one" in first.getvalue()
    first.close()
    with redirect_stderr(second):
        log.info("two")
    assert "two" in second.getvalue()


@pytest.mark.parametrize("form", ["json", "text"])
@pytest.mark.parametrize("least", range(4))
def test_lines_below_the_level_are_not_written(form: str, least: int) -> None:
    levels = get_args(LogLevel)
    written = io.StringIO()
    with redirect_stderr(written):
        set_up_logs(form, levels[least])
        for level in levels:
            getattr(structlog.get_logger("test"), level)(f"a line of {level}")
    told = [level for level in levels if f"a line of {level}" in written.getvalue()]
    assert told == list(levels[least:])


def test_without_a_setting_it_is_info() -> None:
    written = io.StringIO()
    with redirect_stderr(written):
        set_up_logs("json", read_settings({}).log_level)
        log = structlog.get_logger("test")
        log.debug("quiet")
        log.info("told")
    assert [json.loads(line)["event"] for line in written.getvalue().splitlines()] == ["told"]


def test_a_level_that_there_is_not_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"^PITLEDGER_LOG_LEVEL: .*'debug', 'info', 'warning'"):
        read_settings({"PITLEDGER_LOG_LEVEL": "INFO"})
