"""Banks, wagers on the dice and the generator, as the read models show them."""

from typing import Any

import pytest

from tests.support.domain import asked
from tests.support.domain.asked import ask
from tests.support.http.playing import DEALER, LOSES, WINS, Pit, Table, Told, one

EYE = {"vigorish_method": 1, "standalone": True, "start": "count"}
BANK_HAND = DEALER
"""The bank sits at seat 2 with the tiles that the dealer has elsewhere: seven over four."""


def opened(pit: Pit, **elections: Any) -> Table:
    table = pit.table()
    table.open(limits={}, **elections)
    return table


@pytest.fixture
def banked(pit: Pit) -> Table:
    """Seats 1 and 2 have wagered against the dealer once; the bank is on offer."""
    table = opened(pit, banking=True, co_banking=True)
    table.play_round({1: WINS, 2: LOSES})
    table.open_round()
    return table


def bank_plays(table: Table) -> list[Told]:
    """Seat 1 passes, seat 2 banks; the dealer wagers against it, and so does seat 1."""
    return table.do(
        ask("pass_bank", seat=1),
        ask("accept_bank", seat=2, chips=10_000, dealer_wager=2_000),
        asked.place(1, 5_000),
        asked.no_more_bets(),
        ask("cut", stacks=[3, 4]),
        ask("choose_delivery", style="house_way_from_left"),
        ask("no_roll", reason="a cocked die"),
        asked.roll(3, 3, 2, shaker=2),
    )


def deal_from_left(table: Table) -> list[Told]:
    """Eight counted from the bank at seat 2 ends at seat 1: the last stack from the left is its."""
    hands = {"1": WINS.replace("/", ""), "2": BANK_HAND, "dealer": LOSES.replace("/", "")}
    by_ring = asked.stacks(hands)
    order = ["1", "2", "3", "4", "5", "6", "dead", "dealer"]
    stacks = [by_ring[asked.RING.index(place)] for place in order]
    return table.do(ask("deal", stacks=stacks[::-1]))


def test_the_table_shows_whom_the_bank_is_offered_to(banked: Table) -> None:
    row = banked.row(banked.seq)
    assert row["offered"] == [
        {"seat": 1, "player": "seat-1"},
        {"seat": 2, "player": "seat-2"},
    ]
    assert (row["bank"], row["dealer_keeps"]) == (None, False)
    banked.do(ask("pass_bank", seat=1))
    assert [offer["seat"] for offer in banked.row(banked.seq)["offered"]] == [2]
    banked.do(asked.place(1), asked.no_more_bets())
    assert banked.row(banked.seq)["offered"] == []


def test_the_table_shows_its_bank(banked: Table) -> None:
    banked.do(ask("pass_bank", seat=1), ask("accept_bank", seat=2, chips=9_000, co_bank=True))
    banked.do(asked.place(1, 5_000))
    row = banked.row(banked.seq)
    assert (row["bank"], row["co_bank"], row["dealer_wager"]) == (2, True, 0)
    assert (row["seats"], row["offered"], row["triples"]["shaker"]) == ([1, 2], [], 2)
    banked.do(asked.void_round())
    row = banked.row(banked.seq)
    assert (row["bank"], row["co_bank"], row["seats"]) == (None, False, [])
    assert (row["rounds"], row["banked"]) == (2, 1)


def test_the_dealers_own_round_is_shown(pit: Pit) -> None:
    table = opened(pit, banking=True)
    table.play_round({1: WINS})
    table.play_round({1: WINS})
    table.open_round()
    row = table.row(table.seq)
    assert (row["dealer_keeps"], row["offered"]) == (True, [])
    table.bet(1)
    round_id = row["round"]
    assert pit.read(f"/v1/rounds/{round_id}")["dealer_keeps"] is True


def test_a_banked_round_is_read_while_it_is_played(pit: Pit, banked: Table) -> None:
    bank_plays(banked)
    row = pit.read(f"/v1/rounds/{banked.row(banked.seq)['round']}")
    assert [offer["seat"] for offer in row["offered"]] == [1, 2]
    assert row["passed"] == [1]
    assert row["banker"] == {
        "seat": 2,
        "player": "seat-2",
        "chips": 10_000,
        "co_bank": False,
        "dealer_wager": 2_000,
    }
    assert (row["cut"], row["style"]) == ([3, 4], "house_way_from_left")
    assert row["no_rolls"] == ["a cocked die"]
    assert (row["dice"], row["shaker"], row["running"]) == ([3, 3, 2], 2, 0)
    assert (row["bank"], row["dealer_wager"], row["house"]) == (None, None, None)


def test_a_banked_round_is_read_back_whole(pit: Pit, banked: Table) -> None:
    bank_plays(banked)
    dealt = deal_from_left(banked)[0]
    assert dealt["start"] == "1"
    high, low = WINS.split("/")
    banked.do(asked.set_hand(1, high, low), asked.set_hand("dealer"))
    banked.do(asked.set_house("1-5 4-6", "1-3 5-6"))
    closed = one(banked.do(asked.settle()), "RoundClosed")
    row = pit.read(f"/v1/rounds/{closed['round']}")
    assert row["bank"] == closed["bank"]
    assert row["bank"]["seat"] == 2
    assert row["dealer_wager"] == closed["dealer_wager"]
    assert row["dealer_wager"]["amount"] == 2_000
    assert (row["house"], row["house_way"]) == ("2", None)
    assert set(row["settings"]) == {"1", "2", "dealer"}
    assert row["start"] == "1"


def test_retained_wagers_are_shown_until_the_dice_take_them(pit: Pit) -> None:
    table = opened(pit, dragons_eye=EYE)
    bonus = ask("place_wager", seat=4, wager="dice_bonus", amount=500)
    table.do(asked.open_round(), bonus, asked.no_more_bets(), asked.roll(4, 4, 4))
    kept = [{"seat": 4, "amount": 500}]
    assert table.row(table.seq)["triples"] == {"count": 1, "shaker": 4, "retained": kept}

    round_id = table.open_round()
    assert table.row(table.seq)["seats"] == [4]
    assert pit.read(f"/v1/rounds/{round_id}")["retained"] == [
        {"seat": 4, "player": "seat-4", "amount": 500}
    ]
    table.do(asked.no_more_bets(), asked.roll(5, 5, 5, shaker=4))
    row = pit.read(f"/v1/rounds/{round_id}")
    assert (row["running"], row["shaker"], row["phase"]) == (2, 4, "closed")
    assert [(line["outcome"], line["paid"]) for line in row["wagers"]] == [("retained", 250_000)]

    table.do(asked.open_round(), asked.no_more_bets(), asked.roll(1, 2, 3))
    assert table.row(table.seq)["triples"] == {"count": 0, "shaker": "dealer", "retained": []}


def test_a_maryland_round_tells_its_number_style_and_who_left(pit: Pit) -> None:
    elections = {"generator": True, "dealer_delivery": True, "pair_fortunes": "B"}
    table = opened(pit, regulation="md-pai-gow", **elections)
    round_id = table.open_round()
    fortunes = ask("place_wager", seat=1, wager="pair_fortunes", amount=500)
    table.do(asked.place(1), fortunes, asked.place(2), asked.no_more_bets())
    table.do(ask("choose_delivery", style="chee_yee"), ask("announce_number", number=7))
    table.do(ask("abandon", seat=2))
    row = pit.read(f"/v1/rounds/{round_id}")
    assert (row["number_announced"], row["dice"], row["style"]) == (7, None, "chee_yee")
    assert (row["abandoned"], row["regulation"]) == ([2], "md-pai-gow@3")
    tiles = {1: WINS.replace("/", "")}
    table.do(asked.deal(DEALER, tiles), asked.expose(1), asked.void_hand(1))
    row = pit.read(f"/v1/rounds/{round_id}")
    assert (row["exposed"], row["voided"]) == (["1"], [1])
    table.do(asked.set_house(), asked.settle())
    row = pit.read(f"/v1/rounds/{round_id}")
    assert (row["house"], row["house_way"]) == ("dealer", "basic")
    assert [(line["seat"], line["outcome"]) for line in row["wagers"]] == [
        (1, "void"),
        (1, "void"),
        (2, "abandoned"),
    ]
