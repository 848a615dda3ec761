"""Hands compared, wagers collected and paid."""

from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from domain.events import Event
from domain.events.envelope import Stamp, into_tray
from domain.events.round import CorrectedSetting, Outcome
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.messages.commands import Settle
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.centre import dealer_settled, settle_bank
from domain.games.pai_gow.round.closing import close
from domain.games.pai_gow.round.evolve import after
from domain.games.pai_gow.round.paying import collect, give_back, pay, pay_hand
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.progressive import VALIDATED, settle_progressives
from domain.games.pai_gow.round.state import Round, WronglySet
from domain.games.pai_gow.round.turn import open_round_of, require_phase
from domain.meter.state import Meter
from domain.people import same_person
from domain.refusals import BooksRefuse, WrongMoment
from domain.standing_by import require_supervisor
from domain.table.state import Table


def compare(seat: Setting, house: Setting, rules: Regulation) -> tuple[Outcome, str]:
    """Both hands higher wins, one higher is a push, neither loses; with the paragraph."""
    game, cites = rules.game, rules.cites
    high = game.higher(seat.high, house.high)
    low = game.higher(seat.low, house.low) and not game.low_cannot_win(seat.low)
    if high and low:
        return "win", cites.win
    if high:
        return "push", cites.push_high
    if low:
        return "push", cites.push_low
    return "lose", cites.lose


def settle(play: Play, meter: Meter | None, command: Settle, stamp: Stamp) -> list[Event]:
    """The dealer's own hand first, then seat 1 to 6; winners are paid after all are exposed."""
    state, rules = open_round_of(play)
    if state.playing() or state.dealer_plays or state.phase != "dealt":
        # With no wager left on the hands there is no house's hand to wait for.
        require_phase(state, "house_set", rules.cites.compare, "settlement")
    if state.exposed:
        seats = ", ".join(map(str, state.exposed))
        reason = f"the player of seat {seats} first plays on or voids the exposed hand"
        raise WrongMoment(rules.cites.exposed_seat, reason)
    if state.dealer_to_set:
        raise WrongMoment(rules.bank.dealer_hand, "the dealer's own hand is still to be set")
    events = _settle_hands(state, rules)
    now = after(state, events)
    bonuses = _settle_pieces(now, rules)
    validate = partial(_validate, play.table, now, stamp)
    progressives = settle_progressives(now, meter, command.supervisor, validate, rules.reading)
    *rest, closed = close(state, [*events, *bonuses, *progressives], rules)
    return [*rest, replace(closed, corrected=_corrected(state, rules) or UNSET)]


def _validate(table: Table, state: Round, stamp: Stamp, supervisor: str) -> None:
    """Whoever validates a payout off the meter supervises, and does not play here."""
    require_supervisor(table, supervisor, stamp, VALIDATED)
    players = [one.player for one in state.wagers] + [one.player for one in state.lines]
    if state.bank is not None:
        players.append(state.bank.player)
    if not stamp.again and any(same_person(supervisor, player) for player in players):
        reason = f"{supervisor} plays in round {state.id}; another supervisor validates the payout"
        raise BooksRefuse(VALIDATED, reason)


def _corrected(state: Round, rules: Regulation) -> tuple[CorrectedSetting, ...]:
    """Each setting that was corrected, settled as if it had stood."""
    right = into_tray(_settle_hands(state, rules))
    return tuple(
        CorrectedSetting(
            correction=seq, changed=right - into_tray(_settle_hands(_as_set(state, was), rules))
        )
        for seq, was in state.wrongly_set.items()
    )


def _as_set(state: Round, was: WronglySet) -> Round:
    if was.position == "house":
        return replace(state, house=was.setting)
    if was.position == "dealer":
        return replace(state, dealer=was.setting)
    return replace(state, settings={**state.settings, int(was.position): was.setting})


def _settle_hands(state: Round, rules: Regulation) -> list[Event]:
    """The wagers on the hands, and the bank's account; every hand is set."""
    decided, paid = _expose(state, rules)
    return [*decided, *paid] if state.bank is None else _with_bank(state, decided, paid, rules)


def _expose(state: Round, rules: Regulation) -> tuple[list[Event], list[Event]]:
    """What is decided as the hands are shown, and what is paid after all of them are."""
    decided: list[Event] = []
    paid: list[Event] = []
    if state.house is None:
        return decided, paid
    if state.dealer is not None:
        outcome = compare(state.dealer, state.house, rules)[0]
        if outcome == "win":
            paid.append(dealer_settled(state, outcome, rules.bank.dealer_paid))
        else:
            decided.append(dealer_settled(state, outcome, rules.bank.dealer_hand))
    for wager in state.playing():
        outcome, rule = compare(state.settings[wager.seat], state.house, rules)
        if outcome == "win":
            paid += pay_hand(state, wager, rules)
        elif outcome == "push":
            decided.append(give_back(state, wager, "push", rule))
        else:
            decided.append(collect(state, wager, "lose", _where_collected(state, rule, rules)))
    return decided, paid


def _where_collected(state: Round, rule: str, rules: Regulation) -> str:
    """Into the tray by the paragraph that has it lose; into a bank's centre by the bank's own."""
    if state.bank is None or not rules.reading.bank_cited_by_itself:
        return rule
    return rules.bank.co_settle if state.bank.co_bank else rules.bank.settle


def _with_bank(
    state: Round, decided: list[Event], paid: list[Event], rules: Regulation
) -> list[Event]:
    """A shortfall is made up before the winners are paid, a surplus handed over after."""
    surplus = after(state, [*decided, *paid]).centre
    bank = settle_bank(state, surplus, rules)
    return [*decided, bank, *paid] if surplus < 0 else [*decided, *paid, bank]


def _settle_pieces(state: Round, rules: Regulation) -> list[Event]:
    """On the pieces that were dealt, however they were set and whatever became of the hand."""
    events: list[Event] = []
    for wager in state.wagers:
        record = rules.catalogue[wager.wager]
        if record.row_of is None:
            continue
        pays, rule = record.on_pieces(state.hands[str(wager.seat)], state.terms)
        if pays is None:
            events.append(collect(state, wager, "lose", rule))
        else:
            events.append(pay(state, wager, pays.odds, rule))
    return events
