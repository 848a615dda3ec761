"""19:47-10.9(a), (b), 10.8(i); MD 10.A, 10.B, 9.J(5); 19:47-11.11: dice that do not count."""

from typing import Final

import pytest

from domain.commands import CommandError, parse_command
from domain.events.round import NoRollCalled
from domain.hosting import Table
from domain.refusals import NotOffered
from tests.support.domain.asked import Asked, ask, no_more_bets, open_round, open_table, place
from tests.support.domain.banked import accepted, after_first, jersey, maryland
from tests.support.domain.first_version import under_the_first
from tests.support.domain.given import given, then_refused, when
from tests.support.domain.poker import poker

NOT_FLAT: Final = (
    "a die did not land flat",
    "a die on its edge",
    "a die fell on its edge",
    "cocked",
    "a die came to rest on another",
    "the dealer lifted the lid and a die leaned",
    "nobody knows",
)
FELL_OUT: Final = (
    "a die fell out of the shaker",
    "a die fell out",
    "two dice out",
    "one of the dice fell to the floor",
    "the dealer uncovered the shaker and a die fell out",
    "Dice dropped onto the layout",
)
UNCOVERED: Final = (
    "the bank removed the lid",
    "The bank uncovered the shaker too early",
    "lid off before the dealer's turn".replace("dealer's", "bank's"),
)
CITES: Final = {
    "nj-pai-gow": ("19:47-10.9(a)", "19:47-10.9(b)", "19:47-10.8(i)"),
    "md-pai-gow": ("MD 10.A", "MD 10.B", "MD 9.J(5)"),
    "nj-pai-gow-poker": ("19:47-11.11", "19:47-11.11", "19:47-11.11"),
}
REGULATIONS: Final = pytest.mark.parametrize("regulation", CITES)


def no_roll(reason: str, **fields: str) -> Asked:
    return ask("no_roll", reason=reason, **fields)


def at_the_dice(regulation: str) -> Table:
    return given(open_table(regulation=regulation), open_round(), place(1), no_more_bets())


def banked(opening: Asked) -> Table:
    table = accepted(after_first(opening, 1, 6), 6)
    return when(table, place(1), no_more_bets()).table


def cited(table: Table, asked: Asked) -> str | None:
    return when(table, asked).one(NoRollCalled).rule


@REGULATIONS
@pytest.mark.parametrize("reason", NOT_FLAT)
def test_dice_that_do_not_lie_flat(regulation: str, reason: str) -> None:
    assert cited(at_the_dice(regulation), no_roll(reason)) == CITES[regulation][0]


@REGULATIONS
@pytest.mark.parametrize("reason", FELL_OUT)
def test_dice_that_fell_out(regulation: str, reason: str) -> None:
    assert cited(at_the_dice(regulation), no_roll(reason)) == CITES[regulation][1]


@pytest.mark.parametrize(
    ("opening", "rule"), [(jersey(), "19:47-10.8(i)"), (maryland(), "MD 9.J(5)")]
)
def test_a_lid_that_the_bank_lifted(opening: Asked, rule: str) -> None:
    table = banked(opening)
    for reason in UNCOVERED:
        assert cited(table, no_roll(reason)) == rule
    assert cited(table, no_roll("see the tape", cause="uncovered")) == rule


def test_in_a_banks_round_dice_may_fall_out_or_not_lie_flat_as_in_any_other() -> None:
    table = banked(jersey())
    for reason in FELL_OUT:
        assert cited(table, no_roll(reason)) == "19:47-10.9(b)"
    for reason in NOT_FLAT:
        assert cited(table, no_roll(reason)) == "19:47-10.9(a)"


@REGULATIONS
def test_a_cause_that_is_told_goes_before_the_words(regulation: str) -> None:
    table = at_the_dice(regulation)
    flat, out, lid = CITES[regulation]
    assert cited(table, no_roll("it fell out", cause="not_flat")) == flat
    assert cited(table, no_roll("a die on its edge", cause="fell_out")) == out
    then_refused(table, no_roll("x", cause="uncovered"), rule=lid, kind=NotOffered)


@REGULATIONS
def test_without_a_bank_the_lid_is_the_dealers_to_lift(regulation: str) -> None:
    assert cited(at_the_dice(regulation), no_roll("the lid came loose")) == CITES[regulation][0]


def test_a_cause_that_nobody_knows_is_malformed() -> None:
    with pytest.raises(CommandError):
        parse_command(no_roll("x", cause="bewitched"))


@REGULATIONS
def test_under_version_1_every_no_roll_cites_the_first_paragraph(regulation: str) -> None:
    begun = (open_table(regulation=regulation), open_round(), place(1), no_more_bets())
    then = under_the_first(*begun, no_roll("a die fell out of the shaker"))
    assert then.one(NoRollCalled).rule == CITES[regulation][0]


def test_the_wrong_moment_of_a_no_roll_cites_its_cause_too() -> None:
    betting = given(poker(), open_round(), place(1))
    then_refused(betting, no_roll("fell out"), rule="19:47-11.11")
    betting = given(open_table(), open_round(), place(1))
    then_refused(betting, no_roll("fell out"), rule="19:47-10.9(b)")
