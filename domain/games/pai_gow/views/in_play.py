"""What the pit sees of a round while it is played."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from domain.events.round import Offer
from domain.games.pai_gow.round.banking import open_offers
from domain.games.pai_gow.round.state import PaiGow, Round, Wager
from domain.games.seam.in_play import InPlay, InPlayPart, Spot


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


IN_PLAY: Final[Mapping[str, InPlayPart]] = {"triples": InPlayPart(Triples, elsewhere=Triples())}


def in_play(game: PaiGow) -> InPlay:
    """Everything but the hands."""
    state, streak = game.round, game.streak
    stays = tuple(Retained(one.seat, one.amount) for one in streak.retained)
    parts = {"triples": Triples(streak.count, game.shaker(), stays)}
    if state is None:
        return InPlay(parts=parts, button=streak.button)
    bank = state.bank
    return InPlay(
        phase=state.phase,
        parts=parts,
        seats=_in_play(state),
        wagers=tuple(map(_spot, state.wagers)),
        offered=_offered(state),
        bank=None if bank is None else bank.seat,
        co_bank=bank is not None and bank.co_bank,
        dealer_keeps=state.dealer_keeps,
        dealer_wager=bank.dealer_wager if bank and state.dealer_plays else 0,
        button=streak.button,
        to_set=state.unset() if state.hands else (),
        exposed=state.exposed,
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
