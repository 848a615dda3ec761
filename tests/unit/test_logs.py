"""Log lines go to standard error as it is when they are written."""

import io
from collections.abc import Iterator
from contextlib import redirect_stderr

import pytest
import structlog

from services.runtime.logs import set_up_logs


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
