"""In which ways the game's lawful commands are lawful, found by asking what decides them."""

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from domain.commands import Command
from domain.commands.round import WithdrawWager
from domain.events.envelope import Stamp
from domain.games.pai_gow.layout.positions import DEAD, DEALER, SEATS, from_position
from domain.games.pai_gow.messages.commands import (
    EXPOSERS,
    Abandon,
    Expose,
    PlayOn,
    SetHand,
    Surrender,
    VoidHand,
)
from domain.games.pai_gow.round.banking import most_against, open_offers
from domain.games.pai_gow.round.decide import DECISIONS
from domain.games.pai_gow.round.dice import DICE
from domain.games.pai_gow.round.misdeal import asks_for_start, misleading_totals
from domain.games.pai_gow.round.option_pieces import dealt_pieces, set_pieces
from domain.games.pai_gow.round.option_spots import (
    carried_spots,
    correctable_spots,
    placeable_spots,
    standing_spots,
)
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.start import start_of
from domain.games.pai_gow.round.state import Round
from domain.games.pai_gow.tiles.delivery import STYLES
from domain.games.pai_gow.wagers.names import PROGRESSIVE
from domain.money import MOST_CENTS
from domain.options import Choice, Limits, OpenSpot, Option
from domain.refusals import Refused

Ways: TypeAlias = Callable[[Play, Round], Option]

_UNTIMED: Final = Stamp(at="", recorded="", day="")
"""What is asked here does not depend on the moment, nor on who asks."""


def options(play: Play, lawful: Iterable[str]) -> dict[str, Option]:
    """By command; of those that need nothing said there is no more to know."""
    if play.game.round is None:
        spots = tuple(carried_spots(play))
        between = {
            "return_wager": Option(command="return_wager", spots=spots),
            "correct_roll": Option(command="correct_roll", dice=DICE),
        }
        return {name: between[name] for name in lawful if name in between}
    state = play.game.round
    return {name: _WAYS[name](play, state) for name in lawful if name in _WAYS}


def _takes(play: Play, command: Command) -> bool:
    try:
        DECISIONS[type(command)](play, command, _UNTIMED)
    except Refused:
        return False
    return True


def _about(kind: type[Command], field: str, candidates: tuple[Choice, ...]) -> Ways:
    """A command that names one place and nothing else that matters."""
    name = kind.command_name()

    def ways(play: Play, _: Round) -> Option:
        taken = tuple(
            place
            for place in candidates
            if _takes(play, kind.model_validate({"command": name, field: place}))
        )
        pieces = set_pieces(play) if kind is SetHand else None
        return Option(command=name, choices={field: taken}, pieces=pieces)

    return ways


def _place_wager(play: Play, state: Round) -> Option:
    return Option(command="place_wager", spots=tuple(placeable_spots(play, state)))


def _withdraw_wager(play: Play, state: Round) -> Option:
    def may(spot: OpenSpot) -> bool:
        told = {"command": "withdraw_wager", "seat": spot.seat, "wager": spot.wager}
        return _takes(play, WithdrawWager.model_validate(told))

    spots = tuple(filter(may, standing_spots(play, state.wagers)))
    return Option(command="withdraw_wager", spots=spots)


def _accept_bank(play: Play, state: Round) -> Option:
    """Whom it is offered to first, with the chips that cover what is down."""
    offer = open_offers(state)[0]
    most = most_against(play.game.rotation, state, offer, play.rules)
    cover = sum(one.amount for one in state.playing())
    return Option(
        command="accept_bank",
        choices={
            "seat": (offer.seat,),
            "player": (offer.player,),
            "co_bank": (False, True) if state.terms.co_banking else (False,),
        },
        limits={"chips": Limits(cover, MOST_CENTS), "dealer_wager": Limits(0, most)},
    )


def _pass_bank(_: Play, state: Round) -> Option:
    return Option(command="pass_bank", choices={"seat": (open_offers(state)[0].seat,)})


def _no_more_bets(_: Play, state: Round) -> Option:
    if state.terms.progressive is None:
        return Option(command="no_more_bets")
    lit = sum(one.wager == PROGRESSIVE for one in state.wagers)
    return Option(command="no_more_bets", limits={"lights": Limits(lit, lit)})


def _roll(play: Play, state: Round) -> Option:
    """Whose roll it is, or the dealer for them; a bank shakes itself."""
    itself = state.bank is not None and play.rules.reading.bank_shakes
    shakers = tuple(dict.fromkeys((play.game.shaker(), *(() if itself else (DEALER,)))))
    return Option(command="roll", dice=DICE, choices={"shaker": shakers})


def _no_roll(_: Play, state: Round) -> Option:
    uncovered = () if state.bank is None else ("uncovered",)
    return Option(command="no_roll", choices={"cause": ("not_flat", "fell_out", *uncovered)})


def _choose_delivery(_: Play, state: Round) -> Option:
    return Option(
        command="choose_delivery", choices={"style": state.terms.delivery_styles or STYLES}
    )


def _deal(play: Play, state: Round) -> Option:
    """After a wrong total with what got the first stack; the right position stands first."""
    ring, choices = play.rules.game.ring, dict[str, tuple[Choice, ...]]()
    if asks_for_start(state, play.rules):
        choices["start"] = from_position(ring, start_of(state, play.rules))
    return Option(command="deal", choices=choices, pieces=dealt_pieces(play, state))


def _correct_deal(play: Play, state: Round) -> Option:
    return Option(command="correct_deal", pieces=dealt_pieces(play, state))


def _misdeal(play: Play, state: Round) -> Option:
    """With the totals that point elsewhere than the dice."""
    choices: dict[str, tuple[Choice, ...]] = {}
    if play.rules.reading.misdeal_by_wrong_total:
        choices["announced"] = misleading_totals(state, play.rules)
    return Option(command="misdeal", choices=choices)


def _expose(play: Play, state: Round) -> Option:
    ways = _about(Expose, "position", (*SEATS, DEALER, DEAD))(play, state)
    by = {"by": EXPOSERS} if play.rules.reading.exposed_by_whom else {}
    return Option(command="expose", choices={**ways.choices, **by})


def _set_house(play: Play, _: Round) -> Option:
    return Option(command="set_house", pieces=set_pieces(play))


def _correct_wager(play: Play, state: Round) -> Option:
    return Option(command="correct_wager", spots=tuple(correctable_spots(play, state)))


def _correct_roll(_: Play, __: Round) -> Option:
    return Option(command="correct_roll", dice=DICE)


def _correct_bank(_: Play, state: Round) -> Option:
    """Who may have taken it: whoever it was offered to; or, no seat told, nobody."""
    seats = tuple(one.seat for one in state.offered)
    return Option(
        command="correct_bank",
        choices={
            "seat": seats,
            "co_bank": (False, True) if state.terms.co_banking else (False,),
        },
        limits={"chips": Limits(0, MOST_CENTS)},
    )


def _correct_setting(play: Play, state: Round) -> Option:
    """Of hands that are set and still played for; a supervisor says which is wrong."""
    seats = tuple(one.seat for one in state.playing() if one.seat in state.settings)
    dealer = (DEALER,) if state.dealer is not None and state.dealer_plays else ()
    house = ("house",) if state.house is not None else ()
    return Option(
        command="correct_setting",
        choices={"seat": (*seats, *dealer, *house)},
        pieces=set_pieces(play),
    )


_WAYS: Final[dict[str, Ways]] = {
    "place_wager": _place_wager,
    "withdraw_wager": _withdraw_wager,
    "accept_bank": _accept_bank,
    "pass_bank": _pass_bank,
    "no_more_bets": _no_more_bets,
    "roll": _roll,
    "no_roll": _no_roll,
    "choose_delivery": _choose_delivery,
    "deal": _deal,
    "set_hand": _about(SetHand, "seat", (*SEATS, DEALER)),
    "set_house": _set_house,
    "surrender": _about(Surrender, "seat", SEATS),
    "abandon": _about(Abandon, "seat", SEATS),
    "expose": _expose,
    "misdeal": _misdeal,
    "void_hand": _about(VoidHand, "seat", SEATS),
    "play_on": _about(PlayOn, "seat", SEATS),
    "correct_wager": _correct_wager,
    "correct_roll": _correct_roll,
    "correct_deal": _correct_deal,
    "correct_setting": _correct_setting,
    "correct_bank": _correct_bank,
}
