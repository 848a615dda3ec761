"""What an event itself says is exceptional: in the sessions, the report and the floor's view."""

from typing import Final

from domain.events import Event
from domain.events.corrections import WagerCorrected
from domain.events.table import TableCredited
from domain.games.pai_gow.messages.events import SettingCorrected
from domain.hosting import Table
from projections.floor import Floor
from projections.floor.view import OpenException, table_view
from projections.issues import Issues
from projections.projection import folded
from projections.reports import DayBooks
from projections.reports.exceptions import OpenItem, items
from projections.rounds import Rounds
from projections.rounds.row import Correction
from projections.sessions import Sessions
from tests.support.domain.asked import credit, open_table, settle, up_to_the_house
from tests.support.domain.banked import BANK_HAND, WIN
from tests.support.domain.bookkeeping import FLOOR, acknowledge
from tests.support.domain.books_asked import correct_setting, correct_wager
from tests.support.domain.given import Happened, history, when
from tests.support.projections.told import DAY

OTHERWISE: Final = correct_setting(1, ["6-6", "5-5"], ["1-6", "2-3"], actor=FLOOR)
EVENING: Final = history(
    open_table(10_000),
    *up_to_the_house(BANK_HAND, {1: WIN}),
    {**correct_wager(1, amount=3000), "actor": FLOOR},
    OTHERWISE,
    credit("C-1", 15_000),
)


def reported(events: tuple[Event, ...]) -> list[OpenItem]:
    sessions = tuple(folded(Sessions(), events).values())
    books = DayBooks(
        day=DAY,
        sessions=sessions,
        exceptional=tuple(row for row in sessions if row.exceptional),
        issues=tuple(folded(Issues(), events).values()),
    )
    return items(books)


def numbers(told: Happened) -> tuple[int, int, int]:
    kinds = (WagerCorrected, SettingCorrected, TableCredited)
    wager, setting, tray = (told.one(kind).seq for kind in kinds)
    return wager, setting, tray


def test_the_report_lists_them_with_whoever_may_answer() -> None:
    wager, setting, tray = numbers(EVENING)
    found = {one.kind: one for one in reported(EVENING.events)}
    assert {kind: (one.number, one.amount) for kind, one in found.items()} == {
        "wager_corrected": (str(wager), 500),
        "setting_corrected": (str(setting), 0),
        "tray_below_zero": (str(tray), -5000),
    }
    words = "session 1, period 1, round PG01-1-1: from $25.00 to $30.00"
    assert found["wager_corrected"].words == words
    assert found["setting_corrected"].words == "session 1, period 1, round PG01-1-1"
    assert {one.roles for one in found.values()} == {("auditor", "pit_manager")}
    assert all(one.open for one in found.values())


def test_a_corrected_setting_says_what_it_changed_once_it_is_settled() -> None:
    settled = (*EVENING.events, *when(EVENING.table, settle()).events)
    found = {one.kind: one.amount for one in reported(settled)}
    [row] = folded(Sessions(), settled).values()
    assert found["setting_corrected"] == 5850
    assert [one.amount for one in row.raised if one.kind == "setting_corrected"] == [5850]


def test_an_answer_closes_one_of_them() -> None:
    wager = numbers(EVENING)[0]
    answer = history(
        open_table(10_000),
        *up_to_the_house(BANK_HAND, {1: WIN}),
        {**correct_wager(1, amount=3000), "actor": FLOOR},
        acknowledge(wager),
    )
    [one] = reported(answer.events)
    assert (one.open, one.reason) == (False, "recounted with surveillance")


def test_the_sessions_raise_what_the_rules_raise() -> None:
    [row] = folded(Sessions(), EVENING.events).values()
    kept: Table = EVENING.table
    assert {one.seq: (one.kind, one.amount, one.people) for one in row.raised} == {
        number: (one.kind, one.amount, one.people) for number, one in kept.books.exceptions.items()
    }


def test_the_floor_shows_them() -> None:
    wager, setting, tray = numbers(EVENING)
    view = table_view(folded(Floor(), EVENING.events)["PG01"])
    assert view.exceptions == (
        OpenException(wager, "wager_corrected", 500, DAY, 2500, 3000),
        OpenException(setting, "setting_corrected", 0, DAY),
        OpenException(tray, "tray_below_zero", -5000, DAY),
    )


def test_a_round_notes_a_corrected_setting_and_shows_the_right_one() -> None:
    row = folded(Rounds(), EVENING.events)["PG01-1-1"]
    taken_back = EVENING.one(SettingCorrected)
    assert row.corrections[-1] == Correction(
        seq=taken_back.seq,
        what="setting",
        corrects=taken_back.corrects,
        position="1",
        reason="keyed in wrong",
        supervisor="floor-2",
    )
    assert (row.settings["1"].high, row.phase) == (("6-6", "5-5"), "house_set")
