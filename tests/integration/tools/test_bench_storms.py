"""The benchmark of crowds: they come, nobody is refused, and the commands beside them are timed."""

from services.tools.bench.sections import Plan, measure
from services.tools.bench.storms import Storms


def test_a_crowd_comes_at_once_and_commands_are_timed_beside_it(server: str) -> None:
    small = Storms(viewers=6, streams=4, events=400, commands_per_second=20.0, seconds=3.0)
    plan = Plan(server=server, rounds=2, sizes=[], chosen=frozenset({"storm"}), storms=small)
    *figures, _memory = measure("storm", plan)
    assert {one.what for one in figures if one.ratio} == {
        "p50, 6 viewers reconnect",
        "p99, 6 viewers reconnect",
        "p50, 4 streams from the start",
        "p99, 4 streams from the start",
    }
    served = [one.value for one in figures if one.what == "until all are served"]
    assert len(served) == 2
    assert all(served)
    assert [one.value for one in figures if one.what == "refused or cut off"] == [0, 0]
    assert all(one.value for one in figures if one.what == "sent to all together")
