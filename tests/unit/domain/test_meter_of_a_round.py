"""What a round does to its progressive meter: it starts again, and its line adds up."""

import pytest
from msgspec.structs import replace

from domain.events.round import (
    ProgressivePaid,
    RoundClosed,
)
from domain.games.pai_gow.round.state import game_at, round_at
from domain.hosting import Table
from tests.support.domain.given import (
    history,
    when,
)
from tests.support.domain.on_the_meter import ANOTHER_AND_PAIR, ROYAL_AND_PAIR, beside, ready
from tests.support.domain.poker import (
    FIVE_ACES_AND_PAIR,
    metered,
    to_the_house,
    validated,
)


@pytest.mark.parametrize(
    ("hand", "row", "paid", "events"),
    [
        (ROYAL_AND_PAIR, "royal_flush_and_pair", 20_000, ["funded", "paid", "reset"]),
        (FIVE_ACES_AND_PAIR, "four_of_a_kind", 2_000, ["reset"]),
    ],
)
@pytest.mark.parametrize("version", [2, 3])
def test_11_14_f_an_empty_meter_starts_again_on_a_hand_of_100_percent(
    hand: str, row: str, paid: int, events: list[str], version: int
) -> None:
    """Version 2 left it empty where another row paid more."""
    come_to = ready({1: hand})
    assert come_to.meter is not None
    empty = replace(come_to.meter, amount=0)
    then = when(_under(come_to.table, version), validated(), meter=empty)
    told = then.one(ProgressivePaid)
    assert (told.hand, told.paid) == (row, paid)
    made = [name.removeprefix("Meter").lower() for name in then.names() if name[:5] == "Meter"]
    assert made == [one for one in events if one != "reset" or version == 3]
    assert then.meter is not None
    assert then.meter.amount == told.meter_after == (1_500_000 if version == 3 else 0)


def _under(table: Table, version: int) -> Table:
    """As if the round had been opened under that version."""
    state = replace(round_at(table), regulation=f"nj-pai-gow-poker@{version}")
    return replace(table, game=replace(game_at(table), round=state))


def test_the_line_of_the_meter_adds_up_whatever_other_tables_did() -> None:
    hands = {1: ROYAL_AND_PAIR, 2: ANOTHER_AND_PAIR, 3: "2S 3C 7D 8S 9C JC QC"}
    told = to_the_house(hands, (1, 2, 3), dealer=beside(*hands.values()))
    come_to = history(metered(), *told)
    assert come_to.meter is not None
    for elsewhere in (0, 4_200, -900_000):
        meter = replace(come_to.meter, amount=come_to.meter.amount + elsewhere)
        line = when(come_to.table, validated(), meter=meter).one(RoundClosed).meter
        assert line is not None
        assert (line.elsewhere, line.resets, line.funded) == (elsewhere, 3_000_000, 0)
        added = line.before + line.contributed + 3_000_000 + elsewhere
        assert added - line.paid == line.after
