"""Craps in the day's reports: its edge follows from the odds that each table's submission files."""

from fractions import Fraction
from typing import Any, Final

import pytest
from msgspec.structs import replace

from domain.events import Event, encode, topic_of
from domain.messages.events import decode
from domain.wagers.elected import Elected
from projections.figures import formulas
from projections.projection import folded
from projections.reports import REPORTS, DayBooks, Report
from projections.sessions import SessionRow, Sessions
from projections.table_days import TableDays
from tests.support.domain.asked import Asked
from tests.support.domain.craps import ODDS, STAKE, THROWN, a_round, bet, open_craps, void_round
from tests.support.domain.given import history

ROUND: Final = a_round([bet(1, "pass"), bet(2, "dont_pass"), bet(3, "hard_4")], *THROWN[7])


def events(*commands: Asked, table: str = "CR01") -> list[Event]:
    found = [decode(topic_of(one), encode(one)) for one in history(*commands).events]
    return [replace(one, key=table, table=table) for one in found]


def books_of(*tables: list[Event]) -> DayBooks:
    told = [event for one in tables for event in one]
    sessions: tuple[SessionRow, ...] = tuple(folded(Sessions(), told).values())
    table_days = tuple(folded(TableDays(), told).values())
    return DayBooks(day=told[0].day, sessions=sessions, table_days=table_days)


def rows(report: Report, section: str) -> list[dict[str, Any]]:
    found = next(one for one in report.sections if one.name == section)
    names = [column.name for column in found.columns]
    return [dict(zip(names, row, strict=True)) for row in found.rows]


@pytest.mark.parametrize("wager", ODDS)
def test_every_wager_has_an_edge_by_the_odds_filed_and_none_without(wager: str) -> None:
    edge = formulas.edge_of(wager, "nj-craps", Elected(odds=ODDS))
    assert edge is not None
    assert edge.edge > 0
    assert formulas.edge_of(wager, "nj-craps") is None


def test_the_odds_of_a_session_are_kept_and_only_craps_has_them() -> None:
    (row,) = books_of(events(open_craps(odds={"pass": [6, 5]}))).sessions
    assert row.elected.odds == {"pass": (6, 5)}
    assert SessionRow(key="PG01", table="PG01", session=1).elected.odds == {}


def test_the_master_game_report_knows_what_craps_should_win() -> None:
    report = REPORTS["master_game"].build(books_of(events(open_craps(), *ROUND)))
    wagers = {one["wager"]: one for one in rows(report, "wagers")}
    assert {one["game"] for one in wagers.values()} == {"nj-craps"}
    worth = {"pass": "7/495", "dont_pass": "27/1925", "hard_4": "1/9"}
    assert {name: one["theoretical_win"] for name, one in wagers.items()} == {
        name: round(STAKE * Fraction(edge)) for name, edge in worth.items()
    }
    (day,) = rows(report, "day")
    assert day["theoretical_win"] == round(STAKE * sum(map(Fraction, worth.values())))
    assert not [one for one in day["missing"] if one.startswith("edge:")]


def test_tables_with_other_odds_are_reckoned_each_by_its_own() -> None:
    kinder = {"pass": (251, 250)}
    lost = a_round([bet(1, "pass", 50_000)], *THROWN[2])
    one = events(open_craps(), *lost)
    other = events(open_craps(odds={"pass": [251, 250]}), *lost, table="CR02")
    (line,) = rows(REPORTS["master_game"].build(books_of(one, other)), "wagers")
    edge = formulas.edge_of("pass", "nj-craps", Elected(odds=kinder))
    assert edge is not None
    assert edge.edge == Fraction(251, 495) - Fraction(244, 495) * Fraction(251, 250)
    assert line["wagered"] == 2 * 50_000
    assert line["theoretical_win"] == round(50_000 * (Fraction(7, 495) + edge.edge))


def test_a_void_round_is_worth_nothing() -> None:
    told = events(open_craps(), *ROUND[:-2], void_round())
    report = REPORTS["master_game"].build(books_of(told))
    assert rows(report, "wagers") == []
    (day,) = rows(report, "day")
    assert day["theoretical_win"] == 0


def test_statistics_are_by_game_and_name_craps() -> None:
    report = REPORTS["statistics"].build(books_of(events(open_craps(), *ROUND)))
    assert {one["game"] for one in rows(report, "games")} == {"nj-craps"}
