"""Versions that are no longer opened under; their rounds are still decided and replayed by them."""

from dataclasses import replace
from typing import Final

from domain.games.pai_gow.regulations.md_pai_gow import MD_PAI_GOW
from domain.games.pai_gow.regulations.nj_pai_gow import NJ_PAI_GOW
from domain.games.pai_gow.regulations.nj_pai_gow_poker import NJ_PAI_GOW_POKER
from domain.games.pai_gow.regulations.reading import FIRST
from domain.games.pai_gow.regulations.regulation import Regulation


def _as_first_cited(rules: Regulation) -> Regulation:
    """Version 1 cited the plain game's paragraphs where a bank or another text has its own."""
    cites = replace(rules.cites, deal_beside_bonus=rules.cites.deal)
    bank = replace(
        rules.bank,
        dice_read=cites.dice_read,
        hand=cites.set_hand,
        hand_by_house_way=cites.house_way,
    )
    eye = rules.eye and replace(rules.eye, vigorish=cites.vigorish)
    return replace(rules, version=1, reading=FIRST, cites=cites, bank=bank, eye=eye)


_NJ: Final = _as_first_cited(NJ_PAI_GOW)
_MD: Final = _as_first_cited(MD_PAI_GOW)
_POKER: Final = _as_first_cited(NJ_PAI_GOW_POKER)

NJ_PAI_GOW_1: Final = replace(
    _NJ,
    cites=replace(_NJ.cites, limits="19:47-8.3"),
    recorded_hash="e56e63dc0f857e5c9fd5b55f7dec234dc33ec2035ec81cfdbb5d43c0d69dc2a4",
)
MD_PAI_GOW_1: Final = replace(
    _MD,
    cites=replace(_MD.cites, house_reset="MD 8.D"),
    bank=replace(_MD.bank, co_bank_reset="MD 9.E(4)"),
    recorded_hash="42f8deb6692aa7a99596eba3f6d5528b6e4d41bf1c6bd2a7f0a242a298255ed7",
)
NJ_PAI_GOW_POKER_1: Final = replace(
    _POKER,
    cites=replace(_POKER.cites, limits="19:47-8.3"),
    recorded_hash="3b02283d7db31bbd6bab9b9167f082b28df3e778c690c4a4e69273a2a534c149",
)

EARLIER: Final = (NJ_PAI_GOW_1, MD_PAI_GOW_1, NJ_PAI_GOW_POKER_1)
