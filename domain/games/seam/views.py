"""What a game adds to what is shown of any."""

from dataclasses import dataclass

import msgspec

from domain.games.seam.masking import MaskingParts
from domain.games.seam.round_row import RoundParts
from domain.games.seam.search import SearchParts


@dataclass(frozen=True, slots=True, kw_only=True)
class Views:
    """Its parts of shared rows, of searches and of what is masked."""

    round: RoundParts
    in_play: type[msgspec.Struct] | None = None
    """The fields that it adds to a table while it is played: those of `InPlay.own`."""
    search: SearchParts
    masking: MaskingParts
