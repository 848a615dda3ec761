"""A progressive meter: who opens it, who may join it, what changes it."""

from typing import Any, Final

import pytest

from domain.events import Event
from domain.events.meter import MeterEvent, MeterOpened
from domain.events.table import TableOpened
from domain.hosting import Table
from domain.meter.evolve import evolve_meter
from domain.meter.state import Meter, meter_key, meter_name
from domain.refusals import BooksRefuse, Refused
from tests.support.domain.asked import Asked, close_table, misdeal, settle
from tests.support.domain.given import Happened, history, then_refused, when
from tests.support.domain.poker import (
    FIVE_ACES_AND_PAIR,
    LOSES,
    WINS,
    lines,
    metered,
    more,
    poker,
    to_the_deal,
    to_the_house,
    validated,
)

OTHER: Final = Table(name="PG02")
CHANGES: Final = {"MeterOpened", "MeterContributed", "MeterPaid", "MeterReset", "MeterFunded"}


def at_other(asked: Asked) -> Asked:
    return {**asked, "table": "PG02"}


def joined(first: Happened, **terms: Any) -> Happened:
    """A second table that names the same meter."""
    return when(OTHER, at_other(metered(**terms)), meter=first.meter)


def test_the_first_table_to_name_a_meter_opens_it() -> None:
    then = history(metered())
    assert then.names() == ["TableOpened", "MeterOpened"]
    opened = then.one(MeterOpened)
    assert (opened.key, opened.seq, opened.meter) == ("meter:M1", 1, "M1")
    assert (opened.table, opened.session, opened.round) == ("PG01", 1, None)
    assert (opened.before, opened.amount, opened.after) == (0, 1_000_000, 1_000_000)
    assert (opened.stake, opened.rate_bp, opened.reset) == (100, 2100, 1_500_000)
    assert opened.entries == {"progressive_expense": 1_000_000, "progressive_liability": -1_000_000}
    assert opened.rule == "19:47-11.14(f)"


def test_another_on_the_same_terms_joins_it_and_changes_nothing() -> None:
    first = history(metered())
    second = joined(first)
    assert second.names() == ["TableOpened"]
    assert second.meter == first.meter


@pytest.mark.parametrize(
    "terms",
    [
        {"stake": 500, "rate_bp": 2700},
        {"rate_bp": 2101},
        {"initial": 1_000_001},
        {"reset": 1_000_000},
        {"payouts": {"flush": 400}},
    ],
)
def test_another_on_other_terms_is_refused(terms: dict[str, Any]) -> None:
    first = history(metered())
    asked = at_other(metered(**terms))
    refusal = then_refused(
        OTHER, asked, rule="control:meter-terms", kind=BooksRefuse, meter=first.meter
    )
    told = "stake 100, rate 2100 bp, initial 1000000, reset 1500000"
    assert refusal.reason == f"meter M1 was opened on other terms: {told}"


def test_payouts_are_terms_too() -> None:
    first = history(metered(payouts={"flush": 400}))
    assert joined(first, payouts={"flush": 400}).one(TableOpened)
    refusal = then_refused(OTHER, at_other(metered()), meter=first.meter)
    assert "payouts {'flush': 400}" in refusal.reason


def test_a_table_opened_again_finds_its_meter_as_it_was() -> None:
    played = history(metered(), *to_the_deal({1: WINS}, (1,)), misdeal(), close_table())
    again = more(played, metered())
    assert again.names() == ["TableOpened"]
    assert again.meter is not None
    assert again.meter.amount == 1_000_021


def test_another_meter_starts_by_itself() -> None:
    first = history(metered())
    second = when(OTHER, at_other(metered(meter="M2")), meter=Meter(name="M2"))
    assert second.one(MeterOpened).key == "meter:M2"
    assert second.meter != first.meter


def test_an_opening_that_is_refused_opens_no_meter() -> None:
    meter = Meter(name="M1")
    then_refused(Table(name="PG01"), metered(elections={"pair_fortunes": "A"}), meter=meter)
    table = history(poker()).table
    then_refused(table, metered(), rule="control:table-closed", meter=meter)


def test_two_tables_pay_one_after_the_other_from_what_is_left() -> None:
    """The second to settle gets 100 percent of the reset amount, not of what the first got."""
    hand = {1: FIVE_ACES_AND_PAIR}
    first = history(metered(), *to_the_house(hand, (1,), dealer="2S 4H 7D 9C JS QH KD"))
    round_two = [at_other(one) for one in to_the_house(hand, (1,), dealer="2S 4H 7D 9C JS QH KD")]
    second = when(OTHER, at_other(metered()), *round_two, meter=first.meter)
    one = when(first.table, validated(), meter=second.meter)
    two = when(second.table, at_other(validated()), meter=one.meter)
    assert lines(one)[1, "progressive"].paid == 1_000_042
    assert lines(two)[1, "progressive"].paid == 1_500_000


def test_a_rounds_line_tells_its_own_changes_though_another_table_came_between() -> None:
    first = history(metered(), *to_the_house({1: LOSES}, (1,)))
    second = when(
        OTHER, *map(at_other, [metered(), *to_the_deal({1: WINS}, (1,))]), meter=first.meter
    )
    closed = when(first.table, settle(), meter=second.meter).events[-1]
    line = getattr(closed, "meter", None)
    assert line is not None
    assert (line.before, line.contributed, line.after) == (1_000_000, 21, 1_000_021)


def test_no_other_event_changes_a_meter() -> None:
    kinds = {kind.__name__ for kind in MeterEvent.__subclasses__()}
    assert kinds == CHANGES


def test_an_event_out_of_its_place_is_not_folded() -> None:
    (opened,) = history(metered()).all(MeterOpened)
    meter = evolve_meter(Meter(name="M1"), opened)
    with pytest.raises(AssertionError, match="does not follow"):
        evolve_meter(meter, opened)


def test_a_stream_is_a_meters_by_its_key() -> None:
    assert meter_name(meter_key("M1")) == "M1"
    assert meter_name("PG01") is None


def test_every_event_of_a_meter_names_the_round_that_caused_it() -> None:
    hand = {1: FIVE_ACES_AND_PAIR}
    then = history(metered(), *to_the_house(hand, (1,), dealer="2S 4H 7D 9C JS QH KD"), validated())
    moved: list[Event] = [event for event in then.events if event.STREAM == "meter"]
    assert [event.round for event in moved] == [None, "PG01-1-1", "PG01-1-1", "PG01-1-1"]
    assert [event.seq for event in moved] == [1, 2, 3, 4]
    assert issubclass(BooksRefuse, Refused)
