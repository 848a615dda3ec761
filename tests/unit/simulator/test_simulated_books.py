"""The books of the simulated floor: who does what, boxes and days."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import Final

import pytest

from domain.events.books import BoxRemoved
from domain.events.table import DropCounted, TableClosed, TableOpened, TrayCounted
from domain.hosting import next_commands
from domain.roles import ROLES
from domain.table.slip_series import series_of
from services.tools.simulator.floor import Elsewhere, setup_at
from tests.support.simulator.lives import EVENING, Life, evening, overnight

FULL: Final = ("PG06", "PG08", "PG09")
ROLLED: Final = ("PG01", "PG05", "PG06", "PG08")
CORRECTIONS: Final = {
    "correct_wager": "place_wager",
    "correct_bank": "accept_bank",
    "correct_roll": "roll",
    "correct_deal": "deal",
    "correct_setting": "set_hand",
    "correct_entry": "buy_in",
}


def floor() -> list[Life]:
    return [evening(table) for table in EVENING.names()]


def test_full_controls_are_played_under_with_tiles_and_with_cards() -> None:
    full = [
        setup_at(f"PG{number:02d}")
        for number in range(1, 10)
        if setup_at(f"PG{number:02d}").full_controls
    ]
    assert {terms.regulation for terms in full} == {"nj-pai-gow", "nj-pai-gow-poker"}
    assert [
        table for table in EVENING.names() if evening(table).table.terms.controls == "full"
    ] == [*FULL]


def test_slips_are_numbered_without_a_gap() -> None:
    seen = 0
    for life in floor():
        numbers: dict[str, list[int]] = {}
        for told in life.commands("fill", "credit"):
            series, number = series_of(told["slip"])
            assert series == f"{told['table']}-{told['command'][0].upper()}*"
            if number not in numbers.setdefault(series, []):
                numbers[series].append(number)
        for in_series in numbers.values():
            assert in_series == list(range(1, len(in_series) + 1))
            seen += len(in_series)
    assert seen > 12


def test_everybody_has_a_role_that_there_is() -> None:
    told = [one for life in floor() for one in life.told]
    roles = {one["actor"]["role"] for one in told}
    assert roles <= set(ROLES)
    at_work = {"dealer", "floorperson", "pit_manager", "cage", "security", "count_room"}
    assert roles == {*at_work, "auditor"}
    for one in told:
        if one["command"] == "remove_box":
            assert one["actor"]["role"] == "security"
        if one["command"] == "count_drop":
            assert one["actor"]["role"] == "count_room"


@pytest.mark.parametrize("table", FULL)
def test_under_full_controls_counts_are_signed_and_slips_go_through_three_hands(
    table: str,
) -> None:
    life = evening(table)
    for told in life.commands("open_table", "count_tray", "close_table"):
        assert [one["role"] for one in told["signatures"]] == ["dealer", "floorperson"]
    hands: dict[str, list[str]] = {}
    for told in life.commands("fill", "credit"):
        hands.setdefault(told["slip"], []).append(told["actor"]["id"])
        assert told["step"] != "voided" or told["reason"]
    assert hands
    assert all(len(set(people)) == len(people) for people in hands.values())


def test_under_full_controls_a_box_is_counted_once_its_carrier_is_known() -> None:
    life = evening("PG06")
    told = life.told
    closed = [one["command"] for one in told].index("close_table") + 1
    before, after = (
        next_commands(Life(told[:end], like=life).table) for end in (closed, closed + 1)
    )
    assert "remove_box" in before
    assert "count_drop" not in before
    assert "remove_box" not in after
    assert "count_drop" in after


def test_elsewhere_nobody_signs() -> None:
    assert not any("signatures" in told for told in evening("PG01").told)


def test_what_is_keyed_in_wrong_is_put_right_at_once() -> None:
    corrected: Counter[str] = Counter()
    for life in floor():
        for before, told in pairwise(life.told):
            if told["command"] in CORRECTIONS:
                corrected[told["command"]] += 1
                assert before["command"] == CORRECTIONS[told["command"]]
                assert told["supervisor"] != told["actor"]["id"]
    assert corrected.keys() == CORRECTIONS.keys()


def test_what_is_disputed_is_decided_before_the_table_closes() -> None:
    told = Counter(one["command"] for life in floor() for one in life.told)
    assert 0 < told["complain"] == told["hold_dispute"] == told["rule_dispute"]
    assert not any(life.table.books.complaints for life in floor())
    rulings = {one["decision"] for life in floor() for one in life.commands("rule_dispute")}
    assert rulings == {"upheld", "dismissed"}


def test_vigorish_is_owed_and_mostly_recovered_and_markers_are_paid_back() -> None:
    told = Counter(one["command"] for life in floor() for one in life.told)
    assert 0 < told["recover_vigorish"] <= told["owe_vigorish"]
    lives = [*floor(), *map(overnight, ROLLED)]
    markers = [one for life in lives for one in life.commands("pay_marker")]
    assert {one["tender"] for one in markers} == {"chips", "cash"}


def test_buy_ins_name_the_player() -> None:
    assert all(told["player"] for life in floor() for told in life.commands("buy_in"))


@pytest.mark.parametrize("table", ROLLED)
def test_a_table_that_plays_into_another_day_is_rolled_and_goes_on(table: str) -> None:
    life = overnight(table)
    rolls = [one for one in life.events if isinstance(one, TrayCounted) and one.roll]
    assert [one.day for one in rolls][:1] == ["2026-11-16"]
    assert [one.period for one in rolls] == list(range(1, len(rolls) + 1))
    counts = [one for one in life.events if isinstance(one, TrayCounted | TableClosed)]
    assert all(one.counted == one.expected for one in counts)
    drops = [one for one in life.events if isinstance(one, DropCounted)]
    assert [one.box for one in drops] == list(range(1, len(rolls) + 2))
    assert all(one.amount == one.estimated for one in drops)
    carried = [one for one in life.events if isinstance(one, BoxRemoved)]
    assert [one.box for one in carried] == [one.box for one in drops]
    assert all(one.carrier for one in carried)
    assert not life.table.books.boxes
    assert not life.miscounts


def test_the_same_table_opens_with_what_was_counted_at_its_close() -> None:
    first = evening("PG05")
    again = Elsewhere("PG05", sessions=1, events=first.table.seq)
    later = replace(EVENING, start=datetime(2026, 11, 17, 18, 0, tzinfo=UTC))
    second = Life((again.tell(told) for told in later.commands("PG05")), first.table)
    opened = next(one for one in second.events if isinstance(one, TableOpened))
    assert (opened.session, opened.discrepancy) == (2, 0)
    assert not second.miscounts


def test_an_evening_is_told_of_another_table() -> None:
    beside = Elsewhere("SOUTH7")
    life = Life(beside.tell(told) for told in EVENING.commands("PG02"))
    assert not life.table.is_open
    assert len(life.events) == len(evening("PG02").events)
