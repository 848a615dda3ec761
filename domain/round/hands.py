"""Setting the hands, the house's last, and surrender."""

from domain.commands.round import SetHand, SetHouse, Surrender
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import HandSet, HandSurrendered, HouseSet
from domain.positions import DEALER
from domain.refusals import (
    NoSuchWager,
    NotOffered,
    NotThisPlayer,
    UnlawfulSetting,
    WrongMoment,
)
from domain.regulations import Regulation
from domain.round.settlement import collect
from domain.round.state import MAIN, Round
from domain.round.turn import open_round_of, require_phase
from domain.setting import Setting
from domain.table.state import Table


def set_hand(table: Table, command: SetHand, _: Stamp) -> list[Event]:
    state, rules = open_round_of(table)
    require_phase(state, "dealt", rules.cites.set_hand, "setting a hand")
    if command.seat == DEALER:
        reason = "the dealer plays a hand of its own only against a bank; use set_house"
        raise NotOffered(rules.cites.bank, reason)
    seat = _seat_to_set(state, command.seat, rules)
    hand = state.hands[str(seat)]
    setting = _told(command) or rules.game.house_settings(state.house_way, hand)[0]
    _refuse_foreign(setting, hand, f"seat {seat}", rules)
    if not rules.game.in_order(setting):
        reason = (
            f"seat {seat}: the high hand ({rules.game.name(setting.high)}) ranks below"
            f" the low hand ({rules.game.name(setting.low)})"
        )
        raise UnlawfulSetting(rules.cites.high_over_low, reason)
    return [
        HandSet(
            rule=rules.cites.set_hand,
            seat=seat,
            high=setting.high,
            low=setting.low,
            house_way=command.high is None,
        )
    ]


def _seat_to_set(state: Round, seat: int | str, rules: Regulation) -> int:
    assert isinstance(seat, int)
    if seat in state.settings:
        raise WrongMoment(rules.cites.own_tiles, f"seat {seat} is set; a set hand is not touched")
    if state.wager_at(seat, MAIN) is None:
        raise NoSuchWager(rules.cites.set_hand, f"seat {seat} has no hand in round {state.id}")
    if seat in state.exposed:
        reason = f"a tile of seat {seat} was exposed: its player first plays on or voids the hand"
        raise WrongMoment(rules.cites.exposed_seat, reason)
    return seat


def _told(command: SetHand | SetHouse) -> Setting | None:
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


def set_house(table: Table, command: SetHouse, _: Stamp) -> list[Event]:
    state, rules = open_round_of(table)
    require_phase(state, "dealt", rules.cites.house_hand, "setting the house's hand")
    if waiting := state.unset():
        seats = ", ".join(map(str, waiting))
        raise WrongMoment(rules.cites.house_hand, f"seats still to set their hands: {seats}")
    hand = state.hands[DEALER]
    allowed = rules.game.house_settings(state.house_way, hand)
    setting = _told(command) or allowed[0]
    _refuse_foreign(setting, hand, "the dealer", rules)
    if not any(setting.same_as(way) for way in allowed):
        named = " ".join(allowed[0].high), " ".join(allowed[0].low)
        reason = (
            f"the house way `{state.house_way}` sets {named[0]} high and {named[1]} low;"
            " set the hands again"
        )
        raise UnlawfulSetting(rules.cites.house_reset, reason)
    return [
        HouseSet(
            rule=rules.cites.house_way,
            position=DEALER,
            high=setting.high,
            low=setting.low,
            way=state.house_way,
        )
    ]


def surrender(table: Table, command: Surrender, _: Stamp) -> list[Event]:
    state, rules = open_round_of(table)
    require_phase(state, "house_set", rules.cites.surrender, "surrender")
    wager = state.wager_at(command.seat, MAIN)
    if wager is None:
        raise NoSuchWager(rules.cites.surrender, f"seat {command.seat} has no wager to surrender")
    return [
        HandSurrendered(rule=rules.cites.surrender, seat=command.seat),
        collect(wager, "surrender", rules.cites.surrender),
    ]
