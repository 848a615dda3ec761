"""What the dealer wagers against a bank: the player's last wager, or what the submission files.

19:47-10.8(h), 11.10; MD 9.H(3), 9.I.
"""

from typing import Any, Final

import pytest

from domain.commands.errors import CommandError
from domain.commands.submission import Submission
from domain.events.round import RoundOpened
from domain.games.pai_gow.account.phrases import terms_told
from domain.games.pai_gow.elections.terms import own_terms
from domain.games.pai_gow.messages.events import BankAccepted
from domain.games.pai_gow.regulations import REGULATIONS
from domain.games.pai_gow.round.state import game_at
from domain.hosting import Table
from domain.messages.commands import parse_command
from domain.refusals import BankNotCovered, NotOffered, NotThisPlayer
from services.rulebook.sign import lines_of, sign_of
from services.rulebook.telling import lines_of_submission
from tests.support.domain.asked import (
    Asked,
    ask,
    deal,
    no_more_bets,
    open_round,
    open_table,
    place,
    set_hand,
    set_house,
    settle,
)
from tests.support.domain.banked import (
    accept,
    accepted,
    after_first,
    after_round,
    jersey,
    maryland,
    played_out,
)
from tests.support.domain.given import given, new_table, then_refused, when
from tests.support.domain.mistaken import correct_wager
from tests.support.domain.poker import LOSES, WINS, deal_cards, poker
from tests.support.domain.versions import opened_under_the_first

BOTH: Final = pytest.mark.parametrize("opening", [jersey, maryland], ids=["NJ", "MD"])
MORE: Final = {"NJ": "19:47-10.8(h)", "MD": "MD 9.I"}


def more(opening: Any) -> str:
    return MORE["NJ" if opening is jersey else "MD"]


def by(name: str, seat: int, cents: int = 2500) -> Asked:
    return place(seat, cents, player=name)


def moved(table: Table) -> Table:
    """Ann wagered 50.00 against the dealer on seat 3, then 7.00 against bob's bank from seat 5."""
    first = played_out(when(table, open_round(), by("ann", 3, 5000), by("bob", 4, 1000)).table)
    banked = when(accepted(first.table, 4, dealer_wager=0), by("ann", 5, 700)).table
    return played_out(banked).table


@BOTH
def test_10_8_h_md_9_h_3_the_last_wager_follows_the_player_to_another_seat(opening: Any) -> None:
    betting = when(moved(given(opening())), open_round()).table
    assert when(betting, accept(5)).one(BankAccepted).dealer_wager == 5000
    assert when(betting, accept(5, dealer_wager=4999)).one(BankAccepted).dealer_wager == 4999
    refusal = then_refused(betting, accept(5, dealer_wager=5001), rule=more(opening))
    assert "ann's last wager" in refusal.reason


@BOTH
def test_10_8_h_md_9_h_3_another_players_wager_on_the_seat_is_not_matched(opening: Any) -> None:
    table = after_first(opening(), 1, cents=9000)
    table = played_out(when(table, open_round(), by("ann", 1, 600)).table).table
    table = played_out(when(table, open_round(), by("ann", 2, 800), by("bob", 1, 50)).table).table
    betting = accepted(table, 2)
    assert game_at(betting).round is not None
    assert then_bank(betting) == 800


def then_bank(table: Table) -> int:
    state = game_at(table).round
    assert state is not None
    assert state.bank is not None
    return state.bank.dealer_wager


@BOTH
def test_10_8_h_version_1_matches_the_seat(opening: Any) -> None:
    betting = when(moved(opened_under_the_first(opening())), open_round()).table
    assert when(betting, accept(5)).one(BankAccepted).dealer_wager == 0
    then_refused(betting, accept(5, dealer_wager=1), rule=more(opening), kind=NotOffered)


@BOTH
def test_10_8_h_of_two_areas_the_wager_where_the_bank_is_offered_is_the_last(opening: Any) -> None:
    """The text speaks of one wager, not of their sum; the bank plays on one area, the lower."""
    wagers = [by("ann", 2, 1000), by("ann", 3, 4000), by("bob", 5)]
    first = given(opening(two_areas=True), open_round(), *wagers)
    assert then_bank(accepted(played_out(first).table, 2)) == 1000


@BOTH
@pytest.mark.parametrize("filed", [0, 1, 3000, 90_000])
def test_10_8_h_md_9_h_3_or_the_amount_that_the_submission_files(opening: Any, filed: int) -> None:
    first = after_first(opening(dealer_wager=filed), 1, 2)
    betting = when(first, open_round()).table
    assert when(betting, accept(1)).one(BankAccepted).dealer_wager == filed
    then_refused(betting, accept(1, dealer_wager=filed + 1), rule=more(opening), kind=NotOffered)
    less = filed // 2
    assert when(betting, accept(1, dealer_wager=less)).one(BankAccepted).dealer_wager == less
    shared = when(betting, accept(1, co_bank=True)).one(BankAccepted)
    assert shared.dealer_wager == 0


def test_11_10_the_same_with_cards() -> None:
    def first(**elections: Any) -> Table:
        wagers = [by("ann", 1, 4000), by("bob", 2)]
        hands = deal_cards({1: WINS, 2: LOSES})
        played = [no_more_bets(), ask("roll", dice=[1, 1, 6]), hands, set_hand(1), set_hand(2)]
        opening = poker(banking=True, **elections)
        return given(opening, open_round(), *wagers, *played, set_house(), settle())

    for table, most in ((first(), 4000), (first(dealer_wager=100), 100)):
        betting = when(table, open_round()).table
        assert when(betting, accept(1)).one(BankAccepted).dealer_wager == most
        then_refused(betting, accept(1, dealer_wager=most + 1), rule="19:47-11.10")


def test_10_8_h_a_void_round_leaves_the_last_wager() -> None:
    table = after_first(jersey(), 1, 2, cents=4000)
    dealt = when(table, open_round(), place(1, 900), no_more_bets(), ask("roll", dice=[1, 2, 6]))
    void = when(dealt.table, deal("1-3 1-5 5-6 4-6"), ask("expose", position="dead")).table
    assert then_bank(accepted(void, 1)) == 4000


def test_it_is_filed_only_where_players_may_bank() -> None:
    for regulation, rule in (
        ("nj-pai-gow", "19:47-10.8(h)"),
        ("md-pai-gow", "MD 9.H(3)"),
        ("nj-pai-gow-poker", "19:47-11.10"),
    ):
        alone = open_table(regulation=regulation, dealer_wager=2500)
        then_refused(new_table(), alone, rule=rule, kind=NotOffered)
        assert given(open_table(regulation=regulation, dealer_wager="last")).is_open


@pytest.mark.parametrize("wrong", [-1, True, "first", 2.5, "2500"])
def test_it_is_cents_or_the_last_wager(wrong: object) -> None:
    with pytest.raises(CommandError, match="dealer_wager"):
        parse_command(jersey(dealer_wager=wrong))


@pytest.mark.parametrize("rules", REGULATIONS, ids=lambda one: one.name)
def test_a_submission_that_does_not_file_it_is_recorded_as_it_always_was(rules: Any) -> None:
    plain = Submission.model_validate({"regulation": rules.name, "banking": True})
    said = Submission.model_validate(
        {"regulation": rules.name, "banking": True, "dealer_wager": "last"}
    )
    filed = Submission.model_validate(
        {"regulation": rules.name, "banking": True, "dealer_wager": 2500}
    )
    assert "dealer_wager" not in said.recorded()
    assert said.content_hash() == plain.content_hash() != filed.content_hash()
    assert filed.recorded()["dealer_wager"] == 2500


def test_what_is_filed_is_shown_and_recorded_with_the_round() -> None:
    filed = Submission.model_validate(
        {"regulation": "nj-pai-gow", "banking": True, "dealer_wager": 2500}
    )
    rules = next(one for one in REGULATIONS if one.name == "nj-pai-gow")
    assert "  dealer_wager  $25.00" in list(lines_of_submission(filed, rules, None))
    sign = list(lines_of(sign_of(filed, rules)))
    assert "Against a bank the dealer wagers $25.00, or less as the bank directs." in sign
    assert "the dealer wagers $25.00 against a bank" in terms_told(filed.recorded())
    opened = when(given(jersey(dealer_wager=2500)), open_round()).one(RoundOpened)
    assert own_terms(opened.terms).dealer_wager == 2500


@BOTH
@pytest.mark.parametrize("after_the_dice", [False, True])
def test_10_8_d_2_md_9_d_2_a_wager_is_corrected_upward_only_as_far_as_it_is_covered(
    opening: Any, after_the_dice: bool
) -> None:
    table = accepted(after_first(opening(), 1, 2, 3), 1, chips=10_000)
    table = when(table, place(2, 4000), place(3, 5000)).table
    if after_the_dice:
        table = when(table, no_more_bets(), ask("roll", dice=[1, 1, 2])).table
    then_refused(table, correct_wager(2, amount=5001), kind=BankNotCovered)
    full = when(table, correct_wager(2, amount=5000)).table
    then_refused(full, correct_wager(3, amount=5001), kind=BankNotCovered)
    then_refused(full, correct_wager(3, player="seat-1"), kind=NotThisPlayer)
    assert when(full, correct_wager(3, amount=4000)).events


@BOTH
def test_10_8_h_a_corrected_wager_is_the_last_wager(opening: Any) -> None:
    betting = given(opening(), open_round(), place(1, 9000), correct_wager(1, amount=900))
    assert then_bank(accepted(played_out(betting).table, 1)) == 900


@BOTH
def test_10_8_h_a_wager_against_a_bank_is_none_against_the_dealer(opening: Any) -> None:
    table = after_round(after_first(opening(), 1, 2, cents=4000), 1, 2, bank=1, cents=9900)
    assert then_bank(accepted(table, 2)) == 4000
