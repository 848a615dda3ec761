"""A gaming day on its page: figures, who counted what, what stands in the way, and the close."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.duties import MAY
from tests.support.http.staff import STAFF
from tests.support.http.story import DAY, TABLE
from tests.support.http.visitors import Visitors, at_pages

NEXT = "2026-11-15"


@pytest.fixture
def visitors(server: str, logs: None, tmp_path: Path) -> Iterator[Visitors]:
    with at_pages(server, tmp_path, timezone="America/New_York", day_start="01:00") as visitors:
        yield visitors


def steps(page: str) -> dict[str, str]:
    """The three closes as the page tells them."""
    found = re.findall(
        r'<li class="panel[^>]*>\n<h3>(\w+) (.*?)</li>\n(?=<li class="panel|</ol>)', page, re.DOTALL
    )
    return dict(found)


def closing(visitors: Visitors, who: str, status: str) -> int:
    fields = {"day": DAY, "status": status, "back": f"/days/{DAY}"}
    return visitors.do(who, "close_day", **fields).status_code


def test_what_stands_in_the_way_is_named_and_linked_until_it_is_gone(visitors: Visitors) -> None:
    visitors.story.up_to("fill received")
    found = steps(visitors.look("ada", f"/days/{DAY}").text)
    assert list(found) == ["provisional", "counted", "audited"]
    assert f'href="/tables/{TABLE}"' in found["provisional"]
    assert f'href="/tables/{TABLE}#slip-F-2001"' in found["provisional"]
    assert "control:day-open-table" in found["provisional"]
    assert "close it as provisional before counted" in found["counted"]
    assert 'value="close_day"' not in "".join(found.values())

    visitors.story.up_to("close_day provisional")
    found = steps(visitors.look("paula", f"/days/{DAY}").text)
    assert "Nothing stands in the way" in found["provisional"]
    assert 'value="provisional"' in found["provisional"]
    assert f'href="/count#{TABLE}-1-1"' in found["counted"]
    assert f'href="/exceptions?show=all&amp;table={TABLE}#{TABLE}-25"' in found["audited"]


def test_the_form_of_a_close_is_shown_to_those_who_may(visitors: Visitors) -> None:
    visitors.story.up_to("close_day provisional")
    for who, role in STAFF.items():
        shown = visitors.look(who, f"/days/{DAY}")
        assert shown.status_code == 200, shown.text
        may = role in MAY["close_day provisional"]
        assert ('value="close_day"' in shown.text) == may, who
        if not may:
            assert closing(visitors, who, "provisional") == 403
    assert closing(visitors, "ada", "counted") == 409
    assert closing(visitors, "paula", "provisional") == 303
    found = steps(visitors.look("ada", f"/days/{DAY}").text)
    assert "<strong>paula</strong>" in found["provisional"]


def test_a_day_closed_and_answered_for_on_its_page(visitors: Visitors) -> None:
    visitors.story.up_to("close_day counted")
    assert closing(visitors, "cora", "counted") == 303
    assert closing(visitors, "ada", "audited") == 409
    answer = {"table": TABLE, "exception:int": "25", "reason": "<i>under the rack</i>"}
    assert visitors.do("ada", "acknowledge", **answer).status_code == 303
    assert closing(visitors, "ada", "audited") == 303
    shown = visitors.look("ada", f"/days/{DAY}").text
    assert '<span class="status audited">' in shown
    assert "&lt;i&gt;under the rack&lt;/i&gt;" in shown
    history = shown.split('id="history"')[1]
    assert [*re.findall(r'<th scope="row">(\w+)</th>', history)] == [
        *("provisional", "counted", "audited"),
    ]
    assert f'href="/days/{DAY}?status=counted"' in history


def test_figures_lead_to_what_they_are_made_of(visitors: Visitors) -> None:
    visitors.story.up_to("acknowledge")
    shown = visitors.look("ada", f"/days/{DAY}").text
    differences = shown.split('id="differences"')[1].split("<section")[0]
    assert "-$25.00" in differences
    assert f'href="/rounds/{TABLE}-1-1"' in differences
    assert f'href="/tables/{TABLE}#slip-F-2001"' in differences
    assert f'href="/exceptions?show=all&amp;table={TABLE}#{TABLE}-25"' in differences
    counted = shown.split('id="counts"')[1].split("</section")[0]
    assert "frank, dana" in counted
    assert re.search(r"box 1.*cora.*carried by sam.*\$800\.00", counted, re.DOTALL)
    # 06:10 UTC is ten past one in the night where the house is.
    assert "2026-11-15 <span class=clock>03:00:00</span>" in counted


def test_an_earlier_view_shows_what_was_known_then_and_changes_nothing(visitors: Visitors) -> None:
    visitors.story.up_to("acknowledge")
    closed = visitors.look("ada", f"/days/{DAY}?status=provisional").text
    assert "as the day was closed as <strong>provisional</strong>" in closed
    assert "not all is counted yet" in closed
    assert 'action="/do"' not in closed
    then = visitors.look("ada", f"/days/{DAY}?status=&as_of=2026-01-01T12:00")
    assert then.status_code == 200
    assert "2026-01-01 <span class=clock>12:00:00</span>" in then.text
    assert "No table was open on this day" in then.text
    assert "-$25.00" not in then.text


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/days/0001-01-01", 422, "is not a gaming day"),
        ("/days/yesterday", 422, "is not a day"),
        ("/days/%3Cb%3E", 422, "is not a day"),
        ("/days?day=9999-12-31", 422, "is not a gaming day"),
        (f"/days/{DAY}?status=counted", 404, "has not been closed as counted"),
        (f"/days/{DAY}?status=closed", 422, "query.status"),
        (f"/days/{DAY}?as_of=2190-01-01T00:00", 422, "is still to come"),
        (f"/days/{DAY}?as_of=once", 422, "as_of"),
        (f"/days/{DAY}?as_of=0001-01-01T00:00", 422, "as_of"),
        (f"/days/{DAY}?as_of=9999-12-31T23:59", 422, "as_of"),
        (f"/days/{DAY}?status=counted&as_of=2026-11-15T08:00", 422, "not both"),
        (f"/days/{DAY}?form=pdf", 422, "is not known here"),
    ],
)
def test_what_cannot_be_shown_is_a_page_that_says_why(
    visitors: Visitors, address: str, status: int, words: str
) -> None:
    shown = visitors.look("ada", address)
    assert shown.status_code == status
    assert shown.headers["content-type"].startswith("text/html")
    assert words in shown.text
    assert "<b>" not in shown.text


def test_every_way_to_a_day_leads_to_its_page(visitors: Visitors) -> None:
    for address in (f"/days?day={DAY}", f"/reconciliation?day={DAY}", f"/days/{NEXT}?day={DAY}"):
        answer = visitors.look("ada", address)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/days/{DAY}")
    assert re.fullmatch(r"/days/\d{4}-\d\d-\d\d", visitors.look("ada", "/days").headers["location"])
    shown = visitors.look("ada", f"/days/{DAY}").text
    assert "no table was open" in shown
    assert f'<a href="/days/{DAY}" aria-current="page">' in shown
