"""What goes wrong at a table: exposed tiles, a misdeal, a player who leaves, no bank to take."""

from domain.commands.round import (
    Abandon,
    AcceptBank,
    Expose,
    Misdeal,
    PassBank,
    PlayOn,
    VoidHand,
)
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import HandPlayedOn, HandVoided, TileExposed
from domain.positions import DEALER
from domain.refusals import NotOffered, WrongMoment
from domain.regulations import Regulation
from domain.round.settlement import give_back, void_round
from domain.round.state import MAIN, Round
from domain.round.turn import open_round_of, require_phase
from domain.table.state import Table


def expose(table: Table, command: Expose, _: Stamp) -> list[Event]:
    """A playing seat's exposed tile is its player's choice; any other voids the round."""
    state, rules = open_round_of(table)
    place = command.position
    if isinstance(place, int) and state.wager_at(place, MAIN) is not None:
        return [_exposed_seat(state, place, rules)]
    rule = rules.cites.exposed_house
    if place == DEALER or state.phase != "house_set":
        # The house's own tiles lie face up once they are set; the others stay covered.
        require_phase(state, "dealt", rule, "an exposed tile")
    seen = TileExposed(rule=rule, position=str(place))
    return [seen, *void_round(table, state, rule, f"a tile at {place} was exposed")]


def _exposed_seat(state: Round, seat: int, rules: Regulation) -> TileExposed:
    rule = rules.cites.exposed_seat
    require_phase(state, "dealt", rule, "an exposed tile")
    if seat in state.settings or seat in state.exposed:
        told = "is set" if seat in state.settings else "has already been exposed"
        raise WrongMoment(rule, f"the hand of seat {seat} {told}")
    return TileExposed(rule=rule, position=str(seat))


def void_hand(table: Table, command: VoidHand, _: Stamp) -> list[Event]:
    state, rules = open_round_of(table)
    _require_exposed(state, command.seat, rules)
    rule = rules.cites.exposed_seat
    wagers = [wager for wager in state.wagers if wager.seat == command.seat]
    return [
        HandVoided(rule=rule, seat=command.seat),
        *(give_back(wager, "void", rule) for wager in wagers),
    ]


def play_on(table: Table, command: PlayOn, _: Stamp) -> list[Event]:
    state, rules = open_round_of(table)
    _require_exposed(state, command.seat, rules)
    return [HandPlayedOn(rule=rules.cites.exposed_seat, seat=command.seat)]


def _require_exposed(state: Round, seat: int, rules: Regulation) -> None:
    require_phase(state, "dealt", rules.cites.exposed_seat, "this choice")
    if seat not in state.exposed:
        reason = f"no tile of seat {seat} was exposed, so there is nothing to choose"
        raise WrongMoment(rules.cites.exposed_seat, reason)


def misdeal(table: Table, command: Misdeal, _: Stamp) -> list[Event]:
    state, rules = open_round_of(table)
    return void_round(table, state, rules.cites.misdeal, command.reason)


def abandon(table: Table, _: Abandon, __: Stamp) -> list[Event]:
    rules = open_round_of(table)[1]
    reason = f"{rules.name} knows no abandoned wager: set the hand by the house way and settle it"
    raise NotOffered(rules.cites.abandoned, reason)


def refuse_bank(table: Table, _: PassBank | AcceptBank, __: Stamp) -> list[Event]:
    rules = open_round_of(table)[1]
    raise NotOffered(rules.cites.bank, "the bank is not offered to players at this table")
