"""What of pai gow is not told to who does not see hands in play."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from domain.commands import Command
from domain.games.pai_gow.round.progressive import VALIDATED
from domain.games.pai_gow.views.round_row import PaiGowRow
from domain.games.seam.masking import MaskingParts, Validation
from domain.unseen import mask_pieces

_GUESSES: Final = frozenset({"set_hand", "set_house"})
_CORRECTED_HANDS: Final = frozenset({"correct_setting", "correct_deal"})


def _tells_of_hands(command: Command) -> bool:
    name = command.command
    return name in _CORRECTED_HANDS or (name in _GUESSES and vars(command)["high"] is not None)


def _masked(row: PaiGowRow, is_hidden: Callable[[str], bool]) -> PaiGowRow:
    settings = {
        place: replace(hand, high=mask_pieces(hand.high), low=mask_pieces(hand.low))
        if is_hidden(place)
        else hand
        for place, hand in row.settings.items()
    }
    return replace(row, settings=settings)


MASKING: Final = MaskingParts(
    tells_of_hands=_tells_of_hands,
    validations={
        "settle": Validation(
            VALIDATED, "a payout off the meter needs the `supervisor` who validates it"
        )
    },
    fields=frozenset({"high", "low", "stacks", "hands"}),
    stays_hidden=lambda row: map(str, row.surrendered),
    masked_row=_masked,
)
