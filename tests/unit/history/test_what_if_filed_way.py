"""A filed house way among other rules: what it changes, and by which exception."""

from pathlib import Path
from typing import Final

import msgspec

from domain.games.pai_gow.messages.events import HouseSet
from services.explain import Narrator
from services.history.comparison import FiledHand
from services.history.other_rules import compare_round
from services.history.report import report
from services.history.side_by_side import compare, play_both
from tests.support.history import events_of, played, rounds_of, rules

CONFORMANCE: Final = Path(__file__).parents[3] / "examples/conformance"
FILED_FILE: Final = CONFORMANCE / "nj-pai-gow/10.7e-a-filed-exception-binds.jsonl"
WAY: Final = {
    "base": "basic",
    "exceptions": [{"tiles": ["5-6", "1-6", "2-2", "4-6"], "high": ["1-6", "4-6"]}],
}
AS_FILED: Final = FiledHand(("4-6", "1-6"), ("2-2", "5-6"))
OWN: Final = """
{"command": "open_table", "table": "T1", "submission": {"regulation": "nj-pai-gow"}, "inventory": 9}
{"command": "open_round"}
{"command": "place_wager", "seat": 1, "wager": "pai_gow", "amount": 2500}
{"command": "no_more_bets"}
{"command": "roll", "dice": [2, 3, 4]}
{"command": "deal", "stacks": [["5-6", "1-6", "2-2", "4-6"], ["6-6", "4-6", "3-3", "5-5"],\
 ["4-4", "4-4", "1-3", "1-3"], ["5-5", "1-1", "6-6", "3-3"], ["2-2", "5-6", "1-1", "1-6"],\
 ["1-5", "1-5", "3-6", "4-5"], ["2-6", "3-5", "2-5", "3-4"], ["2-4", "1-4", "2-3", "1-2"]]}
{"command": "set_hand", "seat": 1, "high": ["6-6", "3-3"], "low": ["4-6", "5-5"]}
{"command": "set_house", "high": ["5-6", "1-6"], "low": ["2-2", "4-6"]}
{"command": "settle"}
"""
"""The dealer is dealt the very hand that may be excepted."""


def lines(text: str) -> list[bytes]:
    return [line.encode() for line in text.strip().splitlines()]


def test_a_file_by_a_filed_way_is_set_by_the_exception_and_says_so() -> None:
    others = rules(house_way=WAY)
    comparison = compare(play_both(lines(OWN), others))
    assert comparison.rounds[0].filed == (None, AS_FILED)
    told = "\n".join(report(comparison, others))
    assert "house way `basic` with the exceptions filed as " in told
    assert (
        "The house's hand by the other rules, as an exception has it: 4-6 1-6 high, 2-2 5-6 low"
        in told
    )


def test_a_stored_round_by_a_filed_way_and_one_that_was_played_by_it() -> None:
    before, since = rounds_of(events_of(lines(OWN)))[0]
    comparison = compare_round(before, since, rules(house_way=WAY))
    assert comparison.rounds[0].filed == (None, AS_FILED)
    assert not comparison.refused
    before, since = rounds_of(played(FILED_FILE))[0]
    comparison = compare_round(before, since, rules())
    assert comparison.rounds[0].filed == (AS_FILED, None)
    again = compare_round(before, since, rules(house_way=WAY))
    assert (again.changed, again.rounds[0].filed) == (0, (AS_FILED, AS_FILED))


def test_where_nothing_is_filed_nothing_is_said_of_it() -> None:
    comparison = compare(play_both(lines(OWN), rules(vigorish="cent")))
    assert b"filed" not in msgspec.json.encode(comparison)


def test_a_stored_round_told_alone_says_by_what_its_house_hand_was_set() -> None:
    _, since = rounds_of(played(FILED_FILE))[0]
    narrator = Narrator()
    told = [sentence for event in since for sentence in narrator.tell(event)]
    house = next(event for event in since if isinstance(event, HouseSet))
    assert house.way is not None
    (line,) = [one for one in told if "as an exception filed for this hand has it" in one]
    assert f"`basic` with the exceptions filed as {house.way.partition('+')[2][:12]}" in line
    assert line.endswith(
        "as an exception filed for this hand has it (19:47-10.7(e)) [19:47-10.7(d)]."
    )
