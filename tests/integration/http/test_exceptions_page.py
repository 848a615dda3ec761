"""Exceptions on their page: what is open, who may answer, and the answer itself."""

import re
from collections.abc import Iterator

import httpx
import pytest

from tests.support.http.staff import STAFF
from tests.support.http.story import DAY, TABLE
from tests.support.http.visitors import Visitors, at_pages

MARKUP = "<script>alert(1)</script> & so on"


@pytest.fixture(scope="module")
def visitors(
    server: str, logs: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Visitors]:
    """The day is counted; the tray that was $25 short is unanswered."""
    with at_pages(server, tmp_path_factory.mktemp("exceptions")) as visitors:
        visitors.story.up_to("acknowledge")
        yield visitors


def acknowledged(visitors: Visitors, who: str, **more: str) -> httpx.Response:
    form = {"table": TABLE, "exception:int": "25", "reason": "found", "back": "/exceptions"}
    return visitors.do(who, "acknowledge", **{**form, **more})


@pytest.mark.parametrize("who", STAFF)
def test_everybody_sees_what_is_open_and_who_may_answer(visitors: Visitors, who: str) -> None:
    shown = visitors.look(who, "/exceptions")
    assert shown.status_code == 200, shown.text
    assert f'id="{TABLE}-25"' in shown.text
    assert "-$25.00" in shown.text
    assert "auditor, pit manager" in shown.text
    assert "frank, dana, who had a hand in it" in shown.text
    assert ('value="acknowledge"' in shown.text) == (STAFF[who] in ("auditor", "pit_manager"))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("show=open", [f"{TABLE}-25"]),
        ("show=answered", [f"{TABLE}-22"]),
        ("show=all", [f"{TABLE}-22", f"{TABLE}-25"]),
        ("show=all&kind=complaint", [f"{TABLE}-22"]),
        (f"show=all&table={TABLE}&day={DAY}&kind=", [f"{TABLE}-22", f"{TABLE}-25"]),
        ("show=all&day=2026-11-13", []),
        ("show=all&page=7", []),
    ],
)
def test_the_address_says_what_is_shown(visitors: Visitors, query: str, found: list[str]) -> None:
    shown = visitors.look("ada", f"/exceptions?{query}")
    assert re.findall(rf'<article[^>]* id="({TABLE}-[^"]+)"', shown.text) == found


def test_a_complaint_leads_to_its_round(visitors: Visitors) -> None:
    shown = visitors.look("ada", "/exceptions?show=all&kind=complaint")
    assert f'href="/rounds/{TABLE}-1-1"' in shown.text
    assert "decided: upheld" in shown.text


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ("kind=nothing", 422, "there are opener"),
        ("day=0001-01-01", 422, "is not a gaming day"),
        ("day=tomorrow", 422, "is not a day"),
        ("table=NO_SUCH", 404, "no table is called"),
        ("table=%3Cb%3E", 404, "no table is called"),
        ("page=0", 422, "query.page"),
        ("opne=1", 422, "is not known here"),
    ],
)
def test_what_cannot_be_shown_is_a_page_that_says_why(
    visitors: Visitors, query: str, status: int, words: str
) -> None:
    shown = visitors.look("ada", f"/exceptions?{query}")
    assert shown.status_code == status
    assert shown.headers["content-type"].startswith("text/html")
    assert words in shown.text
    assert "<b>" not in shown.text


@pytest.mark.parametrize("who", ["dana", "cora", "vic"])
def test_another_role_answers_for_nothing(visitors: Visitors, who: str) -> None:
    answer = acknowledged(visitors, who)
    assert answer.status_code == 403
    assert "is for auditor, pit_manager" in answer.text


def test_an_answer_with_markup_is_shown_as_it_was_written(visitors: Visitors) -> None:
    answer = acknowledged(visitors, "paula", reason=MARKUP, back="/exceptions?show=all")
    assert (answer.status_code, answer.headers["location"]) == (303, "/exceptions?show=all")
    shown = visitors.look("vic", "/exceptions?show=answered&kind=tray")
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; so on" in shown.text
    assert "<script>alert" not in shown.text
    assert "nothing waits for an answer" in visitors.look("ada", "/exceptions").text
    again = acknowledged(visitors, "ada")
    assert again.status_code == 409
    assert 'class="rule"' in again.text
