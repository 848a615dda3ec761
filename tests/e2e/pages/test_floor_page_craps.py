"""The floor page on a craps table: the point, who has wagers down, what is carried."""

from datetime import datetime
from typing import Any

from playwright.sync_api import expect

from services.bootstrap import Service
from services.tools.simulator import Floor
from tests.support.domain.asked import no_more_bets, open_round
from tests.support.domain.craps import a_round, bet, call_on, open_craps, return_wager, throw
from tests.support.http.playing import Pit, Table
from tests.support.pages.watching import Watcher
from tests.support.store.playing import hand_in

APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
SIXTEEN = "".join(str(seat) for seat in range(1, 17))


def craps(pit: Pit, name: str = "CR01", **elections: Any) -> Table:
    table = Table(pit, name, None)
    table.do({**open_craps(**elections), "table": name})
    return table


def test_the_point_and_what_is_carried_are_seen_from_roll_to_roll(
    watcher: Watcher, pit: Pit
) -> None:
    table = craps(pit)
    watcher.sees(table, running="come out", seats=f"{SIXTEEN}none")
    expect(watcher.cell("CR01", "game").locator(".marks")).to_have_text("NJ craps")
    table.do(open_round(), bet(1, "pass", 1_000), bet(16, "place_8", 1_200))
    watcher.sees(table, phase="betting", running="come out")
    expect(watcher.seats(table, '[data-state="in"]')).to_have_text(["1", "16"])
    expect(watcher.seats(table, "[data-carried]")).to_have_count(0)
    expect(watcher.seats(table, ":nth-child(16)")).to_have_attribute("title", "place 8 $12.00, off")
    table.do(call_on(16, "place_8"))
    expect(watcher.seats(table, ":nth-child(16)")).to_have_attribute("title", "place 8 $12.00, on")
    table.do(no_more_bets(), throw(2, 4))
    watcher.sees(table, phase="open", running="point 6 $22 carried")
    expect(watcher.seats(table, "[data-carried]")).to_have_text(["1", "16"])
    table.do(*a_round([bet(2, "come", 1_000), bet(3, "dont_come", 1_500)], 4, 5))
    expect(watcher.seats(table, ":nth-child(2)")).to_have_attribute("title", "come on 9 $10.00")
    expect(watcher.cell("CR01", "seats")).to_contain_text(f"3: don{APOSTROPHE}t come on 9 $15.00")
    table.do(return_wager(2, "come"))
    watcher.sees(table, running="point 6 $37 carried")
    assert watcher.misfits() == {}
    table.do(*a_round([], 3, 4))
    watcher.sees(table, running="come out", seats=f"{SIXTEEN}none")
    expect(watcher.seats(table, "[data-carried]")).to_have_count(0)


def test_a_card_says_what_lies_on_each_wager(watcher: Watcher, pit: Pit) -> None:
    table = craps(pit, seats=24)
    watcher.page.set_viewport_size({"width": 390, "height": 844})
    bets = [bet(1, "pass", 1_000), bet(24, "pass", 2_000), bet(24, "hard_4", 500)]
    table.do(open_round(), *bets)
    expect(watcher.seats(table, "")).to_have_count(24)
    sums = watcher.cell("CR01", "seats").locator(".sums")
    expect(sums).to_be_visible()
    expect(sums).to_have_text("pass $30.00 · hard 4 $5.00")
    expect(watcher.cell("CR01", "running")).to_have_attribute("data-label", "Point")
    assert watcher.misfits() == {}


def test_a_floor_with_craps_fits_every_screen(watcher: Watcher, house: Service, pit: Pit) -> None:
    """In the middle of play, with all that twenty places hold."""
    start = "2026-03-01T18:00:00+00:00"
    floor = Floor(5, 25, 7, datetime.fromisoformat(start), tables_of={"craps": 3}, leave_open=True)
    hand_in(house.desk, floor.stream())
    expect(watcher.page.get_by_role("rowheader")).to_have_count(6)
    for place in ("CR01", "CR02", "CR03"):
        expect(watcher.cell(place, "rounds")).to_have_text("25")
    assert watcher.misfits() == {}
    view = pit.get("/v1/tables/CR03")
    assert view["places"] == 20
    assert view["craps"]["come_out"] == (view["craps"]["point"] is None)
