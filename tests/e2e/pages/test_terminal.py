"""Whole rounds of every game at a table's terminal, in a real browser before a real house."""

from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.support.domain.craps import ODDS
from tests.support.http.playing import LIMITS, Pit
from tests.support.pages.seated import Sit, house_of_tables, last_round, seats
from tests.support.pages.terminal import OUTAGE, REFUSAL, AtTerminal
from tests.support.processes.waiting import wait_for

DEALER: Final = ("1-3", "1-5", "5-6", "4-6")
WINS: Final = ("6-6", "1-6", "5-5", "2-3")
LOSES: Final = ("5-5", "1-5", "3-3", "3-4")
EYE: Final = {"vigorish_method": 1}
METER: Final = {
    "meter": "M1", "stake": 100, "rate_bp": 2100, "initial": 1_000_000, "reset": 1_000_000
}  # fmt: skip

pit = pytest.fixture(house_of_tables, scope="module")
sit = pytest.fixture(seats)


def outcomes(row: dict[str, Any]) -> dict[tuple[int, str], str]:
    return {(one["seat"], one["wager"]): one["outcome"] for one in row["wagers"]}


def test_a_round_of_tiles_with_a_dice_bonus_by_touch(pit: Pit, sit: Sit) -> None:
    table, at = sit("NJ01", dragons_eye=EYE)
    at.act("open_round")
    at.phase("betting")
    at.wager(1, "pai_gow", 2500)
    at.wager(2, "pai_gow", 500, 500)
    at.wager(2, "dice_bonus", 500)
    at.act("no_more_bets")
    at.phase("no_more_bets")
    assert (at.violations(), at.small()) == ([], [])
    at.dice(1, 2, 6)
    at.phase("rolled")
    at.pick(*LOSES, *WINS, *DEALER)
    assert (at.violations(), at.small()) == ([], [])
    at.key("deal-undo").click()
    expect(at.key("deal-send")).to_be_disabled()
    at.pick(DEALER[-1])
    at.send_deal()
    at.phase("dealt")
    expect(at.seat(1).locator(".piece-tile")).to_have_count(4)
    at.house_way()
    expect(at.page.get_by_role("heading", name="Set house")).to_be_visible()
    at.house_way()
    at.phase("house_set")
    at.act("settle")
    at.phase("open")
    assert outcomes(last_round(pit, table)) == {
        (2, "dice_bonus"): "lose",
        (1, "pai_gow"): "push",
        (2, "pai_gow"): "win",
    }
    wait_for(lambda: ["2", "Pai gow", "win", "$10", "19:47-10.7(j)"] in at.decided())
    at.act("count_tray")
    assert (at.violations(), at.small()) == ([], [])


def test_a_banked_round_in_maryland_by_touch(pit: Pit, sit: Sit) -> None:
    table, at = sit("MD01", regulation="md-pai-gow", banking=True, pair_fortunes="A", limits=LIMITS)
    for banked in (False, True):
        at.act("open_round")
        at.phase("betting")
        if banked:
            at.act("accept_bank")
            at.page.get_by_label("Chips, dollars").fill("500")
            at.key("form-send").click()
            expect(at.seat(1)).to_contain_text("bank")
        else:
            at.wager(1, "pai_gow", 2500)
        at.wager(2, "pai_gow", 2500)
        at.wager(2, "pair_fortunes", 500)
        at.act("no_more_bets")
        at.phase("no_more_bets")
        at.dice(1, 2, 6 if not banked else 5)
        at.phase("rolled")
        at.pick(*WINS, *LOSES, *DEALER)
        at.send_deal()
        at.phase("dealt")
        at.house_way()
        if banked:
            # The dealer's own hand against the bank comes after the seats'.
            expect(at.page.locator(".panel dt")).to_have_text("dealer")
            at.house_way()
        expect(at.key("house-way-all")).to_contain_text("House hand")
        at.house_way()
        at.phase("house_set")
        at.act("settle")
        at.phase("open")
    row = last_round(pit, table)
    assert row["bank"]["seat"] == 1
    assert set(outcomes(row)) == {(2, "pai_gow"), (2, "pair_fortunes")}


def test_a_round_of_cards_with_a_progressive_by_touch(pit: Pit, sit: Sit) -> None:
    table, at = sit("PK01", regulation="nj-pai-gow-poker", progressive=METER, house_way="basic")
    at.act("open_round")
    at.wager(3, "pai_gow", 2500)
    at.wager(3, "progressive")
    at.act("no_more_bets")
    at.phase("no_more_bets")
    at.dice(1, 1, 1)
    at.phase("rolled")
    at.pick("KS", "JH", "9D", "7C", "4S", "3H", "2D")
    at.pick("9S", "8S", "7S", "6S", "5S", "QD", "QH")
    at.send_deal()
    at.phase("dealt")
    # By hand: the low hand is picked, and the rest is high.
    at.key("hand-3").click()
    expect(at.page.get_by_text("House way: ")).to_be_visible()
    assert (at.violations(), at.small()) == ([], [])
    at.pick("QD", "QH")
    at.key("set-send").click()
    expect(at.key("house-way-all")).to_contain_text("House hand")
    at.house_way()
    at.phase("house_set")
    at.act("settle")
    # A straight flush is paid off the meter: a supervisor validates it.
    refused = at.page.get_by_role("alert")
    expect(refused).to_contain_text("19:47-11.14(c)3")
    at.key("refused-drop").click()
    at.key("more-settle").click()
    at.key("settle-supervisor").fill("Ann")
    at.key("form-send").click()
    at.phase("open")
    row = last_round(pit, table)
    assert outcomes(row) == {(3, "pai_gow"): "win", (3, "progressive"): "win"}
    assert row["meter"]["paid"] > 0
    at.expected(REFUSAL)


def test_craps_from_come_out_to_decision_by_touch(pit: Pit, sit: Sit) -> None:
    odds = {name: list(pays) for name, pays in ODDS.items()}
    table, at = sit("CR01", regulation="nj-craps", odds=odds, seats=8, limits={})
    at.act("open_round")
    at.wager(1, "pass", 2500)
    at.act("no_more_bets")
    at.phase("no_more_bets")
    at.dice(2, 4)
    at.phase("open")
    expect(at.page.locator(".felt .dealer")).to_contain_text("Point 6")
    at.act("open_round")
    at.wager(2, "come", 500)
    at.act("no_more_bets")
    at.phase("no_more_bets")
    at.dice(3, 3)
    at.phase("open")
    expect(at.page.locator(".felt .dealer")).to_contain_text("Come out")
    assert outcomes(last_round(pit, table)) == {(1, "pass"): "win", (2, "come"): "retained"}
    assert ["1", "Pass", "win", "$25", "19:47-1.2(a)1i"] in at.decided()


def test_a_round_of_tiles_by_keyboard_alone(pit: Pit, sit: Sit) -> None:
    table, at = sit("KB01")
    at.press("o")
    at.phase("betting")
    at.press("2", "5", "Enter")
    expect(at.seat(1)).to_contain_text("$25")
    at.press("ArrowRight", "1", "0", "Enter")
    expect(at.seat(2)).to_contain_text("$10")
    # In the field itself the same: what is typed is not lost to what is drawn meanwhile.
    at.key("amount").focus()
    at.press("ArrowRight", *"123.50", "Backspace", "Backspace", "5", "0", "Enter")
    expect(at.seat(3)).to_contain_text("$123.50")
    at.press("n")
    at.phase("no_more_bets")
    at.press("1", "2", "6", "Enter")
    at.phase("rolled")
    hands = (*WINS, *LOSES, "1-1", "4-4", "2-2", "3-6", *DEALER)
    for tile in hands[:-1]:
        at.press(*tile.split("-"))
    at.press("1", "1", "Backspace", *hands[-1].split("-"), "Enter")
    at.phase("dealt")
    at.press("Enter")
    expect(at.key("house-way-all")).to_contain_text("House hand")
    at.press("Enter")
    at.phase("house_set")
    at.press("t")
    at.phase("open")
    assert {seat for seat, _ in outcomes(last_round(pit, table))} == {1, 2, 3}


def test_the_line_cut_in_a_round_loses_nothing_and_doubles_nothing(pit: Pit, sit: Sit) -> None:
    table, at = sit("OFF1")
    at.act("open_round")
    at.wager(1, "pai_gow", 2500)
    at.page.context.set_offline(True)
    expect(at.page.locator("#line")).to_have_text("no connection")
    for seat in (2, 3):
        at.key(f"seat-{seat}").click()
        at.key("chip-2500").click()
        at.key("place").click()
    expect(at.page.locator("#waiting")).to_have_text("2 waiting")
    expect(at.page.get_by_role("heading", name="Waiting for the connection")).to_be_visible()
    at.page.context.set_offline(False)
    at.phase("betting")
    for seat in (1, 2, 3):
        expect(at.seat(seat)).to_contain_text("$25")
    # An answer that is lost on its way: the command is taken, and sent once more.
    lost: list[str] = []

    def lose(route: Any) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().text())
        route.abort()

    at.page.route(f"**/tables/{table.name}/terminal", lose)
    at.act("no_more_bets")
    at.phase("no_more_bets")
    assert "BetsClosed" in lost[0]
    at.page.reload()
    at.ready()
    at.dice(1, 2, 6)
    at.phase("rolled")
    events = pit.read(f"/v1/rounds/{table.name}-1-1/events")["events"]
    names = [one["event"] for one in events]
    assert names == ["RoundOpened", *["WagerPlaced"] * 3, "BetsClosed", "DiceRolled"]
    at.expected(*OUTAGE, REFUSAL)


def test_a_queue_outlives_a_reload_and_a_refusal_stops_it(pit: Pit, sit: Sit) -> None:
    table, at = sit("OFF2")
    at.act("open_round")
    at.phase("betting")
    at.page.route("**/tables/OFF2/terminal", lambda route: route.abort())
    for seat, chip in ((1, 100), (2, 2500)):
        at.key(f"seat-{seat}").click()
        at.key(f"chip-{chip}").click()
        at.key("place").click()
    expect(at.page.locator("#waiting")).to_have_text("2 waiting")
    at.page.unroute("**/tables/OFF2/terminal")
    # Even the page itself comes back over a bad line.
    at.page.route("**/terminal/state", lambda route: route.abort(), times=1)
    at.page.reload()
    refused = at.page.get_by_role("alert")
    expect(refused).to_contain_text("19:47-8.2")
    expect(refused).to_contain_text("below the table's minimum")
    expect(refused).to_contain_text("Behind it waits")
    assert (at.violations(), at.small()) == ([], [])
    at.key("refused-drop").click()
    at.phase("betting")
    expect(at.seat(2)).to_contain_text("$25")
    events = pit.read(f"/v1/rounds/{table.name}-1-1/events")["events"]
    assert [(one["event"], one.get("seat")) for one in events[1:]] == [("WagerPlaced", 2)]
    at.expected(*OUTAGE, REFUSAL)


def test_a_table_is_opened_stocked_and_closed_at_its_terminal(pit: Pit, sit: Sit) -> None:
    table, at = sit("TB01")
    at.act("buy_in")
    at.key("buy_in-seat").select_option("3")
    at.key("buy_in-amount").fill("200")
    at.key("form-send").click()
    at.phase("open")
    for step in ("requested", "voided"):
        at.act("credit")
        at.key("credit-slip").fill("C-1")
        at.key("credit-amount").fill("50")
        at.key("credit-step").select_option(step)
        if step == "voided":
            at.key("credit-reason").fill("not needed")
        at.key("form-send").click()
        at.phase("open")
    at.act("count_tray")
    at.key("form-send").click()
    expect(at.page.get_by_role("alert")).to_contain_text("Inventory is missing")
    at.act("close_table")
    at.key("close_table-inventory-2500").fill("392")
    at.key("form-send").click()
    at.phase("closed")
    at.act("open_table")
    at.key("open_table-inventory-2500").fill("400")
    at.key("form-send").click()
    at.phase("open")
    row = pit.read(f"/v1/tables/{table.name}")
    assert (row["session"], row["opener"], row["slips"]) == (2, 1_000_000, [])


def test_what_was_selected_is_still_written_over_when_something_happened(
    pit: Pit, sit: Sit
) -> None:
    table, at = sit("SL01")
    at.act("buy_in")
    amount = at.key("buy_in-amount")
    amount.fill("50")
    amount.select_text()
    table.buy_in()
    expect(at.page.locator("#terminal")).to_have_attribute("data-seq", "2")
    at.press("7", "0")
    expect(at.key("buy_in-amount")).to_have_value("70")


SLIP_THEN_AMOUNT: Final = """() => {
  const field = (name) => document.querySelector(`[data-key="credit-${name}"]`);
  field("slip").value = "C-1";
  field("slip").dispatchEvent(new Event("input", { bubbles: true }));
  field("amount").focus();
  field("amount").select();
}"""
"""Quicker than the page draws what the slip says."""


def test_an_amount_that_comes_into_its_field_is_written_over(pit: Pit, sit: Sit) -> None:
    table, at = sit("SL02")
    table.do({"command": "credit", "slip": "C-1", "amount": 5_000, "step": "requested"})
    expect(at.page.locator("#terminal")).to_have_attribute("data-seq", "2")
    at.act("credit")
    expect(at.key("credit-slip")).to_be_visible()
    at.page.evaluate(SLIP_THEN_AMOUNT)
    expect(at.key("credit-amount")).to_have_value("50")
    at.press("7", "0")
    expect(at.key("credit-amount")).to_have_value("70")


def test_what_is_under_a_finger_stays_there(pit: Pit, sit: Sit) -> None:
    table, at = sit("FG01")
    at.phase("open")
    at.key("act-open_round").hover()
    at.page.mouse.down()
    with at.page.expect_response(lambda answer: answer.url.endswith("state?seq=2")):
        table.buy_in()
    at.page.wait_for_timeout(200)
    expect(at.page.locator("#terminal")).to_have_attribute("data-seq", "1")
    at.page.mouse.up()
    at.phase("betting")


def test_what_another_does_at_the_table_shows_up(pit: Pit, sit: Sit) -> None:
    table, at = sit("LV01")
    table.do(
        {"command": "open_round"},
        *({"command": "place_wager", "seat": 4, "wager": "pai_gow", "amount": 2500},),
    )
    expect(at.seat(4)).to_contain_text("$25")
    at.phase("betting")
    # A mishap, told with the pieces of nobody's hand.
    at.act("void_round")
    at.key("void_round-reason").fill("the lights went out")
    at.key("void_round-supervisor-own").check()
    at.key("form-send").click()
    at.phase("open")
    assert last_round(pit, table)["phase"] == "voided"


def test_two_tabs_of_one_person_send_each_command_once(
    pit: Pit, sit: Sit, browser: BrowserContext
) -> None:
    table, at = sit("TW01")
    at.act("open_round")
    at.phase("betting")
    other = AtTerminal(browser, str(pit.http.base_url).rstrip("/"), table.name)
    other.phase("betting")
    address = f"**/tables/{table.name}/terminal"
    for tab, seat in ((at, 1), (other, 2), (at, 3)):
        tab.page.bring_to_front()
        tab.page.route(address, lambda route: route.abort())
        tab.key(f"seat-{seat}").click()
        tab.key("chip-2500").click()
        tab.key("place").click()
    for tab in (at, other):
        expect(tab.page.locator("#waiting")).to_have_text("3 waiting")
    for tab in (at, other):
        tab.page.unroute(address)
    for tab in (at, other):
        tab.page.evaluate("dispatchEvent(new Event('online'))")
        tab.phase("betting")
        expect(tab.seat(3)).to_contain_text("$25")
    events = pit.read(f"/v1/rounds/{table.name}-1-1/events")["events"]
    assert [one.get("seat") for one in events[1:]] == [1, 2, 3]
    for tab in (at, other):
        tab.expected(*OUTAGE)
    other.leave()
