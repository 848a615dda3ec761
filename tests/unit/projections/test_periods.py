"""A session's periods: what each event does to the figures, and what a correction does to them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.event_parts import ROLL_CORRECTED
from domain.events import books as of_books
from domain.events import table as of_table
from domain.events.corrections import RollCorrected
from domain.money import transfer
from projections.balances import Balances
from projections.figures.formulas import expected_closer
from projections.projection import folded
from tests.support.projections.told import DAY, NEXT, Told


@pytest.fixture
def told() -> Told:
    made = Told()
    made.open()
    return made


def test_every_kind_of_chips_is_in_the_expected_closer(told: Told) -> None:
    told.buy(20_000)
    told.buy(5000, kind="voucher")
    told.fill("F-1", 50_000)
    told.credit("C-1", 10_000)
    told.marker(3000)
    told.marker(4000, tender="cash")
    told.win(1000, vigorish=50)
    told.lose(2500)
    told.close()
    line = told.line()
    assert (line.buy_ins, line.marker_payments, line.drop.estimated) == (25_000, 7000, 29_000)
    assert line.variance.tray == 0
    assert line.closer.expected == told.tray == 119_550
    assert told.periods()[0].bought == {"cash": 20_000, "voucher": 5000}


def test_a_coupon_that_was_played_is_in_the_box_and_not_in_the_drop(told: Told) -> None:
    told.lose(1000, coupon=500)
    told.close()
    told.drop(0, 0, coupons=500, coupons_estimated=500)
    assert told.line().coupons == 500
    assert told.line().drop.counted == 0
    assert told.line().findings == ()


def test_coupons_are_as_taken_until_every_box_has_told_of_them(told: Told) -> None:
    told.lose(1000, coupon=500)
    told.take_box(1)
    told.lose(1000, coupon=300)
    told.close()
    told.drop(0, 0, coupons=400, coupons_estimated=500)
    assert (told.periods()[0].coupons_counted, told.line().coupons) == (None, 800)
    told.drop(0, 0, box=2)
    assert (told.periods()[0].coupons_counted, told.line().coupons) == (None, 800)


def test_owed_vigorish_leaves_the_tray_and_comes_back(told: Told) -> None:
    told.win(1000, vigorish=50)
    owed = told.tell(
        of_books.VigorishOwed(
            seat=1,
            player="ann",
            amount=50,
            reason="left",
            entries=transfer(50, to="vigorish", source="tray"),
        )
    )
    assert (told.line().vigorish, told.line().win.events) == (0, -1000)
    told.tell(
        of_books.VigorishRecovered(
            owed=owed.seq,
            seat=1,
            player="ann",
            amount=20,
            left=30,
            entries=transfer(20, to="tray", source="vigorish"),
        )
    )
    told.close()
    assert (told.line().vigorish, told.line().win.events) == (20, -980)
    assert told.line().variance.tray == 0


def test_vigorish_owed_after_a_count_explains_what_the_count_lacked(told: Told) -> None:
    told.win(1000, vigorish=50)
    told.count(off=-50)
    assert [one.amount for one in told.line().findings] == [-50]
    entries = transfer(50, to="vigorish", source="tray")
    told.tell(
        of_books.VigorishOwed(seat=1, player="ann", amount=50, reason="left", entries=entries)
    )
    told.close()
    assert told.line().findings == ()
    assert [one.amount for one in told.rows()[0].raised] == [-50]


@pytest.mark.parametrize(("paid_from", "win"), [("tray", -700), ("cage", 0)])
def test_a_ruling_is_an_adjustment_and_moves_win_by_what_the_tray_paid(
    told: Told, paid_from: str, win: int
) -> None:
    told.tell(
        of_books.DisputeRuled(
            complaint=1,
            seat=1,
            player="ann",
            decision="upheld",
            adjustment=700,
            paid_from="tray" if paid_from == "tray" else "cage",
            reason="the tiles were read wrong",
            supervisor="sue",
            entries=transfer(700, to="win", source=paid_from),
        )
    )
    told.close()
    assert told.periods()[0].adjustments == 700
    assert (told.line().win.events, told.line().variance.tray) == (win, 0)


def test_a_roll_taken_back_takes_its_winnings_back(told: Told) -> None:
    told.lose(1000)
    told.tell(
        RollCorrected(
            corrects=2,
            was=(1, 2, 3),
            reason="misread",
            supervisor="sue",
            entries=transfer(1000, to="win", source="tray"),
            **ROLL_CORRECTED.told(),
        )
    )
    assert told.line().win.events == 0


def test_a_roll_of_the_count_ends_a_period_and_its_box(told: Told) -> None:
    told.buy(10_000)
    told.day, told.shift = NEXT, 2
    told.count(roll=True)
    told.buy(700)
    told.close()
    first, second = told.periods()
    assert (first.number, first.day, first.closer) == (1, DAY, 90_000)
    assert (second.number, second.day, second.shift, second.opener) == (2, NEXT, 2, 90_000)
    assert [box.number for box in first.boxes] == [1]
    assert [(box.number, box.estimated) for box in second.boxes] == [(2, 700)]
    told.drop(10_000, 10_000)
    assert told.line(DAY).drop.counted == 10_000
    assert told.line(NEXT).missing == ("count_drop",)
    told.drop(700, 700, box=2, period=2)
    assert told.line(NEXT).variance.drop == 0


def test_each_box_holds_what_was_dropped_while_it_stood(told: Told) -> None:
    early = told.buy(10_000)
    told.take_box(1)
    told.buy(2000)
    told.correct(early, "buy_in", 10_000, 11_000, tender="cash")
    told.close()
    assert [box.estimated for box in told.periods()[0].boxes] == [11_000, 2000]
    assert told.periods()[0].boxes[0].carrier == "sam"
    told.drop(11_000, 11_000)
    assert told.line().missing == ("count_drop",)
    told.drop(2000, 2000, box=2)
    assert told.line().drop.counted == 13_000


def test_the_carrier_of_a_box_that_is_off_is_told_later(told: Told) -> None:
    told.close()
    told.take_box(1, carrier="tom")
    assert [(box.number, box.carrier) for box in told.periods()[0].boxes] == [(1, "tom")]


def test_events_from_before_there_were_periods_fold(told: Told) -> None:
    told.buy(1000)
    told.tell(
        of_table.TableClosed(
            counted=99_000,
            expected=99_000,
            inventory=None,
            entries=transfer(99_000, to="cage", source="tray"),
        )
    )
    told.drop(1000, 1000)
    assert told.reconciled().balanced is True


@pytest.mark.parametrize("what", ["opener", "buy_in", "fill", "credit", "closer", "drop"])
def test_a_corrected_entry_reads_as_if_told_right(what: str) -> None:
    """The wrong amount is 1,000 above the right one; the counts were right all along."""
    wrong = {what: 1000}
    told = Told()
    opened = told.open(100_000 + wrong.get("opener", 0))
    bought = told.buy(20_000 + wrong.get("buy_in", 0))
    filled = told.fill("F-1", 5000 + wrong.get("fill", 0))
    credited = told.credit("C-1", 3000 + wrong.get("credit", 0))
    told.tray = 82_000
    closed = told.close(off=wrong.get("closer", 0))
    dropped = told.drop(20_000 + wrong.get("drop", 0), 20_000)
    assert told.reconciled().balanced is False
    events = {
        "opener": (opened, 100_000),
        "buy_in": (bought, 20_000),
        "fill": (filled, 5000),
        "credit": (credited, 3000),
        "closer": (closed, 82_000),
        "drop": (dropped, 20_000),
    }
    event, right = events[what]
    told.correct(event, what, right + 1000, right, tender="cash" if what == "buy_in" else None)
    line = told.line()
    assert told.reconciled().balanced is True
    assert (line.opener, line.buy_ins, line.fills, line.credits) == (100_000, 20_000, 5000, 3000)
    assert (line.closer.counted, line.drop.counted, line.win.count) == (82_000, 20_000, 0)
    assert sum(told.reconciled().trial_balance.values()) == 0


def test_the_count_that_was_corrected_opened_the_next_period(told: Told) -> None:
    rolled = told.count(off=500, roll=True)
    told.close(off=-500)
    told.correct(rolled, "closer", 100_500, 100_000)
    told.correct(rolled, "opener", 100_500, 100_000, period=2)
    assert [period.opener for period in told.periods()] == [100_000, 100_000]
    assert [line.variance.tray for line in told.reconciled().tables] == [0, 0]
    assert [line.findings for line in told.reconciled().tables] == [(), ()]


def test_a_late_correction_leaves_the_audited_figure_and_is_posted_to_its_own_day(
    told: Told,
) -> None:
    filled = told.fill("F-1", 5000)
    told.close()
    before = told.line()
    told.day = NEXT
    told.correct(filled, "fill", 5000, 4000, late=True)
    assert told.line() == before
    assert told.reconciled(NEXT).trial_balance == {"cage": 1000, "tray": -1000}
    assert [late.of_day for late in told.rows()[0].late] == [DAY]


amounts = st.integers(min_value=1, max_value=10**6)
happenings = st.lists(
    st.one_of(
        st.tuples(st.just("buy"), amounts),
        st.tuples(st.just("marker"), amounts),
        st.tuples(st.just("lose"), amounts),
        st.tuples(st.just("win"), amounts),
        st.tuples(st.just("fill"), amounts),
        st.tuples(st.just("credit"), amounts),
        st.tuples(st.just("count"), st.just(0)),
        st.tuples(st.just("roll"), st.just(0)),
        st.tuples(st.just("box"), st.just(0)),
    ),
    max_size=25,
)


def play(happened: list[tuple[str, int]]) -> Told:
    told = Told()
    told.open(10**8)
    box = 1
    for number, (what, amount) in enumerate(happened):
        if what in ("fill", "credit"):
            getattr(told, what)(f"S-{number}", amount)
        elif what in ("count", "roll"):
            told.count(roll=what == "roll")
            box += what == "roll"
        elif what == "box":
            told.take_box(box)
            box += 1
        else:
            getattr(told, what)(amount)
    told.close()
    for period in told.periods():
        for one in period.boxes:
            told.drop(one.estimated, one.estimated, box=one.number, period=period.number)
    return told


@given(happenings)
def test_with_true_counts_nothing_is_found_and_everything_balances(
    happened: list[tuple[str, int]],
) -> None:
    told = play(happened)
    report = told.reconciled()
    assert report.balanced is True
    for line in report.tables:
        assert line.findings == ()
        assert line.win.events == line.win.count
    assert all(expected_closer(period) == period.closer for period in told.periods())
    assert sum(report.trial_balance.values()) == 0
    balances = folded(Balances(), told.events)
    assert all(sum(row.accounts.values()) == 0 for row in balances.values())


def _ruling(adjustment: int) -> of_books.DisputeRuled:
    return of_books.DisputeRuled(
        complaint=3,
        seat=1,
        player="ann",
        decision="upheld",
        adjustment=adjustment,
        paid_from="cage",
        reason="the camera shows a pair",
        supervisor="sue",
        entries=transfer(adjustment, to="win", source="cage"),
    )


def test_what_the_cage_pays_on_a_later_day_is_that_days(told: Told) -> None:
    told.close()
    before = told.reconciled()
    told.tell(_ruling(2500), day=NEXT)
    assert told.reconciled() == before
    assert told.reconciled(NEXT).trial_balance == {"cage": -2500, "win": 2500}


def test_what_the_cage_pays_on_the_same_day_is_of_the_last_period(told: Told) -> None:
    told.close()
    told.tell(_ruling(2500))
    assert told.reconciled().trial_balance == {"cage": -2500, "tray": 0, "win": 2500}
