"""What goes wrong at a table: pieces seen or dealt amiss, a player who leaves, a round given up."""

from msgspec import UNSET, UnsetType

from domain.commands.round import VoidRound
from domain.controls import VOID_ROUND
from domain.events import Event
from domain.events.envelope import Stamp
from domain.games.pai_gow.layout.positions import DEALER
from domain.games.pai_gow.messages.commands import (
    Abandon,
    Expose,
    Exposer,
    PlayOn,
    Reshuffle,
    VoidHand,
)
from domain.games.pai_gow.messages.events import (
    HandPlayedOn,
    HandVoided,
    TileExposed,
    TilesReshuffled,
    WagerAbandoned,
)
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.closing import Cause, void_round
from domain.games.pai_gow.round.paying import collect, give_back
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.start import position_named
from domain.games.pai_gow.round.state import Round
from domain.games.pai_gow.round.turn import open_round_of, require_phase
from domain.refusals import NoSuchWager, NotOffered, WrongMoment


def expose(play: Play, command: Expose, _: Stamp) -> list[Event]:
    """A tile of a seat that wagered is on record, and voids no round; any other one does."""
    state, rules = open_round_of(play)
    place = command.position
    if isinstance(place, int) and _has_played(state, place, rules):
        return [_exposed_seat(state, command, place, rules)]
    rule = rules.cites.exposed_house
    if str(place) not in rules.game.ring:
        raise NotOffered(rule, f"{rules.name} knows no position `{place}`")
    if state.phase != "house_set":
        require_phase(state, "dealt", rule, f"an exposed {rules.game.piece}")
    elif _lies_open(state, str(place)):
        reason = f"the {rules.game.piece}s of {position_named(str(place))} lie face up, as set"
        raise WrongMoment(rule, f"{reason}: nothing of them is exposed")
    seen = TileExposed(rule=rule, position=str(place), by=_by(command, rules))
    cause = Cause(rule, f"a {rules.game.piece} at {place} was exposed")
    return [seen, *void_round(state, rules, cause)]


def _by(command: Expose, rules: Regulation) -> Exposer | UnsetType:
    return command.by if rules.reading.exposed_by_whom else UNSET


def _has_played(state: Round, seat: int, rules: Regulation) -> bool:
    """A wager was placed on what the seat was dealt, even if it is decided already."""
    here = [one.wager for one in state.wagers if one.seat == seat]
    if rules.reading.exposed_by_whom:
        here += [one.wager for one in state.lines if one.seat == seat]
    return any(rules.catalogue[wager].decided_by != "dice" for wager in here)


def _lies_open(state: Round, place: str) -> bool:
    """Tiles of the house, and the dealer's own, lie face up once set; the others stay covered."""
    return place == state.house_position or (place == DEALER and state.dealer is not None)


def _exposed_seat(state: Round, command: Expose, seat: int, rules: Regulation) -> TileExposed:
    rule, by_whom = rules.cites.exposed_seat, rules.reading.exposed_by_whom
    if state.phase != "house_set" or not by_whom:
        require_phase(state, "dealt", rule, f"an exposed {rules.game.piece}")
    if seat in state.exposed:
        reason = f"the hand of seat {seat} has already been exposed; its player first chooses"
        raise WrongMoment(rule, f"{reason}: `play_on` or `void_hand`")
    if seat in state.settings and not by_whom:
        raise WrongMoment(rule, f"the hand of seat {seat} is set")
    return TileExposed(rule=rule, position=str(seat), by=_by(command, rules))


def void_hand(play: Play, command: VoidHand, _: Stamp) -> list[Event]:
    state, rules = open_round_of(play)
    _require_exposed(state, command.seat, rules)
    rule = rules.cites.exposed_seat
    wagers = [wager for wager in state.wagers if wager.seat == command.seat]
    return [
        HandVoided(rule=rule, seat=command.seat),
        *(give_back(state, wager, "void", rule) for wager in wagers),
    ]


def play_on(play: Play, command: PlayOn, _: Stamp) -> list[Event]:
    state, rules = open_round_of(play)
    _require_exposed(state, command.seat, rules)
    return [HandPlayedOn(rule=rules.cites.exposed_seat, seat=command.seat)]


def _require_exposed(state: Round, seat: int, rules: Regulation) -> None:
    require_phase(state, "dealt", rules.cites.exposed_seat, "this choice")
    if seat not in state.exposed:
        piece = rules.game.piece
        reason = f"no {piece} of a hand of seat {seat} that was still to be set was exposed"
        if rules.reading.exposed_by_whom:
            reason += " by the dealer"
        reason += ", so there is nothing to choose"
        raise WrongMoment(rules.cites.exposed_seat, reason)


def call_off(play: Play, command: VoidRound, _: Stamp) -> list[Event]:
    """For a cause that no paragraph names, at any moment of the round."""
    state, rules = open_round_of(play)
    return void_round(state, rules, Cause(VOID_ROUND, command.reason, command.supervisor))


def may_reshuffle(state: Round, rules: Regulation) -> bool:
    """Before the dice; earlier versions let it be done until the deal."""
    if rules.reading.reshuffle_before_the_dice:
        return state.phase in ("betting", "no_more_bets")
    return state.deal is None


def reshuffle(play: Play, command: Reshuffle, _: Stamp) -> list[Event]:
    """Pieces that are seen before the dice are mixed again; the wagers stand."""
    state, rules = open_round_of(play)
    rule = rules.cites.reshuffle
    if state.deal is not None:
        reason = (
            f"round {state.id} is dealt; {rules.game.piece}s are mixed again before that: `expose`"
            " tells one that was seen, `misdeal` hands that were dealt by a wrong total"
        )
        raise WrongMoment(rule, reason)
    if not may_reshuffle(state, rules):
        told = "dice of round" if state.dice else "number for round"
        reason = (
            f"the {told} {state.id} {'are' if state.dice else 'is'} told; {rules.game.piece}s are"
            " mixed again before that: deal them, or call the round off (`void_round`)"
        )
        raise WrongMoment(rule, reason)
    return [TilesReshuffled(rule=rule, reason=command.reason, supervisor=command.supervisor)]


def abandon(play: Play, command: Abandon, _: Stamp) -> list[Event]:
    """Between "no more bets" and settlement a wager left behind may be declared lost."""
    state, rules = open_round_of(play)
    rule = rules.cites.abandoned
    if not rules.abandons:
        reason = f"{rules.name} knows no abandoned wager: set the hand by the house way and settle"
        raise NotOffered(rule, reason)
    if state.phase == "betting":
        reason = 'a wager may still be withdrawn; it is abandoned only after "no more bets"'
        raise WrongMoment(rule, reason)
    wagers = [wager for wager in state.wagers if wager.seat == command.seat]
    if not wagers:
        reason = f"seat {command.seat} has no undecided wager in round {state.id}"
        if state.bank is not None and state.bank.seat == command.seat:
            reason += "; it banks, and a bank who left is played on: tell `set_house` alone"
        raise NoSuchWager(rule, reason)
    return [
        WagerAbandoned(rule=rule, seat=command.seat),
        *(collect(state, wager, "abandoned", rule) for wager in wagers),
    ]
