"""Pages are made of templates: what is put into one is text, and nothing may be left out."""

import re
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from projections.reports.report import Report, Section, cents, text, words
from services.reports.page import TEMPLATES, as_page
from services.web.templates import templates_of

EVIL = "<script>alert('x')</script>"
PLAIN = "&lt;script&gt;"


def test_no_text_of_a_report_becomes_markup() -> None:
    columns = (text("a", EVIL), cents("b"), text("c"), words("missing"))
    rows = ((EVIL, 1, EVIL, (EVIL,)),)
    sections = (
        Section(EVIL, EVIL, columns, rows),
        Section("below", "Below", (text("a"), words("w")), ((EVIL, (EVIL, "b")),)),
        Section("none", EVIL, columns),
    )
    report = Report(name="r", title=EVIL, day="2026-03-01", status=EVIL, sections=sections)
    page = as_page(report)
    assert "<script" not in page
    assert page.count(PLAIN) >= 14
    assert "a<br>" not in page
    assert "<br>b" in page


def test_a_template_that_is_not_given_everything_says_so() -> None:
    with pytest.raises(UndefinedError, match="report"):
        TEMPLATES.get_template("report.html").render()
    with pytest.raises(UndefinedError, match="round_id"):
        templates_of("services.explain").get_template("round.html").render()


def test_markup_stands_in_templates_alone_and_none_is_let_through(root: Path) -> None:
    for path in (root / "services").rglob("templates/*.html"):
        assert not re.search(r"\|\s*safe|autoescape", path.read_text()), path
    for path in (root / "services").rglob("*.py"):
        assert not re.search(r"<(td|tr|th|div|html|section|p)[ >]", path.read_text()), path
