"""The floor page on what a table plays: its rules, its bank, the wagers a triple left lying."""

from typing import Final

from playwright.sync_api import expect

from services.bootstrap import Service
from tests.support.domain import asked
from tests.support.domain.asked import ask
from tests.support.http.playing import LOSES, WINS, Pit
from tests.support.pages.watching import Watcher, opened
from tests.support.store.playing import play_floor

APOSTROPHE: Final = "\N{RIGHT SINGLE QUOTATION MARK}"


def test_a_table_says_by_which_rules_it_plays(watcher: Watcher, pit: Pit) -> None:
    opened(pit, "PG01")
    opened(pit, "PG02", banking=True, two_areas=True, triples_bonus=True)
    opened(pit, "PG03", dragons_eye={"vigorish_method": 2}, banking=True, co_banking=True)
    opened(pit, "PG04", regulation="md-pai-gow", pair_fortunes="C", generator=True)
    for table, words in (
        ("PG01", "NJNew Jersey"),
        ("PG02", "NJbank2 areastriplesNew Jersey, bank, 2 areas, triples"),
        (
            "PG03",
            f"NJco-bankdragon{APOSTROPHE}s eye 2New Jersey, co-bank, dragon{APOSTROPHE}s eye 2",
        ),
        ("PG04", "MDfortunes CgeneratorMaryland, fortunes C, generator"),
    ):
        expect(watcher.cell(table, "game")).to_have_text(words)
    marks = watcher.cell("PG04", "game").locator(".marks")
    expect(marks).to_have_attribute("title", "Maryland, fortunes C, generator (md-pai-gow@3)")


def test_the_bank_is_seen_from_its_offer_to_the_end_of_the_round(
    watcher: Watcher, pit: Pit
) -> None:
    table = opened(pit, "PG01", banking=True, co_banking=True)
    table.play_round({1: WINS, 2: LOSES})
    table.open_round()
    watcher.sees(table, seats="123456none; bank offered to: 1, 2")
    expect(watcher.seats(table, "[data-offered]")).to_have_text(["1", "2"])
    table.do(ask("pass_bank", seat=1))
    expect(watcher.seats(table, "[data-offered]")).to_have_text(["2"])
    table.do(ask("accept_bank", seat=2, chips=10_000, dealer_wager=2_500), asked.place(1))
    watcher.sees(table, seats="123456seats 1, 2; bank: 2; dealer wagers $25.00")
    expect(watcher.seats(table, '[data-state="bank"]')).to_have_text(["2"])
    expect(watcher.seats(table, "[data-offered]")).to_have_count(0)
    assert watcher.misfits() == {}
    table.do(asked.void_round(), asked.open_round())
    table.do(ask("accept_bank", seat=1, chips=10_000, co_bank=True), asked.place(2))
    watcher.sees(table, seats="123456seats 1, 2; co-bank: 1")
    expect(watcher.seats(table, '[data-state="co-bank"]')).to_have_text(["1"])
    table.do(asked.void_round())
    watcher.sees(table, seats="123456none")
    expect(watcher.seats(table, ":is([data-state=bank], [data-state=co-bank])")).to_have_count(0)


def test_a_retained_dice_bonus_stays_in_sight(watcher: Watcher, pit: Pit) -> None:
    eye = {"vigorish_method": 1, "standalone": True, "start": "eye"}
    table = opened(pit, "PG01", dragons_eye=eye, limits={})
    bonuses = [
        ask("place_wager", seat=seat, wager="dice_bonus", amount=amount)
        for seat, amount in ((2, 1_000), (5, 550))
    ]
    table.do(asked.open_round(), *bonuses, asked.no_more_bets(), asked.roll(4, 4, 4))
    watcher.sees(table, running="1 $15.50 retained", seats="123456none; retained: 2, 5")
    expect(watcher.seats(table, "[data-carried]")).to_have_text(["2", "5"])
    assert watcher.misfits() == {}
    table.do(asked.open_round(), ask("withdraw_wager", seat=5, wager="dice_bonus"))
    watcher.sees(table, running="1 $10 retained", seats="123456seats 2; retained: 2")
    table.do(asked.no_more_bets(), asked.roll(1, 2, 4))
    watcher.sees(table, running="0", seats="123456none")
    expect(watcher.seats(table, "[data-carried]")).to_have_count(0)


def test_a_floor_of_twenty_fits_every_screen(watcher: Watcher, house: Service) -> None:
    play_floor(house.desk, tables=20, rounds=3, cards=False)
    expect(watcher.page.get_by_role("rowheader")).to_have_count(21)
    expect(watcher.total("rounds")).to_have_text("60")
    expect(watcher.place("known")).to_have_text("20")
    assert watcher.misfits() == {}


def test_a_layout_has_as_many_spots_as_the_table_says(watcher: Watcher, pit: Pit) -> None:
    """Another game may have more of them, and take the place of this one at the same table."""
    table = opened(pit, "PG01")
    expect(watcher.seats(table, '[data-state="out"]')).to_have_text(list("123456"))
    script = next(one for one in watcher.page.locator("script[src]").all())
    source = script.evaluate("one => new URL('floor_seats.js', one.src).href")
    drawn = watcher.page.evaluate(
        """async (source) => {
            const { layOut } = await import(source);
            const seats = document.createElement("span");
            return [6, 24, 24, 2].map((places) => {
                layOut(seats, places);
                return Array.from(seats.children, (spot) => spot.textContent).join(" ");
            });
        }""",
        source,
    )
    counted = [" ".join(map(str, range(1, places + 1))) for places in (6, 24, 24, 2)]
    assert drawn == counted
