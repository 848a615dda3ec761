"""Which wagers may be placed, taken back or corrected, at which seats."""

from collections.abc import Iterable, Iterator

from domain.commands.round import PlaceWager
from domain.games.pai_gow.layout.positions import SEATS
from domain.games.pai_gow.round.banking import cover_left
from domain.games.pai_gow.round.betting import hold_rules_of_placing
from domain.games.pai_gow.round.lawful_corrections import correctable
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Round, Wager
from domain.games.pai_gow.wagers.names import MAIN
from domain.games.pai_gow.wagers.record import PaiGowWager
from domain.money import MOST_CENTS
from domain.options import Limits, OpenSpot
from domain.refusals import Refused

_STRANGER = "somebody else"


def placeable_spots(play: Play, state: Round) -> Iterator[OpenSpot]:
    """By seat, as the wagers are listed; every rule of placing is asked."""
    offered = play.rules.catalogue.offered(state.terms)
    for seat in SEATS:
        for record in offered:
            before = state.wager_at(seat, record.name)
            limits = _limits(state, record, before)
            if limits is None:
                continue
            who = _who_may(play, state, seat, record.name, limits.least)
            if who is None:
                continue
            yield OpenSpot(
                seat=seat,
                wager=record.name,
                label=record.label,
                rule=play.rules.where_offered(record.name),
                down=0 if before is None else before.amount,
                player=None if who == _STRANGER else who or None,
                limits=limits,
                coupon=play.rules.coupons and record.coupon,
                name_player=who == _STRANGER,
            )


def _limits(state: Round, record: PaiGowWager, before: Wager | None) -> Limits | None:
    """What may be added to a spot; none where nothing may."""
    stake = record.stake(state.terms)
    low, high = state.terms.limits.get(record.name, (1, MOST_CENTS))
    if stake is not None:
        low, high = max(low, stake), min(high, stake)
    down, coupon = (before.amount, before.coupon) if before else (0, 0)
    most = min(high, record.most_staked - coupon) - down
    if record.name == MAIN and (left := cover_left(state)) is not None:
        most = min(most, left)
    least = max(1, low - down)
    return Limits(least, most) if least <= most else None


def _who_may(play: Play, state: Round, seat: int, wager: str, amount: int) -> str | None:
    """Nobody in particular (an empty name), one of those whose bonus is down, or only a stranger
    to the table; None: nobody may."""
    here = next((one.player for one in state.wagers if one.seat == seat), "")
    for player in ("", *(one.player for one in play.game.streak.down), _STRANGER):
        command = PlaceWager.model_construct(
            command="place_wager", seat=seat, wager=wager, amount=amount, player=player or None
        )
        try:
            hold_rules_of_placing(play, state, command, play.rules)
        except Refused:
            continue
        return player or here
    return None


def standing_spots(play: Play, wagers: Iterable[Wager]) -> Iterator[OpenSpot]:
    for one in wagers:
        yield OpenSpot(
            seat=one.seat,
            wager=one.wager,
            label=play.rules.catalogue[one.wager].label,
            rule=play.rules.where_offered(one.wager),
            down=one.amount,
            player=one.player,
        )


def carried_spots(play: Play) -> Iterator[OpenSpot]:
    """What waits on the layout for the next round."""
    return standing_spots(play, play.game.streak.retained)


def correctable_spots(play: Play, state: Round) -> Iterator[OpenSpot]:
    return standing_spots(play, correctable(state, play.rules))
