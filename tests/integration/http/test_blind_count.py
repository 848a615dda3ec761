"""The count is blind: before it, nothing that the count room can load tells what to expect."""

from collections.abc import Iterator
from typing import Final

import pytest

from domain.money import dollars
from tests.support.http.addresses import names_of, readable_addresses
from tests.support.http.playing import expect_problem
from tests.support.http.story import DAY, TABLE
from tests.support.http.visitors import Visitors, at_pages
from tests.support.transparency.at_once import seal

EXPECTED: Final = 80_000
"""What was bought in on the day; the second player's $300 was first keyed in as $3,000."""
TOLD: Final = [
    form
    for cents in (EXPECTED, 30_000, 300_000)
    for form in (dollars(cents), f":{cents},", f":{cents}}}", f",{cents},", f",{cents / 100:.2f},")
]
NAMED: Final = names_of(TABLE, DAY)


@pytest.fixture
def visitors(
    server: str, logs: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Visitors]:
    """The box is in the count room, and not counted."""
    with at_pages(server, tmp_path_factory.mktemp("blind")) as visitors:
        visitors.story.up_to("count_drop")
        seal(visitors.staff.house.storage.ledger)
        yield visitors


def telling(visitors: Visitors, who: str) -> list[str]:
    """The addresses whose answer shows what was bought in."""
    found = []
    for path in readable_addresses(visitors.staff, NAMED, DAY):
        for accepts in ("text/html", "application/json"):
            answer = visitors.of(who).http.get(path, headers={"Accept": accepts})
            assert answer.status_code in (200, 303, 403, 404, 422), f"{path}: {answer.text}"
            if any(form in answer.text for form in TOLD):
                found.append(path)
    return found


def test_nothing_tells_the_count_room_before_the_count(visitors: Visitors) -> None:
    assert telling(visitors, "cora") == []
    others = telling(visitors, "ada")
    for path in (f"/days/{DAY}", f"/v1/reconciliation?day={DAY}", "/v1/events", "/v1/tables"):
        assert path in others, "it is there for others, or the test would look for nothing"
    refused = visitors.staff.get("cora", "/v1/reconciliation", day=DAY)
    detail = expect_problem(refused, "forbidden")["detail"]
    assert f"{TABLE} session 1 box 1" in detail
    expect_problem(visitors.staff.get("cora", "/v1/stream", view="floor"), "forbidden")


def test_after_the_count_its_difference_is_shown(visitors: Visitors) -> None:
    fields = {"table": TABLE, "session:int": "1", "box:int": "1", "cash:plus": "790.00"}
    assert visitors.do("cora", "count_drop", **fields).status_code == 303
    shown = visitors.look("cora", f"/count?day={DAY}").text
    assert "$790.00" in shown
    assert "-$10.00" in shown
    assert dollars(EXPECTED) in visitors.look("cora", f"/days/{DAY}").text
    assert visitors.look("cora", "/").headers["location"] == "/count"
