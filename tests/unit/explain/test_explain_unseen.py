"""What one may not see is not told in words either."""

import re

import pytest

from services.explain import Narrator
from services.sight import mask_event
from tests.support.domain import asked, books_asked, poker
from tests.support.domain.asked import Asked
from tests.support.domain.given import new_table, when

DEALER = "1-3 1-5 5-6 4-6"
HANDS = {1: "6-6 1-6 / 5-5 2-3", 2: "5-5 1-5 / 3-3 3-4"}
PIECES = re.compile(r"\b[1-6]-[1-6]\b|\b[2-9TJQKA][SHDC]\b|\bJK\b|\bwith (?!the)|\bpair\b")
TILES = (
    asked.open_table(),
    *asked.up_to_the_house(DEALER, HANDS),
    books_asked.correct_setting(
        1, ["6-6", "5-5"], ["1-6", "2-3"], actor={"id": "f1", "role": "floorperson"}
    ),
)
CARDS = (
    poker.poker(),
    asked.open_round(),
    asked.place(1),
    asked.no_more_bets(),
    asked.roll(*poker.EIGHT),
    poker.deal_cards({1: poker.WINS}),
    asked.set_hand(1),
    asked.set_house(),
)


@pytest.mark.parametrize("commands", [TILES, CARDS], ids=["tiles", "cards"])
def test_a_round_in_play_is_told_without_its_pieces(commands: tuple[Asked, ...]) -> None:
    events = when(new_table(), *commands).events
    seen, masked = Narrator(), Narrator()
    plain = [line for event in events for line in seen.tell(event)]
    told = [line for event in events for line in masked.tell(event, mask_event(event, None))]
    assert len(told) == len(plain)
    rounds = re.compile(r"PG01-\d-\d|\[[^\]]*\]")
    assert [line for line in plain if PIECES.search(rounds.sub("", line))]
    assert [line for line in told if PIECES.search(rounds.sub("", line))] == []
    assert any("not shown" in line for line in told)


def test_what_comes_later_is_told_by_what_was_there() -> None:
    """The settlement compares hands: by then they are open, but for what was surrendered."""
    events = when(
        new_table(), asked.open_table(), *asked.up_to_the_house(DEALER, HANDS), asked.settle()
    ).events
    narrator = Narrator()
    told = [line for event in events for line in narrator.tell(event, mask_event(event, None))]
    assert any("nine with teen beats seven with foo" in line for line in told)
