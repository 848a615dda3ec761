"""One table of the floor as a stream: its terminal hears of it and of no other."""

from tests.support.http.playing import Pit, Table, expect_problem
from tests.support.http.serving import listening


def test_who_watches_one_table_hears_of_it_alone(pit: Pit, table: Table) -> None:
    other = pit.table()
    other.open()
    pit.house.runner.catch_up()
    with listening(pit.http, view="floor", table=table.name) as stream:
        [begun] = stream.take(1)
        assert (begun.name, begun.data["table"]) == ("table", table.name)
        other.buy_in()
        table.buy_in()
        pit.house.runner.catch_up()
        [news] = stream.take(1)
    assert (news.data["table"], news.data["seq"]) == (table.name, table.seq)


def test_the_log_is_not_picked_by_table(pit: Pit) -> None:
    answer = pit.http.get("/v1/stream", params={"view": "events", "table": "PG01"})
    expect_problem(answer, "invalid-request")
