"""What goes wrong at a table: pieces seen or dealt amiss, a player who leaves, a round given up."""

from domain.commands.round import (
    Abandon,
    Expose,
    Misdeal,
    PlayOn,
    Reshuffle,
    VoidHand,
    VoidRound,
)
from domain.controls import VOID_ROUND
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import (
    HandPlayedOn,
    HandVoided,
    TileExposed,
    TilesReshuffled,
    WagerAbandoned,
)
from domain.games.pai_gow.layout.positions import DEALER
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.closing import void_round
from domain.games.pai_gow.round.paying import collect, give_back
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Round
from domain.games.pai_gow.round.turn import open_round_of, require_phase
from domain.refusals import NoSuchWager, NotOffered, WrongMoment


def expose(play: Play, command: Expose, _: Stamp) -> list[Event]:
    """A playing seat's exposed tile is its player's choice; any other voids the round."""
    state, rules = open_round_of(play)
    place = command.position
    if isinstance(place, int) and _on_the_hand(state, place, rules):
        return [_exposed_seat(state, place, rules)]
    rule = rules.cites.exposed_house
    if str(place) not in rules.game.ring:
        raise NotOffered(rule, f"{rules.name} knows no position `{place}`")
    if _lies_open(state, str(place)) or state.phase != "house_set":
        require_phase(state, "dealt", rule, "an exposed tile")
    seen = TileExposed(rule=rule, position=str(place))
    return [seen, *void_round(state, rules, rule, f"a {rules.game.piece} at {place} was exposed")]


def _on_the_hand(state: Round, seat: int, rules: Regulation) -> bool:
    """An undecided wager is on what the seat was dealt."""
    here = (one.wager for one in state.wagers if one.seat == seat)
    return any(rules.catalogue[wager].decided_by != "dice" for wager in here)


def _lies_open(state: Round, place: str) -> bool:
    """Tiles of the house, and the dealer's own, lie face up once set; the others stay covered."""
    return place == state.house_position or (place == DEALER and state.dealer is not None)


def _exposed_seat(state: Round, seat: int, rules: Regulation) -> TileExposed:
    rule = rules.cites.exposed_seat
    require_phase(state, "dealt", rule, "an exposed tile")
    if seat in state.settings or seat in state.exposed:
        told = "is set" if seat in state.settings else "has already been exposed"
        raise WrongMoment(rule, f"the hand of seat {seat} {told}")
    return TileExposed(rule=rule, position=str(seat))


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
        reason = f"no {piece} of seat {seat} was exposed, so there is nothing to choose"
        raise WrongMoment(rules.cites.exposed_seat, reason)


def misdeal(play: Play, command: Misdeal, _: Stamp) -> list[Event]:
    """Hands that were dealt to the wrong positions are void; before that nothing is wrong yet."""
    state, rules = open_round_of(play)
    rule = rules.cites.misdeal
    if rules.reading.misdeal_after_deal and state.deal is None:
        reason = (
            f"nothing has been dealt in round {state.id}, so nothing is misdealt: a wrong total is"
            " corrected and the deal goes by the dice; pieces that were seen are mixed again by"
            " `reshuffle`; any other cause is for `void_round`"
        )
        raise WrongMoment(rule, reason)
    return void_round(state, rules, rule, _with_wrong_total(state, command.reason))


def _with_wrong_total(state: Round, reason: str) -> str:
    """What was called out for the dice, where that was wrong, is why it was dealt so."""
    if state.dice is None or state.announced in (None, sum(state.dice)):
        return reason
    return f"{reason} ({state.announced} was announced, the dice total {sum(state.dice)})"


def call_off(play: Play, command: VoidRound, _: Stamp) -> list[Event]:
    """For a cause that no paragraph names, at any moment of the round."""
    state, rules = open_round_of(play)
    return void_round(state, rules, VOID_ROUND, command.reason, command.supervisor)


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
            " tells one that was seen, `misdeal` hands that were dealt wrong"
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
