"""What the pit sees of a round while it is played."""

from typing import Annotated, Literal

import msgspec

from domain.games.pai_gow.messages.parts import Offer
from domain.games.pai_gow.round.banking import open_offers
from domain.games.pai_gow.round.state import PaiGow, Round, Wager
from domain.games.seam.in_play import InPlay, Spot
from domain.parts import Stands


class Retained(msgspec.Struct, frozen=True):
    """A dice bonus wager that stays on the table."""

    seat: int
    amount: int


class Triples(msgspec.Struct, frozen=True):
    """The running triples of a table, and the wagers that stay down on them."""

    count: int = 0
    shaker: int | Literal["dealer"] = "dealer"
    """Whose roll the next one is."""
    retained: tuple[Retained, ...] = ()


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """What pai gow adds to a table while it is played."""

    triples: Annotated[Triples, Stands("banked", elsewhere=Triples())]
    offered: Annotated[tuple[Offer, ...], Stands("wagers", elsewhere=())] = ()
    """Whom the bank is offered to, in order, without those who passed or whose seat is taken."""
    bank: Annotated[int | None, Stands("wagers", elsewhere=None)] = None
    """The seat that banks the round."""
    co_bank: Annotated[bool, Stands("wagers", elsewhere=False)] = False
    """The casino carries half of that bank."""
    dealer_keeps: Annotated[bool, Stands("wagers", elsewhere=False)] = False
    """The offer of the bank has come back to the dealer, who keeps the round."""
    dealer_wager: Annotated[int, Stands("wagers", elsewhere=0)] = 0
    """What the dealer wagers against the bank."""
    button: Annotated[int | None, Stands("wagers", elsewhere=None)] = None
    """The seat with the dragon's eye button."""
    to_set: Annotated[tuple[int, ...], Stands("wagers", elsewhere=())] = ()
    """Seats whose hand is still to be set."""
    exposed: Annotated[tuple[int, ...], Stands("wagers", elsewhere=())] = ()


def in_play(game: PaiGow) -> InPlay:
    """Everything but the hands."""
    state, streak = game.round, game.streak
    stays = tuple(Retained(one.seat, one.amount) for one in streak.retained)
    triples = Triples(streak.count, game.shaker(), stays)
    if state is None:
        return InPlay(own=Shown(triples=triples, button=streak.button))
    bank = state.bank
    shown = Shown(
        triples=triples,
        offered=_offered(state),
        bank=None if bank is None else bank.seat,
        co_bank=bank is not None and bank.co_bank,
        dealer_keeps=state.dealer_keeps,
        dealer_wager=bank.dealer_wager if bank and state.dealer_plays else 0,
        button=streak.button,
        to_set=state.unset() if state.hands else (),
        exposed=state.exposed,
    )
    return InPlay(
        phase=state.phase,
        seats=_in_play(state),
        wagers=tuple(map(_spot, state.wagers)),
        own=shown,
    )


def _spot(wager: Wager) -> Spot:
    return Spot(wager.seat, wager.wager, wager.player, wager.amount + wager.coupon)


def _in_play(state: Round) -> tuple[int, ...]:
    seats = {one.seat for one in state.wagers}
    return tuple(sorted(seats if state.bank is None else seats | {state.bank.seat}))


def _offered(state: Round) -> tuple[Offer, ...]:
    """Until somebody has the bank or bets are closed: who said nothing then has passed."""
    if state.bank is not None or state.phase != "betting":
        return ()
    return tuple(open_offers(state))
