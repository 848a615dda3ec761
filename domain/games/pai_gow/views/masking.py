"""What of pai gow is not told to who does not see hands in play."""

from typing import Final

from domain.commands import Command
from domain.games.pai_gow.round.progressive import VALIDATED
from domain.games.seam.masking import MaskingParts, Validation

_GUESSES: Final = frozenset({"set_hand", "set_house"})
_CORRECTED_HANDS: Final = frozenset({"correct_setting", "correct_deal"})


def _tells_of_hands(command: Command) -> bool:
    name = command.command
    return name in _CORRECTED_HANDS or (name in _GUESSES and vars(command)["high"] is not None)


MASKING: Final = MaskingParts(
    tells_of_hands=_tells_of_hands,
    validations={
        "settle": Validation(
            VALIDATED, "a payout off the meter needs the `supervisor` who validates it"
        )
    },
    fields=frozenset({"high", "low", "stacks", "hands"}),
)
