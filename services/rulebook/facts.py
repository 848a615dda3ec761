"""The sheet of facts of each regulation, and where two of them differ."""

from domain.games.pai_gow.regulations.nj_pai_gow_poker import NJ_PAI_GOW_POKER
from services.rulebook.card_facts import CARD_SHEET
from services.rulebook.tile_facts import TILE_SHEET, Fact


def facts_of(name: str) -> tuple[Fact, ...]:
    """The sheet of one regulation."""
    if name == NJ_PAI_GOW_POKER.name:
        return CARD_SHEET
    return tuple(facts[name] for facts in TILE_SHEET)


def differences(one: str, other: str) -> tuple[tuple[Fact, Fact], ...]:
    """The topics of both on which they do not say the same."""
    theirs = {fact.topic: fact for fact in facts_of(other)}
    both = ((mine, theirs[mine.topic]) for mine in facts_of(one) if mine.topic in theirs)
    return tuple((mine, their) for mine, their in both if mine.told != their.told)
