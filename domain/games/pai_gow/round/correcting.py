"""Dice and hands that were keyed in wrong: taken back, then entered right."""

from msgspec import UNSET
from msgspec.structs import replace

from domain.commands.books import CorrectRoll
from domain.controls import CORRECTION
from domain.event_parts import ROLL_CORRECTED
from domain.events import Event
from domain.events.corrections import RollCorrected
from domain.events.envelope import Stamp, into_tray
from domain.games.pai_gow.messages.commands import CorrectDeal
from domain.games.pai_gow.messages.events import CardsDealt, DealCorrected
from domain.games.pai_gow.messages.parts import RollTakenBack
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.dealing import told_hands
from domain.games.pai_gow.round.decks import check_deck
from domain.games.pai_gow.round.dice import read_dice, running_with
from domain.games.pai_gow.round.evolve import after
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.start import start_of
from domain.games.pai_gow.round.state import Round
from domain.games.pai_gow.round.taking_back import counted_since_roll, decided_by_somebody
from domain.games.pai_gow.round.turn import open_round_of
from domain.refusals import BooksRefuse, WrongMoment
from domain.standing_by import require_for_correction
from domain.table.opening import require_open


def round_to_correct(play: Play) -> tuple[Round, Regulation]:
    """The round being played; one that is over is changed by nobody."""
    require_open(play.table)
    if play.game.round is None:
        reason = (
            f"no round is open at {play.table.name}, and a finished one is not corrected:"
            " the player may `complain`, and the ruling pays"
        )
        raise WrongMoment(CORRECTION, reason)
    return open_round_of(play)


def correct_roll(play: Play, command: CorrectRoll, stamp: Stamp) -> list[Event]:
    """The round and the streak as the dice found them; then the right dice, as any are read.

    Who shook, and for whom, is as it was at the roll: that was lawful when it was made. A round
    that the dice alone ended is opened again, and goes on by the right ones.
    """
    state = _rolled_round(play)
    kept = play.game.before_roll
    assert kept is not None
    assert state.dice is not None
    _refuse_counted(play, state)
    _refuse_decided(state, len(kept.round.lines), "the roll")
    require_for_correction(play.table, command.supervisor, stamp)
    if tuple(command.dice) == state.dice:
        reason = f"{_shown(state.dice)} is what was read in round {state.id}; nothing is wrong"
        raise BooksRefuse(CORRECTION, reason)
    as_it_stood = play._replace(game=replace(play.game, round=kept.round, streak=kept.streak))
    shaker = as_it_stood.game.shaker()
    read = read_dice(as_it_stood, command.dice, shaker, by_dealer=kept.by_dealer)
    undone = {account: -cents for account, cents in kept.posted.items() if cents}
    counted = RollTakenBack(
        was_running=running_with(kept.streak, state.dice), triples=kept.streak.count
    )
    taken_back = RollCorrected(
        round=state.id,
        corrects=kept.seq,
        was=state.dice,
        reason=command.reason,
        supervisor=command.supervisor,
        reopens=UNSET if kept.ended is None else True,
        exceptional=True,
        changed=undone.get("tray", 0) + into_tray(read),
        entries=undone,
        **ROLL_CORRECTED.told(counted),
    )
    return [taken_back, *read]


def _rolled_round(play: Play) -> Round:
    """The round whose dice are corrected: the one being played, or the last, if dice ended it."""
    require_open(play.table)
    kept = play.game.before_roll
    if play.game.round is None and kept is not None and kept.ended is not None:
        return kept.ended.round
    state = round_to_correct(play)[0]
    _refuse_no_dice(state)
    if state.phase not in ("rolled", "dealt"):
        reason = (
            f"the house's hand is set in round {state.id}; dice are corrected before that:"
            " call the round off (`void_round`), or settle and let the player complain"
        )
        raise WrongMoment(CORRECTION, reason)
    return state


def _refuse_no_dice(state: Round) -> None:
    if state.number_announced is not None:
        reason = f"round {state.id} goes by a generator's number; there are no dice to correct"
        raise BooksRefuse(CORRECTION, reason)
    if state.dice is None:
        reason = f"no dice have been read in round {state.id}; `roll` tells them"
        raise WrongMoment(CORRECTION, reason)


def _refuse_counted(play: Play, state: Round) -> None:
    """A count has met the chips of the right dice; taken back now, they would be missed twice."""
    if not counted_since_roll(play):
        return
    reason = (
        f"the tray of {play.table.name} was counted, or its drop box taken off, since the dice of"
        f" round {state.id};"
    )
    if play.game.round is None:
        raise WrongMoment(CORRECTION, f"{reason} the player may `complain`, and the ruling pays")
    reason = f"{reason} call the round off (`void_round`), or settle and let the player complain"
    raise WrongMoment(CORRECTION, reason)


def _shown(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


def _refuse_decided(state: Round, known: int, since: str) -> None:
    """What somebody chose, or lost by leaving, rests on what was entered and is not undone."""
    line = decided_by_somebody(state.lines[known:])
    if line is not None:
        reason = (
            f"the `{line.wager}` wager of seat {line.seat} was decided ({line.outcome}) after"
            f" {since}; call the round off (`void_round`), or settle and let the player complain"
        )
        raise WrongMoment(CORRECTION, reason)


def correct_deal(play: Play, command: CorrectDeal, stamp: Stamp) -> list[Event]:
    """Hands that were set on the wrong deal are taken up, and set again on the right one."""
    state, rules = round_to_correct(play)
    if state.deal is None:
        reason = f"nothing has been dealt in round {state.id}; `deal` tells it"
        raise WrongMoment(CORRECTION, reason)
    require_for_correction(play.table, command.supervisor, stamp)
    _refuse_decided(state, state.deal.decided, "the deal")
    taken_back = DealCorrected(
        corrects=state.deal.seq,
        reason=command.reason,
        supervisor=command.supervisor,
        exceptional=True,
    )
    anew, was_told = after(state, [taken_back]), state.deal.start_told
    dealt = told_hands(anew, command, rules, start_of(anew, rules), is_start_told=was_told)
    if isinstance(dealt, CardsDealt) and command.deck is not None:
        check_deck(play, command.deck, stamp)
    same_deck = command.deck in (None, state.deck)
    if dealt.hands == state.hands and same_deck:
        reason = f"these are the hands that were told in round {state.id}; nothing is wrong"
        raise BooksRefuse(CORRECTION, reason)
    return [taken_back, dealt]
