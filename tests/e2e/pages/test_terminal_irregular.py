"""What goes wrong with dice, totals and tiles, told at a table's terminal in a real browser."""

from typing import Final

import pytest

from tests.support.domain.asked import TILES
from tests.support.http.playing import Pit
from tests.support.pages.seated import Sit, house_of_tables, last_round, seats

DEALER: Final = ("1-3", "1-5", "5-6", "4-6")
WINS: Final = ("6-6", "1-6", "5-5", "2-3")

pit = pytest.fixture(house_of_tables, scope="module")
sit = pytest.fixture(seats)


def test_what_goes_wrong_with_dice_a_total_and_a_tile_by_touch(pit: Pit, sit: Sit) -> None:
    table, at = sit("NJ08")
    at.act("open_round")
    at.phase("betting")
    at.wager(1, "pai_gow", 2500)
    at.act("no_more_bets")
    at.phase("no_more_bets")
    at.act("no_roll")
    at.key("cause-not_flat").click()
    assert (at.violations(), at.small()) == ([], [])
    at.key("no-roll-send").click()
    at.all_sent()
    at.act("no_roll")
    at.key("no-roll-words").fill("the shaker was overturned")
    at.key("no-roll-send").click()
    at.all_sent()
    at.page.locator("details", has=at.key("announced")).locator("summary").click()
    at.key("announced").fill("10")
    at.dice(1, 2, 6)
    at.phase("rolled")
    at.key("start-dealer").click()
    at.pick(*DEALER, *WINS)
    assert (at.violations(), at.small()) == ([], [])
    at.send_deal()
    at.phase("dealt")
    at.act("expose")
    at.key("expose-position").select_option("1")
    at.key("expose-by").select_option("player")
    at.key("form-send").click()
    at.all_sent()
    at.phase("dealt")
    at.act("void_round")
    at.key("void_round-reason").fill("the evening is over")
    at.key("void_round-supervisor").fill("ann")
    at.key("form-send").click()
    at.phase("open")
    row = last_round(pit, table)
    assert row["no_rolls"] == ["a die did not land flat", "the shaker was overturned"]
    assert (row["announced"], row["exposed"], row["phase"]) == (10, ["1"], "voided")


def test_a_deal_by_a_wrong_total_is_keyed_in_stack_by_stack(pit: Pit, sit: Sit) -> None:
    table, at = sit("NJ09")
    at.act("open_round")
    at.phase("betting")
    at.wager(1, "pai_gow", 2500)
    at.act("no_more_bets")
    at.phase("no_more_bets")
    at.page.locator("details", has=at.key("announced")).locator("summary").click()
    at.key("announced").fill("10")
    at.dice(1, 2, 6)
    at.phase("rolled")
    at.key("start-1").click()
    at.pick(*TILES)
    at.send_deal()
    at.phase("open")
    row = last_round(pit, table)
    assert (row["phase"], row["start"], row["announced"]) == ("voided", "1", 10)
    assert [line["rule"] for line in row["wagers"]] == ["19:47-10.9(c)"]
