"""The floor's page over HTTP: for every role, what waits and where, totals with their names."""

from datetime import datetime, timedelta

import httpx
import pytest

from domain.roles import ROLES
from projections.slips import Slips, slips_of
from services.http.blind import COUNTS
from services.http.cookies import ROLE
from services.projector.standing import Standing
from services.queries import BrokenRow
from services.reports.predicates import Is
from services.web import waiting
from services.web.floor_now import day_totals
from tests.support.domain import asked
from tests.support.http.playing import WINS, Pit, Table

PAGE = {"Accept": "text/html"}


def waits(pit: Pit, table: Table) -> dict[str, waiting.Wait]:
    pit.house.runner.catch_up(10)
    row = pit.house.storage.books.table(table.name)
    assert row is not None
    return {one.kind: one for one in waiting.of_tables([row])}


@pytest.mark.parametrize("role", sorted(set(ROLES) - COUNTS))
def test_every_role_but_the_count_room_sees_the_floor(
    http: httpx.Client, table: Table, role: str
) -> None:
    answer = http.get("/", headers={**PAGE, "Cookie": f"{ROLE}={role}"})
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    for words in ("What waits", "Gaming day", "Running periods", "/v1/charts/day-curve?day="):
        assert words in answer.text
    assert "<form" not in answer.text.partition("<main")[2]


def test_whoever_counts_is_led_to_the_boxes_and_sees_no_drop(http: httpx.Client) -> None:
    counting = {**PAGE, "Cookie": f"{ROLE}=count_room"}
    answer = http.get("/", headers=counting)
    assert (answer.status_code, answer.headers["location"]) == (303, "/count")
    for path in ("/floor/now", "/v1/charts/day-curve?day=2026-01-01", "/v1/stream?view=floor"):
        assert http.get(path, headers=counting).status_code == 403


def test_unknown_query_parameters_are_refused(http: httpx.Client) -> None:
    for path in ("/?table=PG01", "/floor/now?day=2026-01-01"):
        assert http.get(path, headers=PAGE).status_code == 422


def test_exceptions_and_complaints_are_named_with_their_place(pit: Pit, table: Table) -> None:
    assert waits(pit, table) == {}
    table.do({"command": "count_tray", "inventory": 999_000})
    table.play_round({1: WINS})
    round_id = f"{table.name}-1-1"
    (made,) = table.do({"command": "complain", "round": round_id, "seat": 1, "words": "no"})
    found = waits(pit, table)
    assert found["exceptions"].words == "1 exception is open"
    [named] = found["exceptions"].named
    assert named == (f"{table.name} (1)", f"/exceptions?table={table.name}")
    assert found["complaints"].named == ((round_id, f"/rounds/{round_id}"),)
    table.do({"command": "hold_dispute", "complaint": made["seq"], "amount": 100})
    found = waits(pit, table)
    assert "complaints" not in found
    assert found["disputes"].words == "1 dispute is on hold"


def test_boxes_wait_for_the_count_room(pit: Pit, table: Table) -> None:
    table.buy_in()
    table.close(990_000)
    assert waits(pit, table)["boxes"].address == "/count"
    table.do({"command": "count_drop", "amount": 10_000})
    assert "boxes" not in waits(pit, table)


def test_a_slip_is_late_after_a_while_and_not_before(pit: Pit, table: Table) -> None:
    (step,) = table.do(asked.fill("F-1", 50_000, step="requested"))
    pit.house.runner.catch_up(10)
    slips = slips_of(pit.house.storage.books.rows.find(Slips(), Is("key", "=", table.name)))
    then = datetime.fromisoformat(step["at"])
    assert list(waiting.of_slips(slips, then + timedelta(minutes=5))) == []
    [late] = waiting.of_slips(slips, then + waiting.SLIP_LATE + timedelta(seconds=1))
    assert late.named == ((f"F-1 at {table.name}", f"/tables/{table.name}#slips"),)


def test_the_days_totals_sum_every_period_of_the_day(pit: Pit, day: str) -> None:
    table = pit.table(at=f"{day}T20:00:00Z")
    table.open()
    table.buy_in(amount=50_000)
    table.do({"command": "count_tray", "inventory": 950_000, "roll": True})
    table.buy_in(amount=20_000)
    pit.house.runner.catch_up(10)
    totals = day_totals(pit.house.storage.books.rows, day)
    assert (totals.drop, totals.win, totals.tables, totals.hold) == (70_000, 0, 1, 0.0)
    table.close(930_000)
    books = pit.read("/v1/reconciliation", day=day)["totals"]
    assert (books["drop_estimated"], books["rounds"]) == (totals.drop, totals.rounds)


def test_figures_that_cannot_be_trusted_are_grave() -> None:
    even = Standing("floor", 1, 10, 0, None, None, 0, 0.0)
    slow = even._replace(projection="rounds", events=7, seconds=12.4)
    fresh = slow._replace(projection="slips", seconds=0.2)
    stuck = even._replace(projection="days", stopped_by="bad", events=3, seconds=900.0)
    broken = BrokenRow("PG01", "why")
    found = list(waiting.of_read_models([even, slow, fresh, stuck], ["days"], [broken]))
    assert [(one.kind, one.named[0].text) for one in found] == [
        *(("stopped", "days"), ("behind", "rounds, 12 s"), ("broken", "PG01"))
    ]
    assert all(one.grave and one.address == "/system" for one in found)


def test_many_are_counted_and_a_few_are_named() -> None:
    days = [f"2026-01-{number:02}" for number in range(1, 21)]
    [wait] = waiting.of_days([], days, "2026-01-19")
    assert wait.words == "18 days are not closed for good"
    assert (wait.address, len(wait.named), wait.more) == ("/days/2026-01-18", 6, 12)
    assert wait.named[0].text == "2026-01-18: open"
