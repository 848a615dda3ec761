"""The back office over HTTP: days, reports in every form, exceptions, the reconciliation page."""

import csv
import hashlib
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from projections.reports import REPORTS
from services.bootstrap import Service
from services.http.app import make_app
from services.settings import Settings
from tests.support.browser import open_browser
from tests.support.http.playing import Pit, expect_problem
from tests.support.http.serving import served
from tests.support.reports.evening import DAYS

FIRST, SECOND = DAYS[:2]
FORMS: Final = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "zip": "application/zip",
}


def section(report: dict[str, Any], name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = next(
        one["rows"] for one in report["sections"] if one["name"] == name
    )
    return rows


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", REPORTS)
def test_every_report_has_every_form(pit: Pit, name: str, form: str) -> None:
    answer = pit.http.get(f"/v1/reports/{name}", params={"day": FIRST, "format": form})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == FORMS[form]
    assert FIRST in answer.headers.get("content-disposition", answer.text)


def test_a_zip_has_every_section_as_a_table_of_its_own(pit: Pit) -> None:
    query = {"day": FIRST, "format": "zip"}
    made = pit.http.get("/v1/reports/trial_balance", params=query).content
    assert made == pit.http.get("/v1/reports/trial_balance", params=query).content
    with zipfile.ZipFile(io.BytesIO(made)) as files:
        names = files.namelist()
        tables = [list(csv.reader(io.StringIO(files.read(name).decode()))) for name in names]
    assert names == [
        f"trial_balance-{one.name}-{FIRST}.csv" for one in REPORTS["trial_balance"].sections
    ]
    for table in tables:
        assert {len(row) for row in table} == {len(table[0])}
    one = pit.http.get(
        "/v1/reports/trial_balance", params={**query, "format": "csv", "section": "standing"}
    )
    assert list(csv.reader(io.StringIO(one.text))) == tables[-1]


def test_a_line_of_totals_is_the_sum_of_its_lines(pit: Pit) -> None:
    report = pit.get("/v1/reports/reconciliation", day=FIRST)
    (tables,) = [one for one in report["sections"] if one["name"] == "tables"]
    for name, total in tables["totals"].items():
        assert total == sum(row[name] for row in tables["rows"]), name
    (balance,) = [one for one in report["sections"] if one["name"] == "trial_balance"]
    assert balance["totals"]["debit"] == balance["totals"]["credit"] > 0


def test_names_are_links_on_the_page(pit: Pit) -> None:
    def page(name: str) -> str:
        return pit.http.get(f"/v1/reports/{name}", params={"day": FIRST, "format": "html"}).text

    assert '<a href="/tables/PG01">PG01</a>' in page("reconciliation")
    assert '<a href="/tables/PG01#slip-F-1">F-1</a>' in page("slips")
    assert f'<a href="/days/{FIRST}">{FIRST}</a>' in page("exceptions")
    assert re.search(r'<a href="/rounds/(PP01-1-\d+)">\1</a>', page("progressives"))
    assert '<a href="/exceptions?table=PG01#PG01-' in page("exceptions")


def test_the_reports_are_listed(pit: Pit) -> None:
    assert pit.get("/v1/reports") == {"reports": list(REPORTS)}


def test_the_shortage_is_named_with_its_rounds(pit: Pit) -> None:
    report = pit.get("/v1/reconciliation", day=FIRST, table="PG01")
    (finding,) = report["tables"][0]["findings"]
    assert (finding["kind"], finding["amount"], finding["rounds"]) == ("tray", -2500, ["PG01-1-2"])
    assert report["status"] == "counted"
    assert report["balanced"] is False


def test_a_gap_in_the_slips_is_reported(pit: Pit) -> None:
    faults = section(pit.get("/v1/reports/slips", day=FIRST), "exceptions")
    assert [(one["kind"], one["slip"]) for one in faults] == [("missing", "F-2")]


def test_the_meter_is_reconciled_and_its_payouts_listed_for_their_slips(pit: Pit) -> None:
    report = pit.get("/v1/reports/progressives", day=FIRST)
    (meter,) = section(report, "meters")
    assert meter["variance"] == 0
    assert meter["after"] == meter["computed"]
    assert [one["supervisor"] for one in section(report, "payouts")] == ["Ann"]


def test_what_a_guest_is_called_is_text_on_paper_and_in_a_spreadsheet(pit: Pit) -> None:
    query = {"day": SECOND, "format": "html"}
    page = pit.http.get("/v1/reports/currency", params=query).text
    assert "&lt;b&gt;bob&lt;/b&gt;" in page
    assert "<b>bob" not in page
    table = pit.http.get("/v1/reports/currency", params={**query, "format": "csv"}).text
    _, *lines = csv.reader(io.StringIO(table))
    players = [row[1] for row in lines]
    assert sorted(players) == ["'=HYPERLINK(1)", "<b>bob</b>"]


def test_a_spreadsheet_is_told_the_unit_and_finds_numbers(pit: Pit) -> None:
    query = {"day": FIRST, "format": "csv"}
    told = pit.http.get("/v1/reports/reconciliation", params=query).text
    head, *rows = csv.reader(io.StringIO(told))
    assert head[:7] == [
        *("gaming_day", "table", "session", "period", "shift", "rounds"),
        "opener_cents",
    ]
    assert {len(row) for row in rows} == {len(head)}
    cents = [at for at, name in enumerate(head) if name.endswith("_cents")]
    assert len(cents) == 14
    for row in rows:
        assert all(row[at] == "" or int(row[at]) is not None for at in cents)


def test_a_day_as_it_was_closed(pit: Pit) -> None:
    provisional = pit.get("/v1/reports/reconciliation", day=FIRST, status="provisional")
    counted = pit.get("/v1/reports/reconciliation", day=FIRST, status="counted")
    assert (provisional["status"], counted["status"]) == ("provisional", "counted")
    assert {one["drop_counted"] for one in section(provisional, "tables")} == {None}
    assert {one["drop_counted"] for one in section(counted, "tables")} == {0, 20_000}


def test_the_books_as_they_were_known_at_a_moment(pit: Pit) -> None:
    (closed,) = [
        event
        for event in pit.get("/v1/events", limit=5000)["events"]
        if event["event"] == "DayClosed" and event["status"] == "provisional"
    ]
    then = pit.get("/v1/reconciliation", day=FIRST, as_of=closed["recorded"])
    assert then["status"] == "provisional"
    assert {line["drop"]["counted"] for line in then["tables"]} == {None}
    before = pit.get("/v1/reconciliation", day=FIRST, as_of="2020-01-01T00:00:00Z")
    assert before["tables"] == []


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ({"status": "audited"}, "not-found"),
        ({"status": "done"}, "invalid-request"),
        ({"format": "pdf"}, "invalid-request"),
        ({"section": "tables", "format": "csv"}, "invalid-request"),
        ({"section": "slips"}, "invalid-request"),
        ({"as_of": "yesterday"}, "invalid-request"),
        ({"as_of": "2026-03-01T00:00:00"}, "invalid-request"),
        ({"as_of": "2026-03-01T00:00:00Z", "status": "counted"}, "invalid-request"),
        ({"as_of": "2999-01-01T00:00:00Z"}, "invalid-request"),
        ({"day": "2026-13-01"}, "invalid-request"),
        ({"table": "PG99"}, "not-found"),
    ],
)
def test_what_cannot_be_asked_for(pit: Pit, query: dict[str, str], kind: str) -> None:
    answer = pit.http.get("/v1/reports/slips", params={"day": FIRST, **query})
    problem = expect_problem(answer, kind)
    (name, value), *_ = query.items()
    told = str(problem)
    assert name in told or value in told


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/v1/days/yesterday", "invalid-request"),
        ("/v1/exceptions?open=perhaps", "invalid-request"),
        ("/v1/exceptions?table=PG99", "not-found"),
        ("/v1/reconciliation?day=today", "invalid-request"),
        ("/v1/reconciliation?table=PG99", "not-found"),
        ("/v1/reconciliation?as_of=2999-01-01T00:00:00Z", "invalid-request"),
        ("/reconciliation?day=today", "invalid-request"),
    ],
)
def test_an_address_that_leads_nowhere_says_why(pit: Pit, path: str, kind: str) -> None:
    problem = expect_problem(pit.http.get(path), kind)
    *_, name, value = re.split("[/?=]", path)
    assert value in str(problem) or f"query.{name}" in str(problem)


def test_there_is_no_other_report(pit: Pit) -> None:
    problem = expect_problem(pit.http.get("/v1/reports/gossip"), "not-found")
    assert "master_game" in problem["detail"]


def test_days_tell_how_they_were_closed(pit: Pit) -> None:
    (day,) = pit.get("/v1/days")["days"]
    assert (day["day"], day["status"]) == (FIRST, "counted")
    assert [one["status"] for one in day["history"]] == ["provisional", "counted"]


def test_a_day_tells_what_is_open_and_what_is_missing(pit: Pit) -> None:
    first = pit.get(f"/v1/days/{FIRST}")
    assert (first["status"], first["balanced"], first["missing"]) == ("counted", False, [])
    assert ("tray", "PG01", -2500) in [
        (one["kind"], one["table"], one["amount"]) for one in first["exceptions"]
    ]
    second = pit.get(f"/v1/days/{SECOND}")
    assert (second["status"], second["history"]) == ("open", [])
    assert second["missing"] == [
        {"table": "PG02", "session": 2, "period": 1, "missing": ["close_table", "count_drop"]}
    ]


def test_exceptions_are_found_by_table_day_and_whether_they_are_open(pit: Pit) -> None:
    def found(**query: Any) -> set[tuple[str, str]]:
        answer = pit.get("/v1/exceptions", **query)["exceptions"]
        return {(one["table"], one["kind"]) for one in answer}

    assert found(table="PG01") == {("PG01", "tray")}
    assert found(table="PG02") == set()
    assert ("PG01", "tray") in found(day=FIRST, open=True)
    assert found(day=SECOND, open=True) == found(open=False) == set()


@pytest.fixture
def doors(house: Service, settings: Settings, tmp_path: Path) -> Iterator[httpx.Client]:
    tokens = tmp_path / "tokens.toml"
    tokens.write_text(
        "\n".join(
            f'[[token]]\nid = "x"\nrole = "{role}"\n'
            f'sha256 = "{hashlib.sha256(role.encode()).hexdigest()}"'
            for role in ("dealer", "surveillance", "auditor", "cage", "pit_manager")
        )
    )
    locked = settings.model_copy(update={"auth": "on", "tokens": tokens})
    storage = house.storage
    app = make_app(
        settings=locked,
        desk=house.desk,
        ledger=storage.ledger,
        books=storage.books,
        checks=house.checks(),
    )
    with served(app, locked) as running:
        yield running.http


def test_who_may_see_players_and_their_cash(doors: httpx.Client) -> None:
    def status(role: str, path: str) -> int:
        return doors.get(path, headers={"Authorization": f"Bearer {role}"}).status_code

    seen = {role: status(role, "/v1/reports/currency") for role in ("auditor", "cage")}
    assert seen == {"auditor": 200, "cage": 200}
    assert status("pit_manager", "/v1/reports/currency") == 200
    assert status("dealer", "/v1/reports/currency") == 403
    assert status("surveillance", "/v1/reports/currency") == 403
    assert status("dealer", "/v1/reports/slips") == 200
    for path in ("/v1/reports/slips", "/reconciliation", "/v1/days", "/v1/exceptions"):
        assert doors.get(path).status_code == 401


def test_the_page_shows_the_day_and_complains_of_nothing(pit: Pit) -> None:
    with open_browser() as browser:
        page = browser.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(f"{pit.http.base_url}/reconciliation?day={FIRST}")
        assert "not balanced" in page.inner_text("h1")
        differences = page.inner_text(".differences")
        assert "-$25.00" in differences
        assert "PG01-1-2" in differences
        page.fill("input[name=day]", SECOND)
        page.wait_for_url(f"**/days/{SECOND}")
        assert "not all is counted yet" in page.inner_text("h1")
        page.goto(f"{pit.http.base_url}/v1/reports/master_game?day={FIRST}&format=html")
        assert "Master game report" in page.inner_text("h1")
        styled = "getComputedStyle(document.querySelector('table')).borderCollapse"
        assert page.evaluate(styled) == "collapse"
        assert complaints == []


OVERFLOW: Final = """() => [document.documentElement, ...document.querySelectorAll("section > div")]
  .map((place) => place.scrollWidth - place.clientWidth)"""
A4_LANDSCAPE: Final = 1032
"""Its width in pixels within the margins."""


def test_nothing_is_cut_off_on_a_screen_a_phone_or_paper(pit: Pit) -> None:
    base = pit.http.base_url
    paths = [f"/v1/reports/{name}?day={FIRST}&format=html" for name in REPORTS]
    with open_browser() as browser:
        page = browser.new_page()
        for path in (f"/days/{FIRST}", f"/days/{SECOND}", *paths):
            page.emulate_media(media="screen")
            page.set_viewport_size({"width": 1280, "height": 900})
            page.goto(f"{base}{path}")
            assert max(page.evaluate(OVERFLOW)) <= 1, path
            page.set_viewport_size({"width": 390, "height": 800})
            assert page.evaluate(OVERFLOW)[0] <= 0, path
            page.emulate_media(media="print")
            page.set_viewport_size({"width": A4_LANDSCAPE, "height": 703})
            assert max(page.evaluate(OVERFLOW)) <= 1, path


def test_what_is_missing_stands_under_the_row_in_words(pit: Pit) -> None:
    page = pit.http.get(f"/days/{SECOND}").text
    assert "missing: close table, count drop</span>" in page
    assert '<th scope="row" class="text"><a href="/tables/PG02">PG02</a></th>' in page
    assert "open</span>" in page
