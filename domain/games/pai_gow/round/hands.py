"""Setting the hands, the house's last, and surrender."""

from domain.events import Event
from domain.events.envelope import Stamp
from domain.games.pai_gow.layout.positions import DEALER
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.messages.commands import Set, SetHand, SetHouse, Surrender
from domain.games.pai_gow.messages.events import HandSet, HandSurrendered, HouseSet
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.house_way import Allowed, by_house_way, way_told
from domain.games.pai_gow.round.paying import collect
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Round, Wager
from domain.games.pai_gow.round.turn import open_round_of, require_phase
from domain.games.pai_gow.wagers.names import MAIN
from domain.refusals import (
    NoSuchWager,
    NotOffered,
    NotThisPlayer,
    UnlawfulSetting,
    WrongMoment,
)


def set_hand(play: Play, command: SetHand, _: Stamp) -> list[Event]:
    """A seat's hand, as its player likes or by the house way; or the dealer's own."""
    state, rules = open_round_of(play)
    if command.seat == DEALER:
        return [_dealers_own(play, command)]
    require_phase(state, "dealt", rules.cites.set_hand, "setting a hand")
    assert isinstance(command.seat, int)
    seat = _seat_to_set(state, command.seat, rules)
    return [seat_set(play, seat, command)]


def seat_set(play: Play, seat: int, command: Set) -> HandSet:
    """As its player says, or by the house way, whenever it is told."""
    state, rules = open_round_of(play)
    hand = state.hands[str(seat)]
    told = _told(command)
    by = Allowed([told]) if told else by_house_way(play, hand)
    setting = by.settings[0]
    _refuse_foreign(setting, hand, f"seat {seat}", rules)
    _refuse_disorder(setting, f"seat {seat}", rules)
    return HandSet(
        rule=rules.cites.set_hand,
        seat=seat,
        high=setting.high,
        low=setting.low,
        house_way=told is None,
        by_exception=by.by_exception,
    )


def _seat_to_set(state: Round, seat: int, rules: Regulation) -> int:
    if seat in state.settings:
        raise WrongMoment(rules.cites.own_tiles, f"seat {seat} is set; a set hand is not touched")
    if state.bank is not None and state.bank.seat == seat:
        reason = f"seat {seat} banks: its hand is the house's; use set_house"
        raise NotOffered(rules.bank.own_hand, reason)
    wager = state.wager_at(seat, MAIN)
    if wager is None:
        reason = _without_hand(state, seat) or f"seat {seat} has no hand in round {state.id}"
        raise NoSuchWager(rules.cites.set_hand, reason)
    if seat in state.exposed:
        reason = (
            f"a {rules.game.piece} of seat {seat} was exposed:"
            " its player first plays on or voids the hand"
        )
        raise WrongMoment(rules.cites.exposed_seat, reason)
    _refuse_second_first(state, wager, rules)
    return seat


def _without_hand(state: Round, seat: int) -> str:
    """What became of the wager on a hand that is played no more; empty where there was none."""
    for line in state.lines:
        if (line.seat, line.wager) == (seat, MAIN):
            return f"the wager on the hand of seat {seat} was decided before ({line.outcome})"
    return ""


def _refuse_second_first(state: Round, wager: Wager, rules: Regulation) -> None:
    first = next(one for one in state.unset_in_turn() if one.player == wager.player)
    if first.seat != wager.seat:
        reason = f"{wager.player} sets the hand of seat {first.seat} before seat {wager.seat}"
        raise WrongMoment(rules.cites.two_areas_order, reason)


def _dealers_own(play: Play, command: SetHand) -> HandSet:
    """Against a bank the dealer sets by the house way, once all players have set."""
    state, rules = open_round_of(play)
    if not state.dealer_plays:
        reason = "the dealer plays a hand of its own only with a wager against a bank; set_house"
        if state.dealer_line is not None:
            reason = f"the dealer's wager was decided before ({state.dealer_line.outcome})"
        raise NotOffered(rules.bank.dealer_hand, reason)
    if state.phase != "house_set":
        require_phase(state, "dealt", rules.bank.dealer_hand, "setting the dealer's own hand")
    _refuse_before_seats(state, rules.bank.dealer_hand)
    if state.dealer is not None:
        raise WrongMoment(rules.cites.own_tiles, "the dealer's own hand is set")
    return dealer_set(play, command)


def dealer_set(play: Play, command: Set) -> HandSet:
    """The dealer's own hand against a bank, whenever it is told: by the house way."""
    state, rules = open_round_of(play)
    by = by_house_way(play, state.hands[DEALER])
    hand = state.hands[DEALER]
    setting = _bound(play, _told(command), by, hand, ("the dealer", rules.cites.house_reset))
    return HandSet(
        rule=rules.bank.dealer_hand,
        seat=DEALER,
        high=setting.high,
        low=setting.low,
        house_way=True,
        by_exception=by.by_exception,
    )


def set_house(play: Play, command: SetHouse, _: Stamp) -> list[Event]:
    """The dealer's and a co-bank's hand by the house way; a bank alone sets as it likes, unless the
    submission binds it too."""
    state, rules = open_round_of(play)
    require_phase(state, "dealt", rules.cites.house_hand, "setting the house's hand")
    _refuse_before_seats(state, rules.cites.house_hand)
    if state.house_position not in state.hands:
        reason = "the house was dealt no hand, for no wager is left on the hands: settle"
        raise WrongMoment(rules.cites.house_hand, reason)
    return [house_set(play, command)]


def house_set(play: Play, command: Set) -> HouseSet:
    """The hand that the seats are compared with, whenever it is told."""
    state, rules = open_round_of(play)
    hand, told = state.hands[state.house_position], _told(command)
    sets_itself = state.bank is not None and not state.bank.co_bank
    if sets_itself and told is not None:
        _refuse_foreign(told, hand, "the bank", rules)
    if is_bank_free(state) and told is not None:
        _refuse_disorder(told, "the bank", rules)
        by, rule, way = Allowed([told]), rules.bank.own_hand, None
    else:
        by, way = by_house_way(play, hand), state.terms.house_way
        rule, reset = _way_rules(state, rules)
        whose = "the dealer" if state.bank is None else "the bank"
        told = _bound(play, told, by, hand, (whose, reset))
    return HouseSet(
        rule=rule,
        position=state.house_position,
        high=told.high,
        low=told.low,
        way=way,
        by_exception=by.by_exception,
    )


def is_bank_free(state: Round) -> bool:
    """A bank alone, whose hand no submission binds to the house way."""
    return state.bank is not None and not (state.bank.co_bank or state.terms.bank_house_way)


def _way_rules(state: Round, rules: Regulation) -> tuple[str, str]:
    """What binds the house's hand to the house way, and what has a departure set again."""
    if state.bank is not None:
        if state.bank.co_bank:
            return rules.bank.co_bank_way, rules.bank.co_bank_reset
        if state.terms.bank_house_way:
            return rules.bank.own_hand_bound, rules.bank.own_hand_bound
        return rules.bank.own_hand_by_way, rules.cites.house_reset
    return rules.cites.house_way, rules.cites.house_reset


def _refuse_before_seats(state: Round, rule: str) -> None:
    if waiting := state.unset():
        seats = ", ".join(map(str, waiting))
        raise WrongMoment(rule, f"seats still to set their hands: {seats}")


def _bound(
    play: Play, told: Setting | None, by: Allowed, hand: tuple[str, ...], held: tuple[str, str]
) -> Setting:
    """The setting as entered, if the house way allows it; a departure is set again.

    `held`: whose hand it is, and the paragraph that has it set again.
    """
    if told is None:
        return by.settings[0]
    state, rules = open_round_of(play)
    whose, reset = held
    _refuse_foreign(told, hand, whose, rules)
    if state.terms.house_way is None:
        _refuse_disorder(told, "the house", rules)
    elif not by.allows(told):
        reason = f"{way_told(play, by)} {by.told()}; set the hands again"
        raise UnlawfulSetting(reset, reason)
    return told


def _told(command: Set) -> Setting | None:
    if command.high is None or command.low is None:
        return None
    return Setting(tuple(command.high), tuple(command.low))


def _refuse_foreign(setting: Setting, hand: tuple[str, ...], whose: str, rules: Regulation) -> None:
    sizes = (rules.game.high_size, rules.game.low_size)
    if (len(setting.high), len(setting.low)) != sizes:
        reason = f"{whose} sets {sizes[0]} pieces high and {sizes[1]} low"
        raise UnlawfulSetting(rules.cites.set_hand, reason)
    if not setting.uses(hand):
        told = " ".join((*setting.high, *setting.low))
        raise NotThisPlayer(rules.cites.own_tiles, f"{whose} was not dealt {told}")


def _refuse_disorder(setting: Setting, whose: str, rules: Regulation) -> None:
    if not rules.game.in_order(setting):
        reason = (
            f"{whose}: the high hand ({rules.game.name(setting.high)}) ranks below"
            f" the low hand ({rules.game.name(setting.low)})"
        )
        raise UnlawfulSetting(rules.cites.high_over_low, reason)


def is_dealers_hand_awaited(state: Round, rules: Regulation) -> bool:
    """Against a bank the hands of the players are done with after the dealer's (10.8(n))."""
    return rules.reading.surrender_after_dealers_hand and state.dealer_to_set


def surrender(play: Play, command: Surrender, _: Stamp) -> list[Event]:
    state, rules = open_round_of(play)
    require_phase(state, "house_set", rules.cites.surrender, "surrender")
    if is_dealers_hand_awaited(state, rules):
        reason = (
            f"the dealer's own hand in round {state.id} is still to be set; nobody surrenders"
            " before that: tell `set_hand` of the `dealer`"
        )
        raise WrongMoment(rules.bank.dealer_hand, reason)
    wager = state.wager_at(command.seat, MAIN)
    if wager is None:
        gone = _without_hand(state, command.seat)
        reason = gone or f"seat {command.seat} has no wager to surrender"
        raise NoSuchWager(rules.cites.surrender, reason)
    return [
        HandSurrendered(rule=rules.cites.surrender, seat=command.seat),
        collect(state, wager, "surrender", rules.cites.surrender),
    ]
