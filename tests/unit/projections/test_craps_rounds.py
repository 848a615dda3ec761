"""Rounds of craps in the read models: carried wagers, the point, a roll that was taken back."""

from typing import Any, Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from domain.events import Event, encode, topic_of
from domain.messages.events import decode
from projections.figures.formulas import expected_closer
from projections.floor import Floor
from projections.floor.view import TableView, table_view
from projections.projection import Projection, Row
from projections.registry import READ_MODELS, all_projections
from projections.rounds import Rounds
from projections.sessions import Sessions
from projections.sessions.period import Period
from projections.table_days import TableDays
from tests.support.domain.asked import Asked, ask, buy_in, no_more_bets, open_round
from tests.support.domain.craps import (
    STAKE,
    THROWN,
    a_round,
    bet,
    call_on,
    correct_roll,
    on_a_point,
    open_craps,
    return_wager,
    throw,
    void_round,
)
from tests.support.domain.given import history

BETS: Final = [bet(1, "come"), bet(2, "place_8"), bet(3, "hard_4")]
WRONG: Final = [*on_a_point(6), *a_round(BETS, *THROWN[8]), correct_roll(3, 4)]
RIGHT: Final = [*on_a_point(6), *a_round(BETS, 3, 4)]


def rows(model: Projection[Any], *commands: Asked) -> dict[str, Any]:
    """Of one read model, after these commands; every row and event as it is stored."""
    found: dict[str, Row] = {}
    for event in history(*commands).events:
        stored: Event = decode(topic_of(event), encode(event))
        place = model.place(stored)
        if place is not None:
            row = model.fold(found.get(place) or model.first(place, stored), stored)
            found[place] = msgspec.json.decode(msgspec.json.encode(row), type=model.row)
    return found


def period(*commands: Asked) -> Period:
    [row] = rows(Sessions(), *commands).values()
    last: Period = row.periods[-1]
    return last


def view(*commands: Asked) -> TableView:
    [row] = rows(Floor(), *commands).values()
    return table_view(row)


def test_every_read_model_folds_an_evening_of_craps() -> None:
    evening = [
        *(*WRONG, buy_in(), open_round(), bet(1, "pass"), bet(2, "place_8"), call_on(2, "place_8")),
        *(no_more_bets(), ask("no_roll", reason="off the table"), throw(5, 5)),
        *(open_round(), bet(1, "come"), bet(2, "place_8"), void_round()),
        *(return_wager(1, "pass"), *a_round([], 3, 4)),
    ]
    table = history(*evening).table
    assert not table.carried()
    evening += [ask("close_table", inventory=table.tray), ask("count_drop", amount=10_000)]
    for model in all_projections():
        rows(model, *evening)
    assert len(READ_MODELS) == len(all_projections())
    books = period(*evening)
    assert expected_closer(books) == table.tray == books.closer
    assert books.rounds == table.rounds == 5


def test_a_corrected_roll_leaves_the_figures_of_the_right_one() -> None:
    wrong, right = period(*WRONG), period(*RIGHT)
    for name in ("rounds", "win", "ended_round", "begun_round", "accounts"):
        assert getattr(wrong, name) == getattr(right, name), name

    def without_none(amounts: dict[str, int]) -> dict[str, int]:
        return {name: cents for name, cents in amounts.items() if cents}

    assert without_none(wrong.wagered) == without_none(right.wagered)
    assert without_none(wrong.won) == without_none(right.won)
    assert wrong.rounds == 2
    [one], [other] = rows(TableDays(), *WRONG).values(), rows(TableDays(), *RIGHT).values()
    assert one.periods == other.periods
    shown, told = view(*WRONG), view(*RIGHT)
    assert (shown.rounds, shown.win, shown.tray_expected) == (
        told.rounds,
        told.win,
        told.tray_expected,
    )
    assert (shown.wagers, shown.craps) == (told.wagers, told.craps)


def test_twice_corrected_it_is_counted_once() -> None:
    again = [*WRONG, correct_roll(5, 6), correct_roll(4, 3)]
    assert (period(*again).rounds, period(*again).win) == (2, period(*RIGHT).win)
    assert view(*again).rounds == 2
    followed = [*again, *a_round([bet(1, "pass")], 3, 4)]
    assert period(*followed).rounds == 3


def test_the_row_of_a_round_taken_back_is_that_of_one_read_right() -> None:
    wrong, right = rows(Rounds(), *WRONG)["PG01-1-2"], rows(Rounds(), *RIGHT)["PG01-1-2"]
    [noted] = wrong.corrections
    assert (noted.what, noted.dice) == ("roll", (2, 6))
    plain = {"seq": 0, "counts_from": 0, "corrections": ()}
    assert replace(wrong, **plain) == replace(right, **plain)
    open_again = rows(Rounds(), *WRONG[:-1])["PG01-1-2"]
    assert open_again.phase == "closed"
    assert wrong.craps.ended.point is None


def test_the_row_tells_what_was_carried_and_called_on() -> None:
    come_out = a_round([bet(2, "place_8"), call_on(2, "place_8")], *THROWN[5])
    found = rows(Rounds(), *on_a_point(6), *a_round([bet(1, "come")], 4, 4),
                 *a_round([bet(1, "come")], 3, 3), *come_out)  # fmt: skip
    third, fourth = found["PG01-1-3"], found["PG01-1-4"]
    assert third.craps.opened.point == 6
    assert [(one.wager, one.point) for one in third.placed] == [
        ("pass", UNSET), ("come", 8), ("come", UNSET),
    ]  # fmt: skip
    assert [(line.wager, line.point, line.outcome) for line in third.wagers] == [
        ("pass", UNSET, "win"), ("come", 6, "retained"), ("come", 8, "retained"),
    ]  # fmt: skip
    assert [(one.seat, one.wager) for one in fourth.craps.called_on] == [(2, "place_8")]
    assert fourth.craps.ended.come_out


def test_the_pit_sees_the_point_and_every_wager() -> None:
    so_far = [*on_a_point(6), *a_round([bet(1, "come")], *THROWN[8])]
    shown = view(*so_far)
    assert (shown.phase, shown.places, shown.seats) == ("open", 16, (1,))
    assert shown.craps is not None
    assert (shown.craps.come_out, shown.craps.point) == (False, 6)
    assert [(one.wager, one.stake, one.point) for one in shown.craps.carried] == [
        ("pass", STAKE, UNSET), ("come", STAKE, 8),
    ]  # fmt: skip
    assert shown.next[:3] == ("open_round", "return_wager", "correct_roll")
    assert "close_table" not in shown.next
    betting = view(open_craps(seats=20), open_round(), bet(1, "place_6"))
    assert (betting.phase, betting.places, betting.wagers[0].is_on) == ("betting", 20, False)
    assert "call_on" in betting.next
