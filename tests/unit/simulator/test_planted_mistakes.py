"""Mistakes that are planted in a simulated evening, and what the counts find."""

from typing import Final

import pytest

from domain.events.table import TableClosed, TableOpened, TrayCounted
from services.tools.simulator.mistakes import KINDS, Kind, decided, plant, plant_in
from tests.support.share import some
from tests.support.simulator.lives import Life, evening, overnight

CASES: Final = [
    (kind, table, which)
    for kind in KINDS
    for table in ("PG01", "PG06", "PG08")
    for which in (0, -1)
]


@pytest.mark.parametrize(("kind", "table", "which"), some(CASES))
def test_a_planted_mistake_is_what_the_counts_find(kind: Kind, table: str, which: int) -> None:
    commands, planted = plant_in(kind, evening(table).done, which)
    life = Life(commands, like=evening(table))
    found = life.miscounts
    tray = {seq: one.amount for seq, one in found.items() if one.kind == "tray"}
    drop = [one.amount for one in found.values() if one.kind == "drop"]
    assert tray == {planted.until: planted.tray}
    assert drop == ([planted.drop] if planted.drop else [])
    assert len(found) == len(tray) + len(drop)
    by_seq = {one.seq: one for one in life.events if one.STREAM == "table"}
    bad = by_seq[planted.until]
    assert isinstance(bad, TrayCounted | TableClosed)
    assert (bad.table, bad.session, bad.period) == (table, planted.session, planted.period)
    between = range(planted.after + 1, planted.until)
    assert isinstance(by_seq[planted.after], TableOpened | TrayCounted)
    assert not any(isinstance(by_seq[seq], TrayCounted) for seq in between)


def test_a_mistake_is_planted_only_where_there_is_a_place_for_it() -> None:
    with pytest.raises(LookupError, match="offer 1 places for a miscounted_tray"):
        plant("miscounted_tray", evening("PG01").told, 1)
    assert list(decided(evening("PG01").told)) == evening("PG01").done


@pytest.mark.parametrize("kind", KINDS)
def test_a_mistake_on_another_day_belongs_to_that_day(kind: Kind) -> None:
    commands, planted = plant_in(kind, overnight("PG05").done, -1)
    found = Life(commands, like=overnight("PG05")).miscounts
    assert (planted.day, planted.period) == ("2026-11-16", 2)
    assert {(one.amount, one.day) for one in found.values() if one.kind == "tray"} == {
        (planted.tray, planted.day)
    }
