"""The pages of reports, charts and meters, without a browser."""

import re

import pytest

from projections.reports import REPORTS
from tests.support.http.playing import Pit
from tests.support.reports.evening import DAYS

DAY = DAYS[0]


def page(pit: Pit, path: str, status: int = 200, role: str = "pit_manager") -> str:
    answer = pit.http.get(path, headers={"Accept": "text/html", "Cookie": f"pitledger_role={role}"})
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return answer.text


def test_the_catalogue_names_every_report_and_leads_to_it(pit: Pit) -> None:
    text = page(pit, f"/reports?day={DAY}")
    for name, entry in REPORTS.items():
        assert entry.title in text
        assert f'href="/reports/{name}?day={DAY}"' in text
    assert "as closed: provisional" in text
    assert "as closed: audited" not in text


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_stands_in_the_frame(pit: Pit, name: str) -> None:
    text = page(pit, f"/reports/{name}?day={DAY}")
    assert f"<h1>{REPORTS[name].title}</h1>" in text
    assert "Times are those of America/New_York." in text
    assert f"/v1/reports/{name}?day={DAY}&amp;format=zip" in text
    assert not re.search(r">[^<]*\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", text)
    page(pit, f"/reports/{name}?day={DAY}&status=provisional")


def test_moments_are_in_the_property_s_time(pit: Pit) -> None:
    """The payout off the meter was at 22:00 UTC."""
    text = page(pit, f"/reports/progressives?day={DAY}")
    assert f'<time datetime="{DAY}T22:00:00Z">{DAY} 17:00:00</time>' in text
    query = {"day": DAY, "format": "csv", "section": "payouts"}
    head, line, *_ = pit.http.get("/v1/reports/progressives", params=query).text.splitlines()
    assert head.endswith("at (America/New_York)")
    assert line.endswith(f"{DAY} 17:00:00")
    slips = pit.http.get("/v1/reports/slips", params={"day": DAY, "format": "csv"}).text
    assert f"received {DAY} 18:00:00" in slips
    told = pit.get("/v1/reports/progressives", day=DAY)
    assert told["zone"] == "America/New_York"
    assert told["sections"][2]["rows"][0]["at"] == f"{DAY}T22:00:00Z"


def test_as_known_at_a_moment_of_the_house_s_own_clock(pit: Pit) -> None:
    text = page(pit, f"/reports/slips?day={DAY}&as_of=2020-01-01T12:00:00")
    assert "as it was known at 2020-01-01 12:00:00 EST" in text
    assert "as_of=2020-01-01T17%3A00%3A00Z" in text
    assert "F-1" not in text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/reports/gossip", 404),
        ("/reports?day=today", 422),
        (f"/reports/slips?day={DAY}&status=audited", 404),
        ("/reports/slips?as_of=yesterday", 422),
        ("/reports/slips?tabel=PG01", 422),
        ("/reports/slips?table=PG99", 404),
        ("/reports/charts?table=PG99", 404),
        ("/meters?days=0", 422),
        ("/meters?day=never", 422),
    ],
)
def test_what_cannot_be_shown_is_a_page_that_says_so(pit: Pit, path: str, status: int) -> None:
    assert "<h1>" in page(pit, path, status)


def test_a_report_that_names_players_is_not_for_everybody(pit: Pit) -> None:
    assert "names players" in page(pit, "/reports", role="dealer")
    page(pit, "/reports/currency", 403, role="dealer")


def test_charts_are_asked_for_by_the_address(pit: Pit) -> None:
    text = page(pit, f"/reports/charts?day={DAY}&table=PG01&days=7")
    assert f'data-chart="/v1/charts/hours?day={DAY}&amp;table=PG01"' in text
    assert f'data-chart="/v1/charts/tray?day={DAY}&amp;table=PG01"' in text


def test_the_meters_lead_to_their_rounds_and_tables(pit: Pit) -> None:
    text = page(pit, f"/meters?day={DAY}")
    (meter,) = pit.get("/v1/progressives")["progressives"]
    assert f'data-meter="{meter["meter"]}"' in text
    assert '<a href="/tables/PP01">PP01</a>' in text
    assert re.search(r'<a class="round" href="/rounds/PP01-\d+-\d+">', text)


@pytest.mark.parametrize("path", ["charts.js", "charts.css", "vendor/uplot-1.6.32/uPlot.esm.js"])
def test_what_charts_load_is_served_and_known_again(pit: Pit, path: str) -> None:
    answer = pit.http.get(f"/static/{path}")
    assert answer.status_code == 200
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    known = {"If-None-Match": answer.headers["etag"]}
    assert pit.http.get(f"/static/{path}", headers=known).status_code == 304
