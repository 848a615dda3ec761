"""A banked round by other rules: what the dealer wagers against the bank is theirs to say."""

from pathlib import Path
from typing import Final

import pytest

from domain.events.round import RoundClosed
from domain.games.pai_gow.messages.events import BankAccepted
from services.history.side_by_side import play_both
from services.offline.play import Rejection
from tests.support.history import rules

NJ: Final = Path(__file__).parents[3] / "examples/conformance/nj-pai-gow"
FILE: Final = NJ / "10.8n-the-dealer-beats-the-bank.jsonl"


@pytest.mark.parametrize(("filed", "wagered"), [("last", 2500), (9000, 2500), (1000, 1000)])
def test_a_dealers_wager_beyond_what_is_filed_gives_way_to_it(
    filed: str | int, wagered: int
) -> None:
    others = rules(banking=True, dealer_wager=filed)
    steps = [
        step for both in play_both(FILE.read_bytes().splitlines(), others) for step in both.other
    ]
    assert not [step for step in steps if isinstance(step, Rejection)]
    (bank,) = [step for step in steps if isinstance(step, BankAccepted)]
    assert bank.dealer_wager == wagered
    closed = [step for step in steps if isinstance(step, RoundClosed)][-1]
    assert closed.dealer_wager is not None
    assert (closed.dealer_wager.amount, closed.dealer_wager.outcome) == (wagered, "win")
