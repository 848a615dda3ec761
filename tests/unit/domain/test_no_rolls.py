"""19:47-10.9(a), (b), 10.8(i); MD 10.A, 10.B, 9.J(5); 19:47-11.11: dice that do not count."""

from typing import Final

import pytest
from msgspec import UNSET

from domain.commands import CommandError
from domain.events.round import NoRollCalled
from domain.hosting import Table
from domain.messages.commands import parse_command
from domain.refusals import NotOffered
from tests.support.domain.asked import (
    Asked,
    ask,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    set_hand,
    set_house,
    settle,
    stacks,
)
from tests.support.domain.banked import accept, accepted, after_first, jersey, maryland
from tests.support.domain.first_version import under_the_first, under_the_second
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
    "nj-pai-gow": ("19:47-10.9(a)", "19:47-10.9(b)", "19:47-10.8(i)", "19:47-10.9"),
    "md-pai-gow": ("MD 10.A", "MD 10.B", "MD 9.J(5)", "MD 10"),
    "nj-pai-gow-poker": ("19:47-11.11", "19:47-11.11", "19:47-11.11", "19:47-11.11"),
}
"""Of dice that do not lie flat, that fell out, of the lid, and where no cause is told."""
REGULATIONS: Final = pytest.mark.parametrize("regulation", CITES)


def no_roll(reason: str | None = None, cause: str | None = None) -> Asked:
    told = {"reason": reason, "cause": cause}
    return ask("no_roll", **{name: value for name, value in told.items() if value is not None})


def at_the_dice(regulation: str) -> Table:
    return given(open_table(regulation=regulation), open_round(), place(1), no_more_bets())


def banked(opening: Asked) -> Table:
    table = accepted(after_first(opening, 1, 6), 6)
    return when(table, place(1), no_more_bets()).table


def cited(table: Table, asked: Asked) -> str | None:
    return when(table, asked).one(NoRollCalled).rule


@REGULATIONS
@pytest.mark.parametrize("words", [None, *NOT_FLAT, *FELL_OUT, *UNCOVERED])
def test_the_paragraph_follows_from_the_cause_alone(regulation: str, words: str | None) -> None:
    table, (flat, out, _, untold) = at_the_dice(regulation), CITES[regulation]
    assert cited(table, no_roll(words, "not_flat")) == flat
    assert cited(table, no_roll(words, "fell_out")) == out
    if words is not None:
        assert cited(table, no_roll(words)) == untold


@pytest.mark.parametrize(
    ("opening", "cites"),
    [(jersey(), CITES["nj-pai-gow"]), (maryland(), CITES["md-pai-gow"])],
)
def test_in_a_banks_round_it_may_be_the_lid(opening: Asked, cites: tuple[str, ...]) -> None:
    table, (flat, out, lid, untold) = banked(opening), cites
    assert cited(table, no_roll(cause="uncovered")) == lid
    assert cited(table, no_roll(cause="not_flat")) == flat
    assert cited(table, no_roll(cause="fell_out")) == out
    assert cited(table, no_roll("the bank removed the lid")) == untold


@REGULATIONS
def test_without_a_bank_the_lid_is_the_dealers_to_lift(regulation: str) -> None:
    table, lid = at_the_dice(regulation), CITES[regulation][2]
    then_refused(table, no_roll(cause="uncovered"), rule=lid, kind=NotOffered)
    then_refused(table, no_roll("as told", "uncovered"), rule=lid, kind=NotOffered)


def test_what_was_told_is_on_record() -> None:
    table = at_the_dice("nj-pai-gow")
    both = when(table, no_roll("a die on its edge", "not_flat")).one(NoRollCalled)
    assert (both.reason, both.cause) == ("a die on its edge", "not_flat")
    words = when(table, no_roll("a die on its edge")).one(NoRollCalled)
    assert (words.reason, words.cause) == ("a die on its edge", UNSET)
    cause = when(table, no_roll(cause="fell_out")).one(NoRollCalled)
    assert (cause.reason, cause.cause) == ("a die fell out", "fell_out")


@pytest.mark.parametrize("told", [{}, {"reason": None, "cause": None}])
def test_a_cause_or_words_are_told(told: dict[str, None]) -> None:
    with pytest.raises(CommandError, match="cause"):
        parse_command(ask("no_roll", **told))


def test_a_cause_that_nobody_knows_is_malformed() -> None:
    with pytest.raises(CommandError):
        parse_command(no_roll(cause="bewitched"))


BEGUN: Final = (open_round(), place(1), no_more_bets())


@REGULATIONS
def test_under_version_1_every_no_roll_cites_the_first_paragraph(regulation: str) -> None:
    begun = (open_table(regulation=regulation), *BEGUN)
    then = under_the_first(*begun, no_roll("a die fell out of the shaker"))
    assert then.one(NoRollCalled).rule == CITES[regulation][0]


@REGULATIONS
def test_under_version_2_the_words_name_the_paragraph(regulation: str) -> None:
    begun = (open_table(regulation=regulation), *BEGUN)
    for at, several in enumerate((NOT_FLAT, FELL_OUT)):
        for words in several:
            called = under_the_second(*begun, no_roll(words)).one(NoRollCalled)
            assert (called.rule, called.cause) == (CITES[regulation][at], UNSET)
    told = under_the_second(*begun, no_roll("it fell out", "not_flat")).one(NoRollCalled)
    assert told.rule == CITES[regulation][0]
    wordless = under_the_second(*begun, no_roll(cause="fell_out")).one(NoRollCalled)
    assert wordless.rule == CITES[regulation][1]


def test_under_version_2_in_a_banks_round_they_may_name_the_lid() -> None:
    played = (*BEGUN, roll(), ask("deal", stacks=stacks({})), set_hand(1), set_house(), settle())
    begun = (jersey(), *played, open_round(), accept(1), place(6), no_more_bets())
    for words in UNCOVERED:
        called = under_the_second(*begun, no_roll(words)).one(NoRollCalled)
        assert called.rule == "19:47-10.8(i)"


def test_the_wrong_moment_of_a_no_roll_cites_its_cause_too() -> None:
    betting = given(poker(), open_round(), place(1))
    then_refused(betting, no_roll("fell out"), rule="19:47-11.11")
    betting = given(open_table(), open_round(), place(1))
    then_refused(betting, no_roll(cause="fell_out"), rule="19:47-10.9(b)")
    then_refused(betting, no_roll("fell out"), rule="19:47-10.9")
