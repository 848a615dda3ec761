"""The player bank: whom it is offered to, who may accept it, and where the offer goes next."""

from typing import NamedTuple

from domain.commands.round import PlaceWager
from domain.events import Event
from domain.events.envelope import Stamp
from domain.games.pai_gow.elections.terms import own_terms
from domain.games.pai_gow.layout.positions import SEATS
from domain.games.pai_gow.messages.commands import AcceptBank, PassBank
from domain.games.pai_gow.messages.events import BankAccepted, BankPassed
from domain.games.pai_gow.messages.parts import Offer
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Rotation, Round, Wager
from domain.games.pai_gow.round.turn import open_round_of, require_phase
from domain.games.pai_gow.wagers.names import MAIN
from domain.refusals import BankNotCovered, NotOffered, NotThisPlayer, WrongMoment


class BankTurn(NamedTuple):
    """Whom the bank is offered to in a round, in order; or that the dealer keeps it."""

    offers: tuple[Offer, ...] = ()
    dealer_keeps: bool = False


def bank_turn(play: Play, rules: Regulation) -> BankTurn:
    """For the round about to open: the seats that may bank it, cover aside."""
    rotation = play.game.rotation
    if not own_terms(play.table.terms).banking or rotation.fresh:
        return BankTurn()
    if rules.rotates_the_offer:
        first = rotation.moves_to()
        if first is None and rotation.begun_at is not None and rules.dealer_keeps_a_round:
            return BankTurn(dealer_keeps=True)
    else:
        first = rotation.beside_the_bank()
    begin = first or SEATS[0]
    may = _may_bank(rotation, rules)
    return BankTurn(tuple(sorted(may, key=lambda one: (one.seat - begin) % len(SEATS))))


def _may_bank(rotation: Rotation, rules: Regulation) -> list[Offer]:
    """Who wagered against the dealer last time and did not bank the last round, by seat."""
    offers: list[Offer] = []
    for seat, player in sorted(rotation.players.items()):
        twice = rules.reading.offered_once and any(one.player == player for one in offers)
        if player in rotation.wagered and player != rotation.last_bank and not twice:
            offers.append(Offer(seat, player))
    return offers


def pass_bank(play: Play, command: PassBank, _: Stamp) -> list[Event]:
    state, rules = open_round_of(play)
    _require_offering(play, state, rules)
    offer = next((one for one in open_offers(state) if one.seat == command.seat), None)
    if offer is None:
        reason = f"the bank is not offered to seat {command.seat} in round {state.id}"
        if command.seat in state.passed:
            reason = f"seat {command.seat} has passed the bank of round {state.id} already"
        raise NotOffered(rules.bank.rotation, reason)
    _refuse_out_of_turn(state, command.seat, rules)
    return [_pass(offer, rules)]


def silently_passed(state: Round, rules: Regulation) -> list[Event]:
    """Whoever was offered the bank and has not taken it when bets are closed has passed it."""
    if state.bank is not None or state.dealer_keeps or not rules.reading.silence_passes_the_bank:
        return []
    return [_pass(offer, rules) for offer in open_offers(state)]


def passed_before(state: Round, seat: int, rules: Regulation) -> list[Event]:
    """Of a seat that took the bank: those that it was offered to before."""
    before = open_offers(state)
    seats = [one.seat for one in before]
    return [_pass(one, rules) for one in before[: seats.index(seat)]] if seat in seats else []


def _pass(offer: Offer, rules: Regulation) -> BankPassed:
    return BankPassed(rule=rules.bank.rotation, seat=offer.seat, player=offer.player)


def accept_bank(play: Play, command: AcceptBank, _: Stamp) -> list[Event]:
    state, rules = open_round_of(play)
    _require_offering(play, state, rules)
    if command.co_bank and not state.terms.co_banking:
        raise NotOffered(rules.bank.co_bank, "the casino offers no co-banking at this table")
    player = _who_would_bank(play, state, command, rules)
    _refuse_unfit(play, player, rules)
    _refuse_not_offered(state, command.seat, player, rules)
    _refuse_out_of_turn(state, command.seat, rules)
    _refuse_own_wagers(state, command.seat, player, rules)
    _require_cover(command.chips, _exposure(state), rules)
    return [
        BankAccepted(
            rule=rules.bank.co_bank if command.co_bank else rules.bank.rotation,
            seat=command.seat,
            player=player,
            chips=command.chips,
            co_bank=command.co_bank,
            dealer_wager=_dealer_wager(play, state, command, player, rules),
        )
    ]


def _require_offering(play: Play, state: Round, rules: Regulation) -> None:
    """The bank is offered while bets are open, after the first round, until somebody has it."""
    if not state.terms.banking:
        raise NotOffered(rules.bank.offered, "the bank is not offered to players at this table")
    require_phase(state, "betting", rules.bank.rotation, "the offer of the bank")
    if play.game.rotation.fresh:
        reason = f"nobody banks the first round after the {rules.game.piece}s were set out"
        raise WrongMoment(rules.bank.first_round, reason)
    if state.dealer_keeps:
        reason = "the offer has come back to the dealer, who keeps this round"
        raise WrongMoment(rules.bank.rotation, reason)
    if state.bank is not None:
        raise WrongMoment(rules.bank.rotation, f"seat {state.bank.seat} banks round {state.id}")


def open_offers(state: Round) -> list[Offer]:
    """Offers that stand: not passed, and the seat not taken by somebody else since."""
    taken = {one.seat: one.player for one in state.wagers}
    return [
        offer
        for offer in state.offered
        if offer.seat not in state.passed and taken.get(offer.seat, offer.player) == offer.player
    ]


def _refuse_out_of_turn(state: Round, seat: int, rules: Regulation) -> None:
    first = next(iter(open_offers(state)), None)
    if first is not None and first.seat != seat:
        reason = f"the bank is offered to seat {first.seat} before seat {seat}"
        raise WrongMoment(rules.bank.rotation, reason)


def _who_would_bank(play: Play, state: Round, command: AcceptBank, rules: Regulation) -> str:
    """The one named, else the one who wagers there now or sat there last."""
    here = next((one.player for one in state.wagers if one.seat == command.seat), None)
    last = here or play.game.rotation.players.get(command.seat) or f"seat-{command.seat}"
    player = command.player or last
    if here is not None and here != player:
        raise NotThisPlayer(rules.cites.seated, f"seat {command.seat} is {here}'s, not {player}'s")
    return player


def _refuse_unfit(play: Play, player: str, rules: Regulation) -> None:
    if player == play.game.rotation.last_bank:
        reason = f"{player} banked the last round; nobody banks two rounds running"
        raise NotThisPlayer(rules.bank.twice, reason)
    if player not in play.game.rotation.wagered:
        reason = f"{player} made no wager against the dealer in the last round without a bank"
        raise NotThisPlayer(rules.bank.wagered, reason)


def _refuse_not_offered(state: Round, seat: int, player: str, rules: Regulation) -> None:
    if seat in state.passed:
        raise WrongMoment(rules.bank.rotation, f"seat {seat} has passed the bank")
    if Offer(seat, player) not in state.offered:
        reason = f"the bank is not offered to {player} on seat {seat} in round {state.id}"
        raise NotOffered(rules.bank.rotation, reason)


def keeps_from_banking(own: Wager, seat: int, rules: Regulation) -> bool:
    """A wager of the player who would bank from that seat: on the hands, or on another area."""
    if own.retained and rules.reading.bank_keeps_retained_bonus:
        return False
    return own.wager == MAIN or own.seat != seat


def _refuse_own_wagers(state: Round, seat: int, player: str, rules: Regulation) -> None:
    for one in state.wagers:
        if one.player == player and keeps_from_banking(one, seat, rules):
            reason = (
                f"{player} has a `{one.wager}` wager on seat {one.seat}; the bank wagers on no"
                " hand and on no other area: withdraw it first"
            )
            raise NotThisPlayer(rules.bank.one_area, reason)


def _exposure(state: Round) -> int:
    """What the other players could win of the bank; coupons are the casino's to pay."""
    return sum(one.amount for one in state.playing())


def cover_left(state: Round) -> int | None:
    """What may still be wagered on the hands against the bank; None where nobody banks."""
    return None if state.bank is None else state.bank.chips - _exposure(state)


def _require_cover(chips: int, needed: int, rules: Regulation) -> None:
    if chips < needed:
        reason = f"the bank shows {chips} cents, and the wagers to cover are {needed}"
        raise BankNotCovered(rules.bank.cover, reason)


def hold_cover(state: Round, command: PlaceWager, rules: Regulation) -> None:
    """A wager beyond what the bank can pay is not taken."""
    if state.bank is not None and command.wager == MAIN:
        _require_cover(state.bank.chips, _exposure(state) + command.amount, rules)


def _dealer_wager(
    play: Play, state: Round, command: AcceptBank, player: str, rules: Regulation
) -> int:
    """As much as it may be, or less as the bank directs; nothing when co-banking."""
    if command.co_bank:
        if command.dealer_wager:
            raise NotOffered(rules.bank.co_bank, "the dealer makes no wager against a co-bank")
        return 0
    most = most_against(play.game.rotation, state, Offer(command.seat, player), rules)
    if command.dealer_wager is None:
        return most
    if command.dealer_wager > most:
        whose = f"{player}'s last wager against the dealer"
        if state.terms.dealer_wager != "last":
            whose = "the amount that the submission files"
        reason = f"the dealer wagers {most} cents at most, {whose}; the bank may direct less"
        raise NotOffered(rules.bank.directed_wager, reason)
    return command.dealer_wager


def most_against(rotation: Rotation, state: Round, bank: Offer, rules: Regulation) -> int:
    """What the dealer wagers against that bank unless it directs less (10.8(h); MD 9.H(3))."""
    if state.terms.dealer_wager != "last":
        return state.terms.dealer_wager
    if rules.reading.last_wager_of_the_player:
        return rotation.last_wagers.get(bank.player, 0)
    return rotation.stakes.get(bank.seat, 0)
