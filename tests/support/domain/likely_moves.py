"""What is likely to happen next at a table: play that gets through rounds, with its mishaps."""

from collections.abc import Callable
from random import Random
from typing import Final

from domain.games.pai_gow.regulations import regulation_for
from domain.games.pai_gow.round.state import Round, game_at, round_at
from domain.games.pai_gow.wagers.catalogue import CATALOGUE
from domain.hosting import Table
from tests.support.domain.asked import (
    TILES,
    Asked,
    ask,
    buy_in,
    close_table,
    expose,
    misdeal,
    no_more_bets,
    open_round,
    open_table,
    place,
    play_on,
    reshuffle,
    return_wager,
    set_hand,
    set_house,
    settle,
    surrender,
    void_hand,
    void_round,
)
from tests.support.domain.at_the_dice import accept_bank, bet, take_down
from tests.support.domain.evenings import STYLES, Elections
from tests.support.domain.mistaken import correct_deal, correct_roll, correct_wager

SEATS: Final = range(1, 7)


def any_submission(chance: Random) -> Elections:
    """Elections that one regulation permits, all of them tried."""
    maybe = chance.random
    banking = maybe() < 0.7
    common: Elections = {
        "vigorish": chance.choice(["quarter", "cent"]),
        "limits": chance.choice([{}, {"pai_gow": [500, 50_000]}]),
        "banking": banking,
        "co_banking": banking and maybe() < 0.5,
        "two_areas": maybe() < 0.5,
    }
    if maybe() < 0.35:
        return common | {
            "regulation": "md-pai-gow",
            "pair_fortunes": chance.choice([None, *"ABCD"]),
            "generator": maybe() < 0.5,
            "dealer_delivery": maybe() < 0.5,
        }
    eye = {
        "vigorish_method": chance.choice([1, 2]),
        "standalone": maybe() < 0.5,
        "start": chance.choice(["eye", "count"]),
    }
    return common | {
        "regulation": "nj-pai-gow",
        "triples_bonus": maybe() < 0.5,
        "dragons_eye": eye if maybe() < 0.7 else None,
    }


def likely_move(table: Table, chance: Random) -> Asked:
    """Mostly lawful; where it is not, the refusal is part of the evening."""
    if not table.is_open:
        return open_table(chance.randrange(2_000_000), **any_submission(chance))
    if game_at(table).round is None:
        return _between_rounds(chance)
    if chance.random() < 0.02:
        return chance.choice([misdeal(), void_round(), reshuffle(), reshuffle()])
    if chance.random() < 0.05 and regulation_for(table.regulation).abandons:
        return ask("abandon", seat=_seat(round_at(table), chance))
    if chance.random() < 0.06:
        return _corrected(round_at(table), chance)
    return _BY_PHASE[round_at(table).phase](round_at(table), chance)


def _corrected(state: Round, chance: Random) -> Asked:
    """Something was keyed in wrong: a wager, the dice or the tiles."""
    what = chance.random()
    if state.dice is not None and what < 0.4:
        face = chance.choice(SEATS)
        return correct_roll(*chance.choice([(face, face, face), (face, 1, 2)]))
    if state.hands and what < 0.7:
        return correct_deal(_rolled(state, chance))
    if not state.wagers:
        return correct_wager(1, amount=500)
    one = chance.choice(state.wagers)
    right: Asked = chance.choice(
        [
            {"amount": chance.choice([0, 500, 900, chance.randrange(1, 9000)])},
            {"to_seat": chance.choice(SEATS)},
            {"player": f"p{chance.choice(SEATS)}", "amount": 800},
            {"coupon": chance.choice([0, 250])},
        ]
    )
    return correct_wager(one.seat, one.wager, **right)


def _between_rounds(chance: Random) -> Asked:
    other = [
        ask("change_tiles"),
        ask("set_out_tiles"),
        ask("change_dice"),
        close_table(5),
        return_wager(chance.choice(SEATS)),
        buy_in(),
    ]
    return chance.choice(other) if chance.random() < 0.1 else open_round()


def _seat(state: Round, chance: Random) -> int:
    taken = [one.seat for one in state.wagers]
    return chance.choice(taken) if taken and chance.random() < 0.9 else chance.choice(SEATS)


def _betting(state: Round, chance: Random) -> Asked:
    if state.offered and state.bank is None and chance.random() < 0.3:
        return _offered(state, chance)
    if state.wagers and chance.random() < 0.25:
        return no_more_bets()
    if chance.random() < 0.07:
        standing = chance.choice(state.wagers) if state.wagers else None
        return take_down(standing.seat, standing.wager) if standing else take_down(1)
    if len(state.playing()) < 2 or chance.random() < 0.3:
        return place(chance.choice(SEATS), chance.randrange(500, 9000))
    return _beside(state, chance)


def _beside(state: Round, chance: Random) -> Asked:
    wager = chance.choice([*(one.name for one in CATALOGUE.offered(state.terms)), "dice_bonus"])
    coupon = chance.choice([0, 0, 250]) if state.regulation.startswith("nj") else 0
    return bet(_seat(state, chance), wager, chance.randrange(1, 900), coupon=coupon)


def _offered(state: Round, chance: Random) -> Asked:
    left = [offer for offer in state.offered if offer.seat not in state.passed]
    if not left or chance.random() < 0.3:
        return ask("pass_bank", seat=left[0].seat if left else 1)
    seat, player = left[0].seat, left[0].player
    if own := next((one for one in state.wagers if one.player == player), None):
        return take_down(own.seat, own.wager)
    terms = {"co_bank": True} if chance.random() < 0.4 else {}
    return accept_bank(seat, chance.choice([60_000, 9000]), player=player, **terms)


def _no_more_bets(state: Round, chance: Random) -> Asked:
    if chance.random() < 0.2:
        style = ask("choose_delivery", style=chance.choice(STYLES))
        reason = ask("no_roll", reason="a die fell out")
        return chance.choice([ask("cut", stacks=chance.randrange(1, 8)), style, reason])
    if state.terms.generator and state.bank is None and chance.random() < 0.5:
        return ask("announce_number", number=chance.randrange(1, 99))
    face = chance.choice(SEATS)
    dice = [face] * 3 if chance.random() < 0.5 else [chance.choice(SEATS) for _ in range(3)]
    return ask("roll", dice=dice)


def _rolled(state: Round, chance: Random) -> Asked:
    tiles = chance.sample(TILES, len(TILES))
    return ask("deal", stacks=[tiles[at : at + 4] for at in range(0, 32, 4)])


def _dealt(state: Round, chance: Random) -> Asked:
    if state.exposed:
        return chance.choice([play_on, void_hand])(state.exposed[0])
    if chance.random() < 0.08:
        seen: list[int | str] = [*state.unset(), *state.unset(), "dead"]
        return expose(chance.choice(seen))
    if unset := state.unset():
        return set_hand(chance.choice(unset))
    if state.dealer_to_set and chance.random() < 0.5:
        return set_hand("dealer")
    return set_house()


def _house_set(state: Round, chance: Random) -> Asked:
    if chance.random() < 0.15:
        return surrender(_seat(state, chance))
    return set_hand("dealer") if state.dealer_to_set else settle()


_BY_PHASE: Final[dict[str, Callable[[Round, Random], Asked]]] = {
    "betting": _betting,
    "no_more_bets": _no_more_bets,
    "rolled": _rolled,
    "dealt": _dealt,
    "house_set": _house_set,
}
