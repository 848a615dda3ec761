"""Tiles that nobody may see yet, or ever: masked wherever the API shows them."""

import re
from collections.abc import Callable
from typing import Final, TypeAlias

import pytest

from tests.support.domain import asked
from tests.support.domain.mistaken import correct_deal
from tests.support.http.playing import DEALER, LOSES, MASKED, WINS, Pit, Table, Told, one
from tests.support.http.serving import listening

Show: TypeAlias = Callable[[Pit, str, int], list[Told]]
HANDS: Final = {1: WINS, 2: LOSES}


def by_round(pit: Pit, round_id: str, _: int) -> list[Told]:
    events: list[Told] = pit.read(f"/v1/rounds/{round_id}/events")["events"]
    return events


def by_log(pit: Pit, _: str, head: int) -> list[Told]:
    return pit.events_since(head)


def by_stream(pit: Pit, _: str, head: int) -> list[Told]:
    pit.house.runner.catch_up()
    with listening(pit.http, last_id=head) as stream:
        return [message.data for message in stream.take(pit.head() - head)]


everywhere = pytest.mark.parametrize("show", [by_round, by_log, by_stream])


def set_tiles(events: list[Told]) -> dict[object, list[str]]:
    """What the settings show, by seat."""
    return {
        event.get("seat", "dealer"): event["high"] + event["low"]
        for event in events
        if event["event"] in ("HandSet", "HouseSet")
    }


@everywhere
def test_hands_in_play_are_masked_in_events(pit: Pit, table: Table, show: Show) -> None:
    head = pit.head()
    made = table.do_as_one(*asked.up_to_the_house(DEALER, HANDS))
    events = show(pit, made[0]["round"], head)
    dealt = one(events, "TilesDealt")
    assert set(dealt["hands"]) == {"dealer", "1", "2", "dead"}
    assert {tile for tiles in dealt["hands"].values() for tile in tiles} == {"??"}
    assert len(dealt["hands"]["dead"]) == 20
    assert set_tiles(events) == {1: MASKED, 2: MASKED, "dealer": MASKED}


@everywhere
def test_only_the_tiles_are_masked(pit: Pit, table: Table, show: Show) -> None:
    head = pit.head()
    made = table.do_as_one(*asked.up_to_the_house(DEALER, HANDS))
    shown = show(pit, made[0]["round"], head)
    for mine, theirs in zip(made, shown, strict=True):
        tiles = {"hands", "high", "low", "salt"}
        assert {name for name in mine if mine[name] != theirs[name]} <= tiles
        assert list(mine) == list(theirs)


@everywhere
def test_after_the_round_all_is_shown_but_the_dead_hand(pit: Pit, table: Table, show: Show) -> None:
    head = pit.head()
    made = table.play_round(HANDS)
    events = show(pit, made[0]["round"], head)
    hands = one(events, "TilesDealt")["hands"]
    assert set(hands.pop("dead")) == {"??"}
    truth = one(made, "TilesDealt")["hands"]
    assert hands == {place: truth[place] for place in ("dealer", "1", "2")}
    assert set_tiles(events) == set_tiles(made)


@everywhere
def test_what_was_surrendered_stays_unseen(pit: Pit, table: Table, show: Show) -> None:
    head = pit.head()
    made = table.play_round(HANDS, surrender=2)
    events = show(pit, made[0]["round"], head)
    hands = one(events, "TilesDealt")["hands"]
    assert hands["2"] == MASKED
    assert hands["1"] == WINS.replace("/", "").split()
    assert set_tiles(events)[2] == MASKED
    assert set_tiles(events)[1] == WINS.replace("/", "").split()


@everywhere
def test_a_deal_that_was_taken_back_stays_unseen(pit: Pit, table: Table, show: Show) -> None:
    """What was told of a seat may be the tiles of the dead hand."""
    head = pit.head()
    made = table.do_as_one(*asked.up_to_the_deal(DEALER, {1: LOSES, 2: WINS}), asked.set_hand(1))
    hands = {seat: hand.replace("/", "") for seat, hand in HANDS.items()}
    right = correct_deal(asked.deal(DEALER, hands))
    settings = [asked.set_hand(seat, *hand.split("/")) for seat, hand in HANDS.items()]
    made += table.do_as_one(right, *settings, asked.set_house(), asked.settle())
    events = show(pit, made[0]["round"], head)
    wrong, dealt = [event for event in events if event["event"] == "TilesDealt"]
    assert {tile for tiles in wrong["hands"].values() for tile in tiles} == {"??"}
    assert dealt["hands"]["1"] == WINS.replace("/", "").split()
    first, again = [event for event in events if event.get("seat") == 1 and "high" in event]
    assert first["high"] + first["low"] == MASKED
    assert again["high"] + again["low"] == WINS.replace("/", "").split()


@everywhere
def test_a_salt_is_seen_where_all_the_tiles_are(pit: Pit, table: Table, show: Show) -> None:
    """With it, hidden tiles could be guessed from the public hash of the event."""
    head = pit.head()
    made = table.do_as_one(*asked.up_to_the_house(DEALER, HANDS))
    truth = salts(made)
    assert all(re.fullmatch("[0-9a-f]{32}", salt) for salt in truth.values())
    assert len({*truth.values()}) == len(truth) == 4
    assert salts(show(pit, made[0]["round"], head)) == dict.fromkeys(truth, "??")
    table.do_as_one(asked.surrender(2), asked.settle())
    hidden: dict[tuple[str, object], str] = {("TilesDealt", None): "??", ("HandSet", 2): "??"}
    assert salts(show(pit, made[0]["round"], head)) == {**truth, **hidden}


def salts(events: list[Told]) -> dict[tuple[str, object], str]:
    return {(one["event"], one.get("seat")): one["salt"] for one in events if "salt" in one}


def test_a_round_in_play_is_masked(pit: Pit, table: Table) -> None:
    made = table.do_as_one(*asked.up_to_the_house(DEALER, HANDS))
    rounds = pit.read(f"/v1/tables/{table.name}/rounds")["rounds"]
    for row in (pit.read(f"/v1/rounds/{made[0]['round']}"), *rounds):
        assert {tile for tiles in row["hands"].values() for tile in tiles} == {"??"}
        assert set(row["settings"]) == {"1", "2", "dealer"}
        for setting in row["settings"].values():
            assert setting == {"high": ["??"] * 2, "low": ["??"] * 2}


def test_a_finished_round_is_shown_but_for_what_stays_unseen(pit: Pit, table: Table) -> None:
    made = table.play_round(HANDS, surrender=1)
    rounds = pit.read(f"/v1/tables/{table.name}/rounds")["rounds"]
    for row in (pit.read(f"/v1/rounds/{made[0]['round']}"), *rounds):
        assert row["surrendered"] == [1]
        assert set(row["hands"]["dead"]) == {"??"}
        assert row["hands"]["1"] == MASKED
        assert row["settings"]["1"] == {"high": ["??"] * 2, "low": ["??"] * 2}
        assert row["hands"]["2"] == LOSES.replace("/", "").split()
        assert row["settings"]["2"] == {"high": ["5-5", "1-5"], "low": ["3-3", "3-4"]}


def test_a_void_rounds_hands_are_shown_but_for_the_dead_hand(pit: Pit, table: Table) -> None:
    made = table.deal_round(HANDS)
    table.do(asked.misdeal())
    row = pit.read(f"/v1/rounds/{made[0]['round']}")
    assert row["phase"] == "voided"
    assert set(row["hands"]["dead"]) == {"??"}
    assert row["hands"]["dealer"] == DEALER.split()


def test_the_floor_shows_no_tiles_at_all(pit: Pit, table: Table) -> None:
    table.do_as_one(*asked.up_to_the_house(DEALER, HANDS))
    shown = str(pit.read("/v1/tables"))
    assert not [tile for tile in asked.TILES if f"'{tile}'" in shown]
