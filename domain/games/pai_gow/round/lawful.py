"""Which of the game's commands it takes now, for whoever stands at the table."""

from collections.abc import Callable
from typing import Final, TypeAlias

from domain.games.pai_gow.layout.positions import SEATS
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.banking import cover_left, keeps_from_banking, open_offers
from domain.games.pai_gow.round.dealing import is_delivery_indicated
from domain.games.pai_gow.round.hands import is_dealers_hand_awaited
from domain.games.pai_gow.round.irregularities import may_reshuffle
from domain.games.pai_gow.round.lawful_corrections import corrections, last_roll
from domain.games.pai_gow.round.misdeal import may_be_misdealt
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Phase, Round
from domain.games.pai_gow.wagers.names import MAIN
from domain.games.seam.game import Lawful

Commands: TypeAlias = tuple[str, ...]

_EQUIPMENT: Final = ("change_dice", "set_out_tiles", "change_tiles")


def lawful(play: Play) -> Lawful:
    """At an open table."""
    state = play.game.round
    if state is None:
        carried = _if(play.game.carried(), "return_wager")
        roll = _if(last_roll(play), "correct_roll")
        return Lawful(("open_round", *carried, *roll), _EQUIPMENT)
    now = _BY_PHASE[state.phase](state, play.rules)
    amiss = _amiss(state, play.rules)
    return Lawful((*now, *amiss, *corrections(play, state)), ("change_dice",))


def _if(condition: object, *commands: str) -> Commands:
    return commands if condition else ()


def _amiss(state: Round, rules: Regulation) -> Commands:
    return (
        *_if(may_be_misdealt(state, rules), "misdeal"),
        *_if(may_reshuffle(state, rules), "reshuffle"),
        "void_round",
    )


def _betting(state: Round, rules: Regulation) -> Commands:
    return (
        *_if(state.wagers or state.dealer_plays, "no_more_bets"),
        *_if(state.wagers, "withdraw_wager"),
        *_if(_may_place(state, rules), "place_wager"),
        *_if(_first_may_accept(state, rules), "accept_bank"),
        *_if(_is_offered(state), "pass_bank"),
        *_if(_may_cut(state, rules), "cut"),
    )


def _no_more_bets(state: Round, rules: Regulation) -> Commands:
    chooses = state.bank is not None or state.terms.dealer_delivery
    return (
        *_if(state.terms.generator and state.bank is None, "announce_number"),
        "roll",
        "no_roll",
        *_if(_may_cut(state, rules), "cut"),
        *_if(
            rules.game.in_stacks and chooses and not is_delivery_indicated(state, rules),
            "choose_delivery",
        ),
        *_left_behind(state, rules),
    )


def _rolled(state: Round, rules: Regulation) -> Commands:
    return ("deal", *_left_behind(state, rules))


def _dealt(state: Round, rules: Regulation) -> Commands:
    waiting = state.unset()
    return (
        *_if(state.exposed, "play_on", "void_hand"),
        *_if(_may_be_set(state) or (not waiting and state.dealer_to_set), "set_hand"),
        *_if(not waiting and state.house_position in state.hands, "set_house"),
        *_if(not (state.playing() or state.dealer_plays or state.exposed), "settle"),
        "expose",
        *_left_behind(state, rules),
    )


def _house_set(state: Round, rules: Regulation) -> Commands:
    return (
        *_if(state.playing() and not is_dealers_hand_awaited(state, rules), "surrender"),
        *_if(state.dealer_to_set, "set_hand"),
        *_if(not state.dealer_to_set, "settle"),
        *_left_behind(state, rules),
        *_if(_something_is_covered(state, rules), "expose"),
    )


def _left_behind(state: Round, rules: Regulation) -> Commands:
    return _if(rules.abandons and state.wagers, "abandon")


def _may_place(state: Round, rules: Regulation) -> bool:
    """Against a bank on the hands only what its chips cover; beside them whatever is offered."""
    left = cover_left(state)
    least = state.terms.limits.get(MAIN, (1, 1))[0]
    if left is None or left >= least or (left > 0 and state.playing()):
        return True
    down = {None, *(one.wager for one in state.wagers)}
    offered = rules.catalogue.offered(state.terms)
    return any(one.name != MAIN and one.beside(state.terms) in down for one in offered)


def _is_offered(state: Round) -> bool:
    return state.bank is None and not state.dealer_keeps and bool(open_offers(state))


def _first_may_accept(state: Round, rules: Regulation) -> bool:
    """The player it is offered to has no wager on the hands, and none on another area."""
    if not _is_offered(state):
        return False
    offer = open_offers(state)[0]
    return not any(
        one.player == offer.player and keeps_from_banking(one, offer.seat, rules)
        for one in state.wagers
    )


def _may_cut(state: Round, rules: Regulation) -> bool:
    if not rules.game.in_stacks or state.bank is None or state.was_cut:
        return False
    return not is_delivery_indicated(state, rules)


def _may_be_set(state: Round) -> bool:
    """Some player's next hand may be set now."""
    first: dict[str, int] = {}
    for one in state.unset_in_turn():
        first.setdefault(one.player, one.seat)
    return bool(set(first.values()) - set(state.exposed))


def _something_is_covered(state: Round, rules: Regulation) -> bool:
    """Beside the house's hand something lies covered; once only what no wager is on was asked."""
    if rules.reading.exposed_by_whom:
        return True
    seats = {one.seat for one in state.wagers}
    if state.bank is not None:
        seats.add(state.bank.seat)
    return rules.game.in_stacks or len(seats) < len(SEATS)


_BY_PHASE: Final[dict[Phase, Callable[[Round, Regulation], Commands]]] = {
    "betting": _betting,
    "no_more_bets": _no_more_bets,
    "rolled": _rolled,
    "dealt": _dealt,
    "house_set": _house_set,
}
