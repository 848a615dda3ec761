"""Where the offer of the bank stands after a round, who wagered, and who sits where."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.events.round import RoundClosed, WagerLine
from domain.games.pai_gow.regulations.reading import Reading
from domain.games.pai_gow.round.state import Rotation, Round
from domain.games.pai_gow.wagers.names import MAIN


def begun_anew(rotation: Rotation) -> Rotation:
    """The tiles were set out: the game starts, and with it the offers (10.8(b); MD 9.B)."""
    return replace(rotation, fresh=True, begun_at=None, first_took=None)


def after_round(rotation: Rotation, state: Round, event: RoundClosed, reading: Reading) -> Rotation:
    """After a completed round. A void one leaves the rotation as it is."""
    against = [line for line in event.wagers if line.wager == MAIN]
    if reading.hands_move_the_offer and not against and state.bank is None:
        # Only the dice were played: nothing was wagered that anybody could have banked.
        return rotation
    sat = {line.seat: line.player for line in against}
    if state.bank is not None:
        sat[state.bank.seat] = state.bank.player
    rotation = replace(
        rotation,
        fresh=False,
        last_bank=state.bank.player if state.bank else None,
        players=_moved(rotation.players, sat),
    )
    rotation = _moved_on(rotation, state, sorted(sat), reading)
    return rotation if state.bank is not None else _wagered(rotation, against)


def after_void(rotation: Rotation, state: Round, reading: Reading) -> Rotation:
    """A void round moves no offer; but whoever banked it has banked (10.8(c); MD 9.C(3))."""
    if state.bank is None or not reading.void_round_was_banked:
        return rotation
    return replace(rotation, last_bank=state.bank.player)


def _moved_on(rotation: Rotation, state: Round, seats: Sequence[int], reading: Reading) -> Rotation:
    if state.offered:
        begun_at: int | None
        if reading.offer_moves_on_from_the_first:
            begun_at = _first_offered(state)
            if begun_at is None:
                return rotation
        else:
            begun_at = rotation.moves_to() or state.offered[0].seat
        return replace(
            rotation,
            begun_at=begun_at,
            played=tuple(seats),
            first_took=state.bank.seat if state.bank and not state.passed else None,
        )
    return replace(rotation, begun_at=None) if state.dealer_keeps else rotation


def _first_offered(state: Round) -> int | None:
    """The seat that was in fact offered the bank first: it passed or it banked.

    None where strangers had taken every seat that was to be offered it.
    """
    answered = {*state.passed, *({state.bank.seat} if state.bank else ())}
    return next((one.seat for one in state.offered if one.seat in answered), None)


def _wagered(rotation: Rotation, against: Sequence[WagerLine]) -> Rotation:
    """Who wagered against the dealer, and how much; the lines are by seat."""
    by_player = {line.player: line.amount for line in reversed(against)}
    return replace(
        rotation,
        wagered=tuple(dict.fromkeys(line.player for line in against)),
        stakes={**rotation.stakes, **{line.seat: line.amount for line in against}},
        last_wagers={**rotation.last_wagers, **by_player},
    )


def _moved(players: dict[int, str], sat: dict[int, str]) -> dict[int, str]:
    """Who plays elsewhere has left the old seat."""
    elsewhere = set(sat.values())
    return {
        seat: player for seat, player in players.items() if seat in sat or player not in elsewhere
    }
