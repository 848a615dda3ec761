"""Differences: each one named with its amount, its interval, who must be told, and what may be."""

import pytest

from projections.figures.causes import SlipAmount, causes_of, causes_of_drop
from projections.figures.tolerances import level_of
from tests.support.projections.told import Told


def kinds(causes: tuple[object, ...]) -> list[str]:
    return [getattr(cause, "kind") for cause in causes]  # noqa: B009


@pytest.fixture
def told() -> Told:
    """A good count stands between two stretches of play."""
    made = Told()
    made.open()
    made.buy(20_000)
    made.lose(1000)
    made.count()
    return made


def test_a_miscounted_tray_is_named_with_its_interval(told: Told) -> None:
    good = told.events[-1]
    told.lose(500)
    bad = told.count(off=-2500)
    told.lose(700)
    told.close(off=-2500)
    told.drop(20_000, 20_000)
    (finding,) = told.line().findings
    assert (finding.kind, finding.amount, finding.seq) == ("tray", -2500, bad.seq)
    assert finding.interval is not None
    assert (finding.interval.after_seq, finding.interval.upto_seq) == (good.seq, bad.seq)
    assert (finding.interval.since, finding.interval.after_at) == ("count", good.at)


def test_two_bad_stretches_are_two_findings(told: Told) -> None:
    told.count(off=-100)
    told.count(off=-100)
    told.close(off=300)
    assert [(one.kind, one.amount) for one in told.line().findings] == [
        ("tray", -100),
        ("tray", 400),
    ]
    assert [one.amount for one in told.rows()[0].raised] == [-100, 400]


def test_an_unrecorded_buy_in_is_tray_short_and_drop_over(told: Told) -> None:
    told.close(off=-5000)
    told.drop(25_000, 20_000)
    tray, drop = told.line().findings
    assert (tray.amount, drop.amount) == (-5000, 5000)
    assert kinds(tray.causes) == kinds(drop.causes) == ["buy_in"]
    assert "$50.00 was not recorded" in tray.causes[0].words


def test_of_two_mistakes_each_is_told_by_its_own_interval(told: Told) -> None:
    """A buy-in that was not recorded, then a fill that was not told: the tray ends even."""
    told.count(off=-5000)
    told.close(off=0)
    told.drop(25_000, 20_000)
    short, over, drop = told.line().findings
    assert (short.amount, over.amount, drop.amount) == (-5000, 5000, 5000)
    assert kinds(short.causes) == kinds(drop.causes) == ["buy_in"]
    assert kinds(over.causes) == ["slip", "mispayment"]


def test_a_drop_that_no_interval_accounts_for_is_told_beside_each(told: Told) -> None:
    told.count(off=-5000)
    told.close(off=-4000)
    told.drop(20_300, 20_000)
    assert [one.causes[0].kind for one in told.line().findings] == ["several"] * 3


def test_a_drop_that_was_counted_even_is_not_waited_for(told: Told) -> None:
    told.count(off=-5000)
    told.close(off=-4000)
    told.drop(20_000, 20_000)
    assert "buy_in" not in kinds(told.line().findings[0].causes)


def test_a_slip_of_just_the_amount_is_named_first(told: Told) -> None:
    told.fill("F-7", 5000)
    told.fill("F-8", 6000)
    told.close(off=-5000)
    told.drop(20_000, 20_000)
    (finding,) = told.line().findings
    assert (finding.causes[0].kind, finding.causes[0].slip) == ("slip", "F-7")


def test_a_slip_of_an_earlier_interval_is_not(told: Told) -> None:
    told.fill("F-7", 5000)
    told.count()
    told.close(off=-5000)
    assert all(cause.slip is None for cause in told.line().findings[0].causes)


@pytest.mark.parametrize(
    ("tray", "drop", "likeliest"),
    [
        (-25, 0, "vigorish"),
        (-75, 0, "vigorish"),
        (-30, 0, "slip"),
        (25, 0, "slip"),
        (50_000, 0, "slip"),
        (-50_000, 0, "slip"),
        (-300, 300, "buy_in"),
        (300, -300, "buy_in"),
        (-300, 200, "several"),
        (0, 100, "count"),
        (0, -100, "count"),
    ],
)
def test_what_is_likeliest(tray: int, drop: int, likeliest: str) -> None:
    assert causes_of(tray, drop)[0].kind == likeliest
    if drop:
        assert causes_of_drop(drop, tray)[0].kind == likeliest


def test_before_the_count_a_short_tray_may_yet_be_a_buy_in() -> None:
    assert kinds(causes_of(-300, None))[-1] == "buy_in"
    assert "buy_in" not in kinds(causes_of(-300, 0))
    assert kinds(causes_of(0, 0)) == []
    assert causes_of(-300, 0, [SlipAmount("F-1", "fill", 299)])[0].slip is None


@pytest.mark.parametrize(
    ("jurisdiction", "amount", "level"),
    [
        ("nj", 0, None),
        ("nj", 1, "report"),
        ("nj", -2500, "report"),
        ("nj", 2501, "written"),
        ("nj", -9999, "written"),
        ("nj", 10_000, "regulator"),
        ("md", -1, "report"),
        ("md", 10_000, "report"),
    ],
)
def test_who_must_be_told_of_an_opener(jurisdiction: str, amount: int, level: str | None) -> None:
    assert level_of(jurisdiction, "opener", amount) == level


def test_an_opener_that_is_not_the_last_closer(told: Told) -> None:
    told.close()
    told.open(85_000, last_closer=81_000)
    line = told.reconciled().tables[1]
    assert line.discrepancy == 4000
    assert [(one.kind, one.amount, one.level) for one in line.findings] == [
        ("opener", 4000, "written")
    ]


def test_a_box_that_differs_is_told_with_the_time_it_stood(told: Told) -> None:
    removed = told.take_box(1)
    told.buy(3000)
    closed = told.close()
    told.drop(20_000, 20_000)
    told.drop(2900, 3000, box=2)
    (finding,) = told.line().findings
    assert (finding.kind, finding.amount, kinds(finding.causes)) == (
        "drop",
        -100,
        ["count", "box"],
    )
    assert finding.interval is not None
    assert (finding.interval.after_seq, finding.interval.upto_seq) == (removed.seq, closed.seq)


def test_coupons_that_differ_are_told(told: Told) -> None:
    told.lose(1000, coupon=500)
    told.close()
    told.drop(20_000, 20_000, coupons=400, coupons_estimated=500)
    assert [(one.kind, one.amount) for one in told.line().findings] == [("coupons", -100)]
    assert [one.kind for one in told.rows()[0].raised] == ["coupons"]


def test_the_rounds_and_slips_of_the_interval_are_listed() -> None:
    told = Told()
    told.open()
    told.begin(1)
    told.lose(100)
    told.fill("F-1", 200)
    told.begin(2)
    told.count()
    told.lose(100)
    told.fill("F-2", 300)
    told.begin(3)
    told.lose(100)
    told.begin(4)
    told.count(off=-50)
    told.lose(100)
    told.close(off=-50)
    (finding,) = told.line().findings
    assert finding.rounds == ("PG01-1-2", "PG01-1-3", "PG01-1-4")
    assert finding.slips == ("F-2",)
