"""The account of a round of craps, whole."""

from typing import Final

from domain.account.scene import Account
from domain.games.craps.account.phrases import terms_told
from domain.games.craps.account.round_story import ROUND_STORY
from domain.games.craps.account.settlement_story import SETTLEMENT_STORY

ACCOUNT: Final = Account({**ROUND_STORY, **SETTLEMENT_STORY}, terms_told, "the dice")
