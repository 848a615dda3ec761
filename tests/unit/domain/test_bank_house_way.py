"""A bank whose hand the submission binds to the house way (MD 10.F; 19:47-10.7(c))."""

from typing import Any, Final

import pytest

from domain.commands.submission import Submission
from domain.events.round import RoundClosed
from domain.games.pai_gow.account.phrases import terms_told
from domain.games.pai_gow.messages.events import HouseSet, SettingCorrected
from domain.games.pai_gow.regulations import REGULATIONS
from domain.hosting import Table, next_commands
from domain.refusals import NotOffered, NotThisPlayer, UnlawfulSetting, WrongMoment
from services.explain import Narrator
from services.rulebook.sign import lines_of, sign_of
from services.rulebook.telling import lines_of_submission
from tests.support.domain.asked import (
    deal,
    no_more_bets,
    open_round,
    place,
    roll,
    set_hand,
    set_house,
    settle,
)
from tests.support.domain.banked import (
    BANK_HAND,
    DEALER_LOSES,
    LOSE,
    accept,
    accepted,
    after_first,
    dealt,
    jersey,
    maryland,
    pass_bank,
)
from tests.support.domain.books_asked import correct_setting
from tests.support.domain.given import history, new_table, then_refused, when
from tests.support.domain.poker import poker

BY_THE_WAY: Final = ("5-6 1-5", "4-6 1-3")
OTHERWISE: Final = ("4-6 1-5", "5-6 1-3")
"""Lawful, six over five, and not the house way."""
BOUND: Final = {"bank_house_way": True}


def all_set(**elections: Any) -> Table:
    """Seat 2 banks; all but the house's hand are set."""
    table = accepted(after_first(maryland(**elections), 1, 2), 2)
    table = dealt(when(table, place(1)).table, {1: LOSE}, DEALER_LOSES)
    return when(table, set_hand(1)).table


def test_md_10_f_a_bound_bank_that_departs_from_the_house_way_sets_again() -> None:
    table = all_set(**BOUND)
    refusal = then_refused(table, set_house(*OTHERWISE), rule="MD 10.F", kind=UnlawfulSetting)
    assert "set the hands again" in refusal.reason
    then = when(table, set_house(*BY_THE_WAY), set_hand("dealer"), settle())
    assert (then.one(HouseSet).way, then.one(HouseSet).rule) == ("basic", "MD 10.F")
    assert then.one(RoundClosed).bank is not None


def test_md_10_f_without_pieces_a_bound_bank_is_set_by_the_house_way() -> None:
    then = when(all_set(**BOUND), set_house())
    assert set(then.one(HouseSet).high) == {"5-6", "1-5"}
    assert then.one(HouseSet).rule == "MD 10.F"


def test_md_8_b_a_bound_bank_sets_its_own_tiles_only() -> None:
    told = set_house("1-1 1-5", "4-6 1-3")
    refusal = then_refused(all_set(**BOUND), told, rule="MD 8.B", kind=NotThisPlayer)
    assert refusal.reason.startswith("the bank was not dealt")


def test_md_8_a_a_bank_that_nothing_binds_sets_freely() -> None:
    for elections in ({}, {"bank_house_way": False}):
        house = when(all_set(**elections), set_house(*OTHERWISE)).one(HouseSet)
        assert (house.way, house.rule) == (None, "MD 8.A")


def test_md_9_e_4_a_co_bank_is_bound_as_before() -> None:
    table = accepted(after_first(maryland(**BOUND), 1, 2), 2, co_bank=True)
    table = dealt(when(table, place(1)).table, {1: LOSE}, DEALER_LOSES)
    then = when(table, set_hand(1), set_house())
    assert then.one(HouseSet).rule == "MD 9.E(4)"


def test_md_10_f_what_was_keyed_in_wrong_is_corrected_to_the_house_way_alone() -> None:
    bound = when(all_set(**BOUND), set_house()).table
    assert "correct_setting" in next_commands(bound)
    floor = {"actor": {"id": "floor-1", "role": "floorperson"}}
    wrong = correct_setting("house", OTHERWISE[0].split(), OTHERWISE[1].split(), **floor)
    then_refused(bound, wrong, rule="MD 10.F", kind=UnlawfulSetting)
    free = when(all_set(), set_house()).table
    assert when(free, wrong).one(SettingCorrected).position == "house"


def test_md_10_f_it_is_an_election_of_a_bank() -> None:
    asked = maryland(banking=False, co_banking=False, **BOUND)
    refusal = then_refused(new_table(), asked, rule="MD 10.F", kind=NotOffered)
    assert "elect `banking` too" in refusal.reason


@pytest.mark.parametrize(
    ("asked", "rule"),
    [(jersey(**BOUND), "19:47-10.7(c)"), (poker(banking=True, **BOUND), "19:47-11.9")],
    ids=["NJ", "poker"],
)
def test_10_7_c_new_jersey_binds_no_bank(asked: Any, rule: str) -> None:
    refusal = then_refused(new_table(), asked, rule=rule, kind=NotOffered)
    assert "does not permit `bank_house_way`" in refusal.reason


def test_it_is_on_the_sheet_and_on_the_sign_where_it_is_elected() -> None:
    rules = {one.name: one for one in REGULATIONS}["md-pai-gow"]
    elected = Submission.model_validate(
        {"regulation": "md-pai-gow", "banking": True, "bank_house_way": True}
    )
    unelected = Submission.model_validate({"regulation": "md-pai-gow", "banking": True})
    said = "A bank's hand too is set by the house way."
    assert said in lines_of(sign_of(elected, rules))
    assert said not in lines_of(sign_of(unelected, rules))
    assert any("bank_house_way" in line for line in lines_of_submission(elected, rules, None))
    assert "bank_house_way" not in unelected.recorded()
    assert terms_told(elected.recorded()).count("a bank's hand too") == 1
    assert "a bank's hand too" not in terms_told(unelected.recorded())


def test_it_is_told_that_the_bank_is_bound() -> None:
    narrator, said = Narrator(), ""
    first = [open_round(), place(1), place(2), no_more_bets(), roll(2, 3, 4), deal(BANK_HAND)]
    first += [set_hand(1), set_hand(2), set_house(), settle()]
    bank = [open_round(), pass_bank(1), accept(2, dealer_wager=0), place(1), no_more_bets()]
    bank += [roll(1, 2, 4), deal(BANK_HAND), set_hand(1), set_house()]
    for event in history(maryland(**BOUND), *first, *bank).events:
        lines = narrator.tell(event)
        said = lines[0] if isinstance(event, HouseSet) else said
    assert said.endswith("by the house way `basic`, which binds the bank here [MD 10.F].")


def test_md_8_a_the_bank_still_sets_last() -> None:
    table = accepted(after_first(maryland(**BOUND), 1, 2), 2)
    table = dealt(when(table, place(1)).table, {1: LOSE}, DEALER_LOSES)
    then_refused(table, set_house(), rule="MD 8.C", kind=WrongMoment)
