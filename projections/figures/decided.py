"""What a round decided: wagers against the house by name, what was won on them, vigorish."""

from typing import Final, NamedTuple

from domain.events import round as of_round
from domain.game_library import LIBRARY

_KEPT: Final = ("lose", "surrender", "abandoned")


class Decided(NamedTuple):
    """By wager; cents."""

    wagered: dict[str, int]
    won: dict[str, int]
    """By the house, before vigorish."""
    vigorish: dict[str, int]


def decided_by(event: of_round.RoundClosed | of_round.RoundVoided) -> Decided:
    """A wager that stays up for the next roll is counted when it ends; one that went back never.

    A wager on the hands against a player's bank is not the house's.
    """
    found = Decided({}, {}, {})
    for line in event.wagers:
        record = LIBRARY.wager(line.wager)
        banked = event.bank is not None and record is not None and record.against_bank
        if line.outcome == "void" or banked:
            continue
        stake = 0 if line.outcome == "retained" else line.amount
        kept = line.outcome in _KEPT or (record is not None and record.stake_kept)
        name = line.wager
        found.wagered[name] = found.wagered.get(name, 0) + stake
        found.won[name] = found.won.get(name, 0) + (stake if kept else 0) - line.paid
        if line.vigorish:
            found.vigorish[name] = found.vigorish.get(name, 0) + line.vigorish
    return found
