"""What a command alone shows to be wrong: its shape, a die of 7, a tile twice."""

import json
from datetime import UTC, datetime
from typing import Any, Final

import pytest

from domain.commands import CommandError
from domain.commands.fields import inventory_cents
from domain.commands.round import PlaceWager, Roll
from domain.commands.submission import Submission
from domain.commands.table import CloseTable, CountDrop, Fill
from domain.games.pai_gow.messages.commands import Deal, SetHand
from domain.messages.commands import parse_command
from domain.money import MOST_CENTS
from tests.support.domain.asked import (
    TILES,
    Asked,
    ask,
    buy_in,
    fill,
    open_round,
    open_table,
    place,
    roll,
)

STACKS: Final = [list(TILES[at : at + 4]) for at in range(0, 32, 4)]


def then_malformed(told: Asked | str | bytes, where: str) -> str:
    """The command is turned away at this place; answers what is wrong there."""
    with pytest.raises(CommandError) as caught:
        parse_command(told)
    problems = caught.value.problems
    assert all(set(problem) == {"where", "what"} for problem in problems)
    said = [problem["what"] for problem in problems if problem["where"] == where]
    assert said, f"nothing is said about {where}: {problems}"
    assert all(said)
    assert f"{where}: {said[0]}" in str(caught.value)
    return said[0]


def test_a_command_is_read_alike_from_text_bytes_and_an_object() -> None:
    asked = place(3, 2500, player="ann", coupon=500)
    read = parse_command(asked)
    assert isinstance(read, PlaceWager)
    assert (read.seat, read.amount, read.player, read.coupon) == (3, 2500, "ann", 500)
    assert read == parse_command(json.dumps(asked)) == parse_command(json.dumps(asked).encode())


def test_what_is_left_out_has_its_default() -> None:
    read = parse_command(place(3))
    assert isinstance(read, PlaceWager)
    assert (read.player, read.coupon, read.command_id, read.actor, read.at) == (
        *(None, 0),
        *(None, None, None),
    )


def test_an_unknown_command_is_malformed() -> None:
    assert "dance" in then_malformed(ask("dance"), "command")


def test_an_object_without_a_command_is_malformed() -> None:
    then_malformed({"seat": 1}, "command")


def test_a_field_that_has_the_name_of_a_command_is_told_by_its_name() -> None:
    then_malformed(ask("count_tray", inventory=1, roll="yes"), "roll")


def test_a_place_is_told_as_the_sender_wrote_it() -> None:
    then_malformed(ask("set_hand", seat=25), "seat")
    then_malformed(ask("expose", position="table"), "position")
    then_malformed(ask("close_table", inventory={"2500": -1}), "inventory.2500")


@pytest.mark.parametrize("field", ["seat", "wager", "amount"])
def test_a_missing_field_is_malformed(field: str) -> None:
    told = {name: value for name, value in place(1).items() if name != field}
    then_malformed(told, field)


def test_an_extra_field_is_malformed() -> None:
    then_malformed(open_round() | {"speed": 3}, "speed")
    then_malformed(open_table(colour="red"), "submission.colour")


@pytest.mark.parametrize("amount", ["2500", None, [2500], {}, True, False, 25.5, 25.0])
def test_an_amount_that_is_no_whole_number_is_malformed(amount: object) -> None:
    told = ask("buy_in", seat=1, amount=amount)
    then_malformed(told, "amount")
    then_malformed(json.dumps(told), "amount")


@pytest.mark.parametrize("amount", [0, -1, -2500, MOST_CENTS + 1, 2**63, 10**30])
def test_a_negative_zero_or_unbelievable_amount_is_malformed(amount: int) -> None:
    then_malformed(buy_in(1, amount), "amount")
    then_malformed(place(1, amount), "amount")
    then_malformed(json.dumps(fill("F-1", amount)), "amount")


def test_the_largest_believable_amount_is_read() -> None:
    assert parse_command(buy_in(1, MOST_CENTS))


def test_a_negative_coupon_is_malformed() -> None:
    then_malformed(place(1, coupon=-1), "coupon")


@pytest.mark.parametrize("seat", [0, 25, -1, "1", 1.0, True, None])
def test_a_seat_that_no_table_has_is_malformed(seat: object) -> None:
    then_malformed(ask("surrender", seat=seat), "seat")


def test_a_wager_that_no_regulation_knows_is_malformed() -> None:
    then_malformed(ask("place_wager", seat=1, wager="red", amount=100), "wager")


def test_a_tile_that_is_not_in_the_set_is_malformed() -> None:
    strange = [["6-7", *STACKS[0][1:]], *STACKS[1:]]
    assert "'6-7'" in then_malformed(ask("deal", stacks=strange), "stacks")
    turned = [["6-1", *STACKS[0][1:]], *STACKS[1:]]
    assert "'6-1'" in then_malformed(ask("deal", stacks=turned), "stacks")


@pytest.mark.parametrize(("tile", "most"), [("1-2", 1), ("6-6", 2)])
def test_a_tile_dealt_more_often_than_the_set_holds_it_is_malformed(tile: str, most: int) -> None:
    others = [other for other in TILES if other != tile]
    tiles = [*[tile] * (most + 1), *others][:32]
    stacks = [tiles[at : at + 4] for at in range(0, 32, 4)]
    assert tile in then_malformed(ask("deal", stacks=stacks), "stacks")


def test_thirty_one_and_thirty_three_tiles_are_malformed() -> None:
    one_short = [*STACKS[:7], STACKS[7][:3]]
    assert "31 tiles" in then_malformed(ask("deal", stacks=one_short), "stacks")
    one_more = [*STACKS[:7], [*STACKS[7], "1-2"]]
    then_malformed(ask("deal", stacks=one_more), "stacks")


@pytest.mark.parametrize(
    "stacks",
    [
        [],
        [list(TILES)],
        [list(TILES[:16]), list(TILES[16:])],
        [*STACKS[:6], STACKS[6][:3], [*STACKS[7], STACKS[6][3]]],
        [*STACKS, []],
    ],
)
def test_anything_but_eight_stacks_of_four_is_malformed(stacks: list[list[str]]) -> None:
    then_malformed(ask("deal", stacks=stacks), "stacks")


def test_a_deal_tells_tiles_or_cards_and_not_both() -> None:
    cards = {"dealer": ["AS", "KS", "QS", "JS", "TS", "9S", "JK"]}
    then_malformed(ask("deal"), "command")
    then_malformed(ask("deal", stacks=STACKS, hands=cards), "command")
    read = parse_command(ask("deal", stacks=STACKS))
    assert isinstance(read, Deal)
    assert read.stacks == STACKS


@pytest.mark.parametrize(
    "hands",
    [
        {"7": ["AS", "KS", "QS", "JS", "TS", "9S", "JK"]},
        {"dealer": ["AS", "KS", "QS", "JS", "TS", "9S"]},
        {"dealer": ["AS", "KS", "QS", "JS", "TS", "9S", "1S"]},
        {"dealer": ["AS", "KS", "QS", "JS", "TS", "9S", "AS"]},
    ],
)
def test_cards_that_cannot_have_been_dealt_are_malformed(hands: dict[str, list[str]]) -> None:
    then_malformed(ask("deal", hands=hands), "hands")


@pytest.mark.parametrize(
    ("dice", "where"),
    [
        ([1, 2, 7], "dice.2"),
        ([0, 2, 3], "dice.0"),
        ([1], "dice"),
        ([1, 2, 3, 4], "dice"),
        ([1, "2", 3], "dice.1"),
        (6, "dice"),
    ],
)
def test_dice_that_cannot_be_read_are_malformed(dice: object, where: str) -> None:
    then_malformed(ask("roll", dice=dice), where)


def test_dice_of_one_to_six_are_read() -> None:
    read = parse_command(roll(1, 6, 6))
    assert isinstance(read, Roll)
    assert (read.dice, read.shaker) == ([1, 6, 6], None)


@pytest.mark.parametrize(
    ("high", "low"),
    [
        (["9-9", "6-6"], ["5-5", "2-3"]),
        (["6-6", "6-6"], ["6-6", "2-3"]),
        (["1-2", "6-6"], ["1-2", "2-3"]),
        (["AS", "AS", "KD", "9C", "8C"], ["2H", "3H"]),
        (["AS", "6-6"], ["5-5", "2-3"]),
    ],
)
def test_a_setting_that_no_set_and_no_deck_could_give_is_malformed(
    high: list[str], low: list[str]
) -> None:
    then_malformed(ask("set_hand", seat=1, high=high, low=low), "command")
    then_malformed(ask("set_house", high=high, low=low), "command")


def test_a_setting_tells_both_hands_or_neither() -> None:
    then_malformed(ask("set_hand", seat=1, high=["6-6", "1-1"]), "command")
    then_malformed(ask("set_house", low=["6-6", "1-1"]), "command")
    read = parse_command(ask("set_hand", seat="dealer"))
    assert isinstance(read, SetHand)
    assert (read.high, read.low) == (None, None)


@pytest.mark.parametrize("name", ["", "a b", "PG-1", "Ä1", "x" * 33, "PG01\n", "meter:M1"])
def test_a_bad_table_name_is_malformed(name: str) -> None:
    then_malformed(open_table() | {"table": name}, "table")
    then_malformed(open_round() | {"table": name}, "table")


def test_a_table_name_of_32_letters_digits_and_underscores_is_read() -> None:
    assert parse_command(open_round() | {"table": "Pit_1_" + "9" * 26}).table


@pytest.mark.parametrize("bad", ["", "17", "not-a-uuid", 17, "12345678-1234-5678-1234-56781234567"])
def test_a_bad_command_id_is_malformed(bad: object) -> None:
    then_malformed(open_round() | {"command_id": bad}, "command_id")


def test_an_actor_has_an_id_and_a_role_and_nothing_else() -> None:
    assert parse_command(open_round() | {"actor": {"id": "d7", "role": "dealer"}}).actor
    then_malformed(open_round() | {"actor": {"id": "d7"}}, "actor.role")
    then_malformed(open_round() | {"actor": {"id": "d7", "role": "x", "age": 3}}, "actor.age")
    then_malformed(open_round() | {"actor": "d7"}, "actor")


@pytest.mark.parametrize("at", ["2026-11-15T20:00:00", "2026-11-15", "yesterday", "", 1700000000])
def test_a_time_without_its_offset_or_no_time_at_all_is_malformed(at: object) -> None:
    then_malformed(open_round() | {"at": at}, "at")


@pytest.mark.parametrize(
    "at", ["0001-01-01T00:00:00+01:00", "1066-10-14T09:00:00Z", "9999-12-31T23:00:00-05:00"]
)
def test_a_time_out_of_all_reach_is_malformed(at: str) -> None:
    then_malformed(open_round() | {"at": at}, "at")


@pytest.mark.parametrize(
    "at", ["2026-11-15T20:00:00Z", "2026-11-15T15:00:00-05:00", "2026-11-16T01:30:00+05:30"]
)
def test_a_time_of_any_offset_is_one_moment_in_utc(at: str) -> None:
    read = parse_command(open_round() | {"at": at})
    assert read.at == datetime(2026, 11, 15, 20, 0, tzinfo=UTC)
    assert read.at_text() == "2026-11-15T20:00:00Z"


def test_an_inventory_is_cents_or_chips_by_denomination() -> None:
    for inventory, cents in ((110_000, 110_000), ({"2500": 40, "500": 20}, 110_000), ({}, 0)):
        read = parse_command(ask("close_table", inventory=inventory))
        assert isinstance(read, CloseTable)
        assert inventory_cents(read.inventory) == cents


@pytest.mark.parametrize(
    "inventory",
    [
        *(-1, 2.5, "100", True, None, MOST_CENTS + 1),
        *({"2500": -1}, {"2500": 1.5}, {"2500": True}, {"100000000000": 11}),
        *({"0": 1}, {"-5": 1}, {"red": 1}, {"025": 1}),
    ],
)
def test_an_inventory_that_cannot_be_counted_is_malformed(inventory: Any) -> None:
    with pytest.raises(CommandError) as caught:
        parse_command(ask("close_table", inventory=inventory))
    assert all(problem["where"].startswith("inventory") for problem in caught.value.problems)


def test_a_drop_is_told_as_one_amount_or_by_category_and_not_both() -> None:
    then_malformed(ask("count_drop"), "command")
    then_malformed(ask("count_drop", amount=100, cash=100), "command")
    then_malformed(ask("count_drop", amount=100, coupons=0), "command")
    by_category = parse_command(ask("count_drop", cash=100, coupons=50))
    assert isinstance(by_category, CountDrop)
    assert by_category.total() == 100
    then_malformed(ask("count_drop", amount=100, session=0), "session")


def test_a_slip_number_may_be_written_as_a_number() -> None:
    read = parse_command(ask("fill", amount=100, slip=4711))
    assert isinstance(read, Fill)
    assert read.slip == "4711"
    for slip in ("", "a b", "x" * 33, True, None, 1.5):
        then_malformed(ask("fill", amount=100, slip=slip), "slip")
    then_malformed(fill("F-1", step="lost"), "step")


def test_limits_whose_minimum_is_above_their_maximum_are_malformed() -> None:
    said = then_malformed(open_table(limits={"pai_gow": [500, 100]}), "submission")
    assert "minimum 500 is above maximum 100" in said
    then_malformed(open_table(limits={"pai_gow": [500]}), "submission.limits.pai_gow")
    assert parse_command(open_table(limits={"pai_gow": [500, 500]}))


@pytest.mark.parametrize("text", ["[]", "3", '"open_round"', "null", "true"])
def test_json_that_is_not_an_object_is_malformed(text: str) -> None:
    then_malformed(text, "command")


@pytest.mark.parametrize("text", ["", "{", "{'command': 'open_round'}", '{"command":}', b"\xff"])
def test_text_that_is_not_json_is_malformed(text: str | bytes) -> None:
    assert "not JSON" in then_malformed(text, "command")


def test_every_problem_of_a_command_is_told_at_once() -> None:
    with pytest.raises(CommandError) as caught:
        parse_command(ask("place_wager", seat=25, wager="pai_gow", amount=-1, tip=5))
    assert {problem["where"] for problem in caught.value.problems} == {"seat", "amount", "tip"}


def test_a_command_once_read_does_not_change() -> None:
    read = parse_command(place(1))
    with pytest.raises(ValueError, match="frozen"):
        setattr(read, "amount", 1)  # noqa: B010


def test_the_same_elections_have_one_hash_however_they_are_written() -> None:
    one = {"regulation": "nj-pai-gow", "limits": {"pai_gow": [500, 900], "odd": [1, 2]}}
    other = {"limits": {"odd": [1, 2], "pai_gow": [500, 900]}, "regulation": "nj-pai-gow"}
    hashes = {Submission.model_validate(told).content_hash() for told in (one, other)}
    assert len(hashes) == 1
    assert Submission.model_validate({**one, "vigorish": "cent"}).content_hash() not in hashes


def test_a_foreign_field_is_named_whatever_it_is_called() -> None:
    with pytest.raises(CommandError) as told:
        parse_command({"command": "open_round", "my-field": 1})
    assert [one["where"] for one in told.value.problems] == ["my-field"]
