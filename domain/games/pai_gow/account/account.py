"""The account of a round of pai gow, whole."""

from typing import Final

from domain.account.scene import Account
from domain.games.pai_gow.account.phrases import terms_told
from domain.games.pai_gow.account.round_story import ROUND_STORY
from domain.games.pai_gow.account.settlement_story import SETTLEMENT_STORY
from domain.games.pai_gow.account.triples_story import TRIPLES_STORY

ACCOUNT: Final = Account(
    {**ROUND_STORY, **SETTLEMENT_STORY, **TRIPLES_STORY}, terms_told, "the tiles"
)
