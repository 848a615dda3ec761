"""Versions that are no longer opened under; their rounds are still decided and replayed by them."""

from dataclasses import replace
from typing import Final

from domain.games.pai_gow.regulations.citations import BankCitations, BonusCitations
from domain.games.pai_gow.regulations.md_pai_gow import MD_PAI_GOW
from domain.games.pai_gow.regulations.nj_pai_gow import NJ_PAI_GOW
from domain.games.pai_gow.regulations.nj_pai_gow_poker import NJ_PAI_GOW_POKER
from domain.games.pai_gow.regulations.reading import FIRST, SECOND
from domain.games.pai_gow.regulations.regulation import Regulation

_BONUS_PAID: Final = "19:47-10.11(f)"
_BUTTON: Final = {"nj-pai-gow": "13:69F-10.6A(c)", "nj-pai-gow-poker": "13:69F-11.8D(c)"}


def _second(rules: Regulation) -> Regulation:
    """Version 2: its readings, and the paragraphs it cited where version 3 knows a nearer one."""
    cites = rules.cites
    return replace(
        rules,
        version=2,
        reading=SECOND,
        cites=replace(
            cites,
            no_roll=cites.not_flat,
            tiles_aged=cites.tiles_change,
            tiles_unsuitable=cites.tiles_change,
        ),
        bonus=rules.bonus and BonusCitations(limits=cites.limits, lose=_BONUS_PAID),
        eye=rules.eye
        and replace(
            rules.eye,
            roll=cites.dice_read,
            settle=cites.compare,
            shaker=_BUTTON[rules.name],
            counted=None,
        ),
    )


NJ_PAI_GOW_2: Final = replace(
    _second(NJ_PAI_GOW),
    recorded_hash="5e9804653c508de562f15b0828f91a2327f8fb086e4a359576cac63acf63beb8",
)
MD_PAI_GOW_2: Final = replace(
    _second(MD_PAI_GOW),
    recorded_hash="3ce38d8a04cac36c70a71631f15e1e7350a5853a58a618a64be845152983f810",
)
NJ_PAI_GOW_POKER_2: Final = replace(
    _second(NJ_PAI_GOW_POKER),
    recorded_hash="5cc603d409afdf99e580cc98ec176b8b6877f2a339ea48ac5d212605121e03d9",
)


def _first_bank(rules: Regulation) -> BankCitations:
    """What version 1 cited of a bank: for most of its acts the paragraph of a round without one."""
    return replace(
        rules.bank,
        roll=rules.cites.dice_read,
        dealer_paid=rules.bank.dealer_hand,
        own_hand=rules.cites.set_hand,
        own_hand_by_way=rules.cites.house_way,
        vigorish=rules.cites.vigorish,
    )


def _first(rules: Regulation) -> Regulation:
    """Version 1: its readings, and the paragraphs it cited where version 2 knows a nearer one."""
    return replace(
        rules,
        version=1,
        reading=FIRST,
        cites=replace(rules.cites, deal_beside_bonus=rules.cites.deal),
        bank=_first_bank(rules),
        eye=rules.eye and replace(rules.eye, vigorish=rules.cites.vigorish),
    )


_NJ: Final = _first(NJ_PAI_GOW_2)
_MD: Final = _first(MD_PAI_GOW_2)
_POKER: Final = _first(NJ_PAI_GOW_POKER_2)

NJ_PAI_GOW_1: Final = replace(
    _NJ,
    cites=replace(_NJ.cites, limits="19:47-8.3"),
    bonus=BonusCitations(limits="19:47-8.3", lose=_BONUS_PAID),
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

EARLIER: Final = (
    *(NJ_PAI_GOW_2, MD_PAI_GOW_2, NJ_PAI_GOW_POKER_2),
    *(NJ_PAI_GOW_1, MD_PAI_GOW_1, NJ_PAI_GOW_POKER_1),
)
