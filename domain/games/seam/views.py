"""What a game adds to what is shown of any."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.games.seam.in_play import InPlayPart
from domain.games.seam.masking import MaskingParts
from domain.games.seam.round_row import RoundParts
from domain.games.seam.search import SearchParts


@dataclass(frozen=True, slots=True, kw_only=True)
class Views:
    """Its parts of shared rows, of searches and of what is masked."""

    round: RoundParts
    in_play: Mapping[str, InPlayPart]
    """By the table's name for each."""
    search: SearchParts
    masking: MaskingParts
