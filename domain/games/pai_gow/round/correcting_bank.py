"""An acceptance of the bank that was keyed in wrong: taken back, then told as it was."""

from msgspec.structs import replace

from domain.controls import CORRECTION, DUTIES_APART
from domain.events import Event
from domain.events.envelope import Stamp
from domain.games.pai_gow.messages.commands import AcceptBank, CorrectBank
from domain.games.pai_gow.messages.events import BankAccepted, BankCorrected, Banked
from domain.games.pai_gow.round.banking import accept_bank, passed_before
from domain.games.pai_gow.round.correcting import round_to_correct
from domain.games.pai_gow.round.evolve import after
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Bank, Round
from domain.games.pai_gow.round.taking_back import bank_taken_back
from domain.refusals import BooksRefuse, WrongMoment
from domain.standing_by import require_supervisor


def correct_bank(play: Play, command: CorrectBank, stamp: Stamp) -> list[Event]:
    """The rules of banking hold for what is told, as if it had been told at once."""
    state = round_to_correct(play)[0]
    was = _standing(state)
    require_supervisor(play.table, command.supervisor, stamp, DUTIES_APART)
    taken_back = BankCorrected(
        corrects=was.seq,
        was=Banked(was.seat, was.player, was.chips, was.co_bank, was.dealer_wager),
        seat=command.seat,
        dealer_wager=0,
        reason=command.reason,
        supervisor=command.supervisor,
        exceptional=True,
    )
    if command.seat is None:
        return [taken_back]
    right = _accepted_right(play, command, was, taken_back, stamp)
    accepted = right[-1]
    assert isinstance(accepted, BankAccepted)
    now = Banked(
        accepted.seat, accepted.player, accepted.chips, accepted.co_bank, accepted.dealer_wager
    )
    if now == taken_back.was:
        reason = f"that is how seat {was.seat} took the bank of round {state.id}; nothing is wrong"
        raise BooksRefuse(CORRECTION, reason)
    return [replace(taken_back, dealer_wager=now.dealer_wager), *right]


def _standing(state: Round) -> Bank:
    if state.bank is None:
        reason = f"nobody banks round {state.id}; `accept_bank` tells who does"
        raise WrongMoment(CORRECTION, reason)
    if state.phase != "betting":
        reason = (
            f'"no more bets" was announced in round {state.id}, and its bank is corrected before'
            " that: call the round off (`void_round`), or settle and let the player complain"
        )
        raise WrongMoment(CORRECTION, reason)
    return state.bank


def _accepted_right(
    play: Play, command: CorrectBank, was: Bank, taken_back: BankCorrected, stamp: Stamp
) -> list[Event]:
    """Whoever was offered it before has passed; then the acceptance, with what was told of it."""
    assert command.seat is not None
    assert play.game.round is not None
    game = replace(play.game, round=after(play.game.round, [taken_back]))
    as_it_stood = play._replace(game=bank_taken_back(game, taken_back))
    assert as_it_stood.game.round is not None
    passed = passed_before(as_it_stood.game.round, command.seat, play.rules)
    offered = after(as_it_stood.game.round, passed)
    asked = AcceptBank(
        command="accept_bank",
        seat=command.seat,
        chips=was.chips if command.chips is None else command.chips,
        player=command.player,
        co_bank=was.co_bank if command.co_bank is None else command.co_bank,
        dealer_wager=command.dealer_wager,
    )
    stood = as_it_stood._replace(game=replace(as_it_stood.game, round=offered))
    return [*passed, *accept_bank(stood, asked, stamp)]
