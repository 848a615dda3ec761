"""An acceptance of the bank that was keyed in wrong, taken back before "no more bets"."""

from typing import Any, Final

import pytest

from domain.commands import CommandError
from domain.controls import CORRECTION, DUTIES_APART
from domain.games.pai_gow.game import GAME as PAI_GOW
from domain.games.pai_gow.messages.events import BankAccepted, BankCorrected, Banked, BankPassed
from domain.games.pai_gow.round.state import game_at, round_at
from domain.hosting import Table, next_commands
from domain.messages.commands import parse_command
from domain.refusals import (
    BankNotCovered,
    BooksRefuse,
    NotOffered,
    NotThisPlayer,
    WrongMoment,
)
from projections.projection import folded
from projections.rounds import Rounds
from projections.sessions import Sessions
from services.explain import Narrator
from services.history.commands import commands_of
from services.history.other_rules import corrected_commands
from tests.support.domain.asked import (
    Asked,
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
    accept,
    after_first,
    after_round,
    jersey,
    maryland,
    offered,
    pass_bank,
    played_out,
)
from tests.support.domain.books_asked import correct_bank
from tests.support.domain.given import history, then_refused, when

BOTH: Final = pytest.mark.parametrize("opening", [jersey, maryland], ids=["NJ", "MD"])


def betting(opening: Any = jersey) -> Table:
    """A round that the seats 1, 2 and 4 are offered, in this order."""
    return when(after_first(opening(), 1, 2, 4), open_round()).table


@BOTH
def test_another_one_took_it(opening: Any) -> None:
    wrong = when(betting(opening), accept(1, 50_000), place(2)).table
    then = when(wrong, correct_bank(4))
    assert then.names() == ["BankCorrected", "BankPassed", "BankPassed", "BankAccepted"]
    corrected, right = then.one(BankCorrected), then.one(BankAccepted)
    assert corrected.was == Banked(1, "seat-1", 50_000, co_bank=False, dealer_wager=2500)
    assert (corrected.seat, corrected.rule, corrected.exceptional) == (4, None, True)
    assert (right.seat, right.player, right.chips, right.co_bank) == (4, "seat-4", 50_000, False)
    assert [one.seat for one in then.all(BankPassed)] == [1, 2]
    assert round_at(then.table).house_position == "4"
    assert round_at(then.table).passed == (1, 2)


@BOTH
def test_nobody_took_it(opening: Any) -> None:
    wrong = when(betting(opening), pass_bank(1), accept(2), place(1)).table
    then = when(wrong, correct_bank(None))
    assert then.names() == ["BankCorrected"]
    assert then.one(BankCorrected).dealer_wager == 0
    state = round_at(then.table)
    assert (state.bank, state.passed) == (None, (1,))
    assert when(then.table, accept(2)).events
    closed = when(then.table, no_more_bets())
    assert [one.seat for one in closed.all(BankPassed)] == [2, 4]


def test_who_was_said_to_have_passed_before_took_it() -> None:
    wrong = when(betting(), pass_bank(1), pass_bank(2), accept(4)).table
    then = when(wrong, correct_bank(2))
    assert then.names() == ["BankCorrected", "BankAccepted"]
    assert round_at(then.table).passed == (1,)


def test_with_other_chips_shared_or_against_less() -> None:
    wrong = when(betting(), accept(1, 50_000)).table
    right = when(wrong, correct_bank(1, chips=60_000, dealer_wager=0)).one(BankAccepted)
    assert (right.chips, right.dealer_wager) == (60_000, 0)
    shared = when(wrong, correct_bank(1, co_bank=True)).one(BankAccepted)
    assert (shared.co_bank, shared.dealer_wager) == (True, 0)
    refusal = then_refused(wrong, correct_bank(1), rule=CORRECTION, kind=BooksRefuse)
    assert "nothing is wrong" in refusal.reason


def test_the_rules_of_banking_hold_for_the_right_one() -> None:
    wrong = when(betting(), accept(1, 50_000)).table
    then_refused(wrong, correct_bank(6), rule="19:47-10.8(d)1", kind=NotThisPlayer)
    covered = when(wrong, place(2, 40_000)).table
    then_refused(covered, correct_bank(4, chips=39_999), rule="19:47-10.8(d)2", kind=BankNotCovered)
    then_refused(covered, correct_bank(2), rule="19:47-10.8(f)", kind=NotThisPlayer)
    banked = after_round(after_first(jersey(co_banking=False), 1, 2, 4), 1, 2, 4, bank=1)
    again = when(banked, open_round(), accept(2)).table
    then_refused(again, correct_bank(1), rule="19:47-10.8(c)", kind=NotThisPlayer)
    then_refused(again, correct_bank(4, co_bank=True), rule="19:47-10.8(e)", kind=NotOffered)


def test_only_where_somebody_has_it_and_before_no_more_bets() -> None:
    none = betting()
    refusal = then_refused(none, correct_bank(1), rule=CORRECTION, kind=WrongMoment)
    assert "`accept_bank`" in refusal.reason
    assert "correct_bank" not in next_commands(none)
    banked = when(none, accept(1), place(2)).table
    assert "correct_bank" in next_commands(banked)
    closed = when(banked, no_more_bets()).table
    refusal = then_refused(closed, correct_bank(None), rule=CORRECTION, kind=WrongMoment)
    assert "`void_round`" in refusal.reason
    assert "correct_bank" not in next_commands(closed)


def test_somebody_else_stands_by() -> None:
    wrong = when(betting(), accept(1)).table
    alone = correct_bank(2, supervisor="ann") | {"actor": {"id": "Ann", "role": "floorperson"}}
    then_refused(wrong, alone, rule=DUTIES_APART, kind=BooksRefuse)
    dealer = correct_bank(2, supervisor="d7") | {"actor": {"id": "d7", "role": "dealer"}}
    then_refused(wrong, dealer, rule=DUTIES_APART, kind=BooksRefuse)


def test_nobody_has_no_chips() -> None:
    with pytest.raises(CommandError, match="name a `seat`"):
        parse_command(correct_bank(None, chips=5))


def test_it_is_as_if_the_wrong_one_had_never_taken_it() -> None:
    """In who sits where, whose wager the dealer matches, and where the offer goes next."""
    right = when(betting(), pass_bank(1), accept(2), place(4)).table
    corrected = when(betting(), accept(1), correct_bank(2), place(4)).table
    one, other = played_out(right).table, played_out(corrected).table
    assert game_at(one).rotation == game_at(other).rotation
    assert offered(one) == offered(other)
    assert (one.tray, one.in_tray()) == (other.tray, other.in_tray())


def test_a_stranger_who_never_took_it_does_not_sit_there() -> None:
    table = betting()
    before = game_at(table).rotation.players
    then = when(table, accept(1), correct_bank(None)).table
    assert game_at(then).rotation.players == before


def rest() -> list[Asked]:
    hands = [roll(2, 3, 4), deal(BANK_HAND), set_hand(1), set_hand(2)]
    return [*hands, set_house(), settle()]


def test_it_is_an_exception_of_the_day_with_what_it_changed() -> None:
    before = betting()
    then = when(before, accept(1), correct_bank(2, dealer_wager=500))
    [(seq, found)] = then.table.books.exceptions.items()
    assert (seq, found.kind) == (then.one(BankCorrected).seq, "bank_corrected")
    assert (found.amount, found.people) == (-2000, ("floor-2",))


def test_it_is_told_again_and_settled_by_other_rules_as_if_told_right() -> None:
    table = betting()
    for asked in (correct_bank(4), correct_bank(None), correct_bank(1, chips=7)):
        wrong = when(table, accept(1)).table
        then = when(wrong, asked)
        [again] = commands_of(then.events, "nj-pai-gow")
        told = again.model_dump(exclude_none=True)
        assert (told["command"], told.get("seat")) == ("correct_bank", asked["seat"])
    opened = when(table, accept(1), correct_bank(4), place(2), no_more_bets())
    names = [one.command for one in corrected_commands(PAI_GOW, opened.events)]
    assert names == ["pass_bank", "pass_bank", "accept_bank", "place_wager", "no_more_bets"]
    passed = when(table, pass_bank(1), pass_bank(2), accept(4), correct_bank(2))
    seats = [(one.command, vars(one)["seat"]) for one in corrected_commands(PAI_GOW, passed.events)]
    assert seats == [("pass_bank", 1), ("accept_bank", 2)]


def test_it_is_shown_with_the_round_and_with_the_session() -> None:
    first = [open_round(), place(1), place(2), no_more_bets(), *rest()]
    happened = history(jersey(), *first, open_round(), accept(1), correct_bank(2))
    row = list(folded(Rounds(), happened.events).values())[-1]
    assert row.banker is not None
    assert (row.banker.seat, row.passed) == (2, (1,))
    [noted] = row.corrections
    assert noted.bank is not None
    assert (noted.what, noted.bank.seat) == ("bank", 1)
    [session] = folded(Sessions(), happened.events).values()
    assert [(one.kind, one.amount) for one in session.raised] == [("bank_corrected", 0)]
    narrator = Narrator()
    told = [line for event in happened.events for line in narrator.tell(event)]
    assert any("did not take the bank: seat 2 did" in line for line in told)
    assert "That is an exception, to be answered for." in told
