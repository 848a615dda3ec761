"""Whatever a table's books go through: true counts find nothing, one mistake is named exactly."""

from collections import Counter
from collections.abc import Callable
from typing import Final, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events import Event, encode, topic_of
from domain.events.books import VigorishOwed
from domain.hosting import Table, decide, evolve
from domain.messages.commands import parse_command
from domain.messages.events import decode
from tests.support.domain.asked import (
    Asked,
    buy_in,
    close_table,
    count_drop,
    credit,
    fill,
    open_table,
)
from tests.support.domain.bookkeeping import (
    a_round,
    correct,
    count_tray,
    owe,
    pay_marker,
    recover,
    remove_box,
    roll_over,
)
from tests.support.domain.given import account_totals, estimated_drop, new_table, stamp
from tests.support.share import examples

Step: TypeAlias = tuple[str, int]

OPENER: Final = 10_000_000
VIGORISH: Final = 125
"""Of $25 won."""
STAKE: Final = 2500


class TrueTable:
    """The chips and the boxes as they really are, kept beside what the table is told."""

    def __init__(self) -> None:
        self.table: Table = new_table()
        self.events: list[Event] = []
        self.tray = OPENER
        self.boxes: list[Counter[str]] = [Counter()]
        """Those off the table that are not counted, in order, and last the one that stands there."""
        self.numbers = 0
        self.tell(open_table(OPENER))

    def tell(self, *commands: Asked) -> list[Event]:
        made: list[Event] = []
        for asked in commands:
            self.table, events, _ = decide(self.table, parse_command(asked), stamp(asked))
            made += events
        self.events += made
        return made

    def number(self) -> str:
        self.numbers += 1
        return f"N-{self.numbers}"

    def replayed(self) -> Table:
        table = new_table()
        for event in self.events:
            table = evolve(table, decode(topic_of(event), encode(event)))
        return table

    def last_counts(self) -> None:
        """The table closes and every box is counted, all as it is."""
        self.tell(close_table(self.tray))
        for box in self.boxes:
            self.tell(count_drop(cash=box["money"], coupons=box["coupons"]))


def _buy_in(true: TrueTable, cents: int) -> None:
    true.tell(buy_in(1 + cents % 6, cents))
    true.tray -= cents
    true.boxes[-1]["money"] += cents


def _fill(true: TrueTable, cents: int) -> None:
    slip = true.number()
    steps = (None,) if cents % 2 else ("requested", "issued", "received")
    true.tell(*(fill(slip, cents, **({"step": step} if step else {})) for step in steps))
    true.tray += cents


def _credit(true: TrueTable, cents: int) -> None:
    true.tell(credit(true.number(), cents))
    true.tray -= cents


def _void(true: TrueTable, cents: int) -> None:
    slip = true.number()
    true.tell(fill(slip, cents, step="requested"), fill(slip, cents, step="voided"))


def _marker(true: TrueTable, cents: int) -> None:
    tender = "cash" if cents % 2 else "chips"
    true.tell(pay_marker(true.number(), cents, tender=tender))
    if tender == "cash":
        true.boxes[-1]["money"] += cents
    else:
        true.tray += cents


def _won(true: TrueTable, cents: int) -> None:
    """With a coupon of a dollar now and then; the vigorish is owed, and perhaps recovered."""
    coupon = 100 if cents % 3 == 0 else 0
    vigorish = VIGORISH if not coupon else 150
    true.tell(*a_round("win", coupon=coupon))
    true.tray -= STAKE + coupon - vigorish
    true.boxes[-1]["coupons"] += coupon
    if cents % 2:
        [owed] = true.tell(owe(1, 75))
        assert isinstance(owed, VigorishOwed)
        true.tray -= 75
        if cents % 5 == 0:
            true.tell(recover(owed.seq, amount=50), recover(owed.seq))
            true.tray += 75


def _lost(true: TrueTable, cents: int) -> None:
    coupon = 100 if cents % 2 else 0
    true.tell(*a_round("lose", "push", coupon=coupon))
    true.tray += STAKE
    true.boxes[-1]["coupons"] += coupon


def _keyed_in_wrong(true: TrueTable, cents: int) -> None:
    """An amount told wrong, and put right before anybody counts."""
    asked = (buy_in, lambda _, wrong: fill(true.number(), wrong))[cents % 2]
    [told] = true.tell(asked(1, cents + 111))
    true.tell(correct(told.seq, cents + 5), correct(told.seq, cents))
    if cents % 2:
        true.tray += cents
    else:
        true.tray -= cents
        true.boxes[-1]["money"] += cents


def _count(true: TrueTable, _: int) -> None:
    true.tell(count_tray(true.tray))


def _roll(true: TrueTable, _: int) -> None:
    true.tell(roll_over(true.tray))
    true.boxes.append(Counter())


def _rolled_wrong(true: TrueTable, cents: int) -> None:
    """A roll's count is keyed in wrong and put right; somebody answers for the difference."""
    [counted] = true.tell(roll_over(true.tray + cents))
    true.boxes.append(Counter())
    true.tell(correct(counted.seq, true.tray))
    true.tell({"command": "acknowledge", "exception": counted.seq, "reason": "misread"})


def _box_off(true: TrueTable, _: int) -> None:
    true.tell(remove_box(carrier="s5"))
    true.boxes.append(Counter())


def _box_counted(true: TrueTable, _: int) -> None:
    if len(true.boxes) > 1:
        box = true.boxes.pop(0)
        true.tell(count_drop(cash=box["money"], coupons=box["coupons"]))


def _overnight(true: TrueTable, _: int) -> None:
    true.last_counts()
    true.boxes = [Counter()]
    true.tell(open_table(true.tray))


STEPS: Final[dict[str, Callable[[TrueTable, int], None]]] = {
    one.__name__: one
    for one in (
        *(_buy_in, _fill, _credit, _void, _marker, _won, _lost, _keyed_in_wrong),
        *(_count, _roll, _rolled_wrong, _box_off, _box_counted, _overnight),
    )
}


def _evenings(*without: str) -> st.SearchStrategy[list[Step]]:
    names = [name for name in STEPS if name not in without]
    return st.lists(st.tuples(st.sampled_from(names), st.integers(1, 50_000)), max_size=12)


EVENINGS: Final = _evenings()
NO_OTHER_MISTAKE: Final = _evenings("_rolled_wrong")


def play(true: TrueTable, steps: list[Step]) -> None:
    for name, cents in steps:
        STEPS[name](true, cents)


@settings(max_examples=examples(150), deadline=None)
@given(EVENINGS)
def test_true_counts_find_no_difference_and_the_events_tell_it_all(steps: list[Step]) -> None:
    true = TrueTable()
    for step in steps:
        play(true, [step])
        assert true.table.tray == true.tray
        assert true.table.books.variance == 0
        assert true.table.books.exceptions == {}
        assert estimated_drop(true.table) == sum(box["money"] for box in true.boxes)
    true.last_counts()
    assert true.table.books.exceptions == {}
    assert true.table.books.boxes == ()
    totals = account_totals(tuple(true.events))
    assert sum(totals.values()) == 0
    assert (totals.get("tray", 0), totals.get("drop_box", 0)) == (0, 0)
    assert true.replayed() == true.table


def _unrecorded_buy_in(true: TrueTable, cents: int) -> dict[str, int]:
    true.tray -= cents
    true.boxes[-1]["money"] += cents
    return {"tray": -cents, "drop": cents}


def _fill_without_a_slip(true: TrueTable, cents: int) -> dict[str, int]:
    true.tray += cents
    return {"tray": cents}


def _vigorish_short(true: TrueTable, _: int) -> dict[str, int]:
    true.tell(*a_round("win"))
    true.tray -= STAKE - (VIGORISH - 25)
    return {"tray": -25}


def _box_short(true: TrueTable, cents: int) -> dict[str, int]:
    true.boxes[-1]["money"] += cents
    return {"drop": cents}


def _coupon_lost(true: TrueTable, cents: int) -> dict[str, int]:
    true.boxes[-1]["coupons"] += cents
    return {"coupons": cents}


MISTAKES: Final = (
    *(_unrecorded_buy_in, _fill_without_a_slip, _vigorish_short, _box_short, _coupon_lost),
)


@pytest.mark.parametrize("mistake", MISTAKES)
@settings(max_examples=examples(40), deadline=None)
@given(before=EVENINGS, after=NO_OTHER_MISTAKE, cents=st.integers(1, 50_000))
def test_one_mistake_is_named_once_and_exactly(
    mistake: Callable[[TrueTable, int], dict[str, int]],
    before: list[Step],
    after: list[Step],
    cents: int,
) -> None:
    true = TrueTable()
    play(true, before)
    named = mistake(true, cents)
    planted_after = true.table.seq
    play(true, after)
    true.last_counts()
    found = true.table.books.exceptions
    assert {one.kind: one.amount for one in found.values()} == named
    assert len(found) == len(named)
    assert min(found) > planted_after
