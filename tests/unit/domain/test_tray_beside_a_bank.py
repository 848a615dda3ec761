"""The dealer's wager against a bank is out of the tray while the round is played.

19:47-10.8(h), (q); MD 9.H(3), 9.I(2), 9.Q.
"""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from msgspec.structs import replace

from domain.events import encode
from domain.events.round import BankSettled, VigorishTaken
from domain.events.table import TableClosed, TrayCounted
from domain.hosting import Table
from projections.figures.formulas import expected_closer, win
from projections.figures.reconciliation import reconcile
from projections.floor import Floor
from projections.floor.view import table_view
from projections.projection import folded
from projections.sessions import Sessions
from projections.sessions.period import BoxFigures, Period
from projections.table_days import TableDays
from tests.support.domain.asked import (
    Asked,
    close_table,
    count_drop,
    deal,
    no_more_bets,
    open_round,
    place,
    roll,
    set_hand,
    set_house,
    settle,
    void_round,
)
from tests.support.domain.banked import (
    ALSO_WIN,
    BANK_HAND,
    DEALER_LOSES,
    DEALER_PUSHES,
    DEALER_WINS,
    accept,
    accepted,
    after_first,
    after_round,
    dealt,
    jersey,
    maryland,
    pass_bank,
)
from tests.support.domain.bookkeeping import count_tray, roll_over
from tests.support.domain.books_asked import correct_bank
from tests.support.domain.given import history, when
from tests.support.domain.versions import opened_under_the_second

BOTH: Final = pytest.mark.parametrize("opening", [jersey, maryland], ids=["NJ", "MD"])
WAGER: Final = 2500


def counted(table: Table) -> TrayCounted:
    return when(table, count_tray(table.in_tray())).one(TrayCounted)


@BOTH
@pytest.mark.parametrize(
    ("dealer", "moved"), [(DEALER_WINS, WAGER), (DEALER_LOSES, -WAGER), (DEALER_PUSHES, 0)]
)
def test_10_8_h_from_the_acceptance_to_the_end_of_the_round(
    opening: Any, dealer: str, moved: int
) -> None:
    table = after_first(opening(), 1, 2)
    before = table.in_tray()
    banked = accepted(table, 2)
    for moment in (banked, dealt(when(banked, place(1)).table, {1: ALSO_WIN}, dealer)):
        assert moment.tray == before
        assert moment.in_tray() == before - WAGER
        count = counted(moment)
        assert (count.expected, count.on_layout) == (before - WAGER, WAGER)
    then = when(moment, set_hand(1), set_hand("dealer"), set_house(), settle())
    assert then.table.out_of_tray() == 0
    vigorish = sum(event.amount for event in then.all(VigorishTaken))
    vigorish += then.one(BankSettled).vigorish
    assert then.table.in_tray() == before + moved + vigorish


def test_a_count_without_a_dealers_wager_says_nothing_of_one() -> None:
    table = after_first(jersey(), 1, 2)
    for moment in (
        table,
        accepted(table, 2, dealer_wager=0),
        accepted(table, 2, co_bank=True),
        when(table, open_round(), pass_bank(1)).table,
    ):
        assert moment.in_tray() == moment.tray
        assert b"on_layout" not in encode(counted(moment))


def test_the_table_is_shown_without_it() -> None:
    first = [open_round(), place(1), place(2), no_more_bets(), roll(2, 3, 4), deal(BANK_HAND)]
    first += [set_hand(1), set_hand(2), set_house(), settle()]
    happened = history(jersey(), *first, open_round(), accept(1))
    [row] = folded(Floor(), happened.events).values()
    assert table_view(row).tray_expected == happened.table.tray - WAGER


def test_a_bank_that_is_corrected_or_a_void_round_puts_it_back() -> None:
    table = after_first(jersey(), 1, 2)
    banked = when(table, open_round(), accept(1)).table
    assert banked.in_tray() == table.tray - WAGER
    assert when(banked, correct_bank(None)).table.in_tray() == table.tray
    less = when(banked, correct_bank(2, dealer_wager=100)).table
    assert less.in_tray() == table.tray - 100
    assert when(banked, void_round()).table.in_tray() == table.tray


def test_a_triple_that_ends_the_dealers_wager_puts_it_back_at_once() -> None:
    eye = {"vigorish_method": 2, "standalone": True}
    table = accepted(after_first(jersey(dragons_eye=eye), 1, 2), 2)
    closed = when(table, place(1), no_more_bets()).table
    assert closed.in_tray() == closed.tray - WAGER
    rolled = when(closed, roll(4, 4, 4)).table
    assert rolled.in_tray() == rolled.tray


def test_in_a_round_of_version_2_it_stayed_in_the_tray() -> None:
    table = after_round(opened_under_the_second(jersey()), 1, 2)
    banked = when(table, open_round(), accept(1)).table
    assert banked.in_tray() == banked.tray == table.tray
    assert counted(banked).expected == table.tray


def rolled_over_a_banked_round() -> list[Asked]:
    """Play goes on over a count; the closer is what the books expect."""
    first = [open_round(), place(1), place(2), no_more_bets(), roll(2, 3, 4), deal(BANK_HAND)]
    first += [set_hand(1), set_hand(2), set_house(), settle()]
    banked = [open_round(), accept(1), place(2)]
    in_tray = history(jersey(), *first, *banked).table.in_tray()
    after = [no_more_bets(), roll(2, 3, 4), deal(BANK_HAND), set_hand(2), set_hand("dealer")]
    after += [set_house(), settle()]
    until = [jersey(), *first, *banked, roll_over(in_tray), *after]
    return [*until, close_table(history(*until).table.in_tray())]


def test_a_roll_over_a_banked_round_leaves_no_variance_in_either_period() -> None:
    happened = history(*rolled_over_a_banked_round(), count_drop(amount=0, session=1))
    table = happened.table
    assert not table.books.exceptions
    close = happened.one(TableClosed)
    assert close.counted == close.expected
    [row] = folded(Sessions(), happened.events).values()
    assert [one.on_layout for one in row.periods] == [WAGER, -WAGER]
    for period in row.periods:
        assert period.closer == expected_closer(period)
        assert period.variance == 0
        known = win(replace(period, boxes=tuple(_counted_nothing(period))))
        assert known.value == period.win
    lines = reconcile(row.day, [row]).tables
    assert [one.variance.tray for one in lines] == [0, 0]
    [days] = folded(TableDays(), happened.events).values()
    assert [one.on_layout for one in days.periods] == [WAGER, -WAGER]


def _counted_nothing(period: Period) -> Iterator[BoxFigures]:
    for box in period.boxes:
        yield replace(box, counted=0)
