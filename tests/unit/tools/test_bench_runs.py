"""Runs of the benchmarks beside each other, and as a table in a document."""

import asyncio
from pathlib import Path
from typing import Any, Self

import msgspec
import pytest

from services.tools.bench import loads
from services.tools.bench.comparing import BadRun, compared, read_run
from services.tools.bench.figures import Figure
from services.tools.bench.loads import open_loop, percentile_ms
from services.tools.bench.table import BEGIN, END, NoPlace, write_table

DESK = Figure(
    bench="desk", what="the desk", value=50.0, unit="events/s", baseline=100.0, baseline_name="raw"
)
COST = Figure(
    bench="cost", what="long log", value=30.0, unit="µs", baseline=30.0, baseline_name="short"
)


def changed(figure: Figure, value: float) -> Figure:
    return msgspec.structs.replace(figure, value=value)


@pytest.mark.parametrize(
    ("before", "now", "worse"),
    [
        (DESK, changed(DESK, 45.0), False),
        (DESK, changed(DESK, 40.0), True),
        (DESK, changed(DESK, 90.0), False),
        (COST, changed(COST, 33.0), False),
        (COST, changed(COST, 40.0), True),
        (COST, changed(COST, 10.0), False),
    ],
)
def test_a_ratio_that_is_worse_is_told(before: Figure, now: Figure, worse: bool) -> None:
    (found,) = compared([before], [now])
    assert found.is_worse is worse
    assert ("WORSE" in found.line()) is worse


def test_only_what_has_a_ratio_in_both_is_compared() -> None:
    alone = Figure(bench="memory", what="of it", value=7.0, unit="MiB")
    assert compared([DESK, alone], [COST, alone]) == []


def test_an_earlier_run_is_read_as_it_was_printed(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    plain = {**msgspec.to_builtins(DESK), "ratio": DESK.ratio}
    file.write_bytes(msgspec.json.encode({"figures": [plain]}))
    assert read_run(file) == [DESK]
    for wrong in ("", "{}", '{"figures": [{}]}'):
        file.write_text(wrong)
        with pytest.raises(BadRun, match="no earlier run"):
            read_run(file)
    with pytest.raises(BadRun):
        read_run(tmp_path / "none")


def test_the_table_is_written_between_its_marks_and_nowhere_else(tmp_path: Path) -> None:
    file = tmp_path / "performance.md"
    file.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    for _ in range(2):
        write_table(file, [DESK, Figure(bench="relay", what="left out", note="no Java")])
    text = file.read_text()
    assert text.startswith("before\n")
    assert text.endswith(f"{END}\nafter\n")
    assert "old" not in text
    assert "| desk | the desk | 50.0 events/s | 0.50 | raw: 100.0 |" in text
    assert "| relay | left out | | | no Java |" in text
    file.write_text("no marks")
    with pytest.raises(NoPlace):
        write_table(file, [DESK])


def test_a_stall_counts_for_all_that_were_due_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that waits for each answer would have counted it once."""

    class Stalling:
        asked = 0

        def __init__(self, _: str) -> None:
            """Connected to nothing."""

        async def __aenter__(self) -> Self:
            return self

        async def __aexit__(self, *_: object) -> None:
            """Nothing to close."""

        async def post(self, table: str, command: dict[str, Any]) -> bytes:
            del table, command
            Stalling.asked += 1
            if Stalling.asked == 1:
                await asyncio.sleep(0.4)
            return b'[{"event":"X"}]'

    monkeypatch.setattr(loads, "Connection", Stalling)
    told: loads.Told = {"PG01": [{} for _ in range(100)]}
    answers = asyncio.run(open_loop("", told, rate=100, seconds=0.4))
    assert len(answers) == 40
    assert percentile_ms(answers, 50) > 100
