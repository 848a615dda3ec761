"""The benchmark of a floor that many watch: every row is seen, and what that costs is told."""

from services.tools.bench.sections import Plan, measure
from services.tools.bench.viewers import Committed, Seen, Watched, _Viewer


def test_every_row_reaches_every_viewer(server: str) -> None:
    small = Watched(tables=4, viewers=3, commands_per_second=20.0, seconds=1.5)
    plan = Plan(server=server, rounds=2, sizes=[], chosen=frozenset({"viewers"}), viewers=small)
    *figures, _memory = measure("viewers", plan)
    told = {figure.what: figure for figure in figures}
    assert told["4 tables, 3 viewers"].baseline_name == "nobody watching"
    assert told["never seen by a viewer"].value == 0
    assert told["never seen by a viewer"].holds
    for percent in (50, 99):
        late = told[f"p{percent}, commit to viewer"]
        assert late.value is not None
        assert late.value >= 0
    assert "a viewer costs" in told


def test_a_row_stands_for_all_that_came_before_it() -> None:
    viewer = _Viewer("http://127.0.0.1:1")
    viewer.seen = [Seen("PG01", 3, 10.0), Seen("PG01", 7, 12.0), Seen("PG02", 1, 11.0)]
    committed = [
        *(Committed("PG01", 3, 10.5), Committed("PG01", 5, 11.0)),
        *(Committed("PG01", 8, 12.0), Committed("PG03", 1, 9.0)),
    ]
    assert list(viewer.lateness(committed)) == [0.0, 1.0]
