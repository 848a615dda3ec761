"""In `play` the file's own order is the clock."""

from domain.commands import Command
from domain.controls import CLOCK, ORDER
from domain.events import Event
from domain.messages.commands import parse_command
from services.offline.play import Pit, Rejection, attempt
from tests.support.domain.asked import Asked, ask, buy_in, open_round, open_table, place


def played(*commands: Asked) -> list[Event | Rejection]:
    pit = Pit()
    read: list[Command] = [parse_command(asked) for asked in commands]
    return [one for number, command in enumerate(read, 1) for one in attempt(pit, number, command)]


def times(*commands: Asked) -> list[tuple[str, str]]:
    steps = played(*commands)
    return [(step.at, step.recorded) for step in steps if isinstance(step, Event)]


def at(asked: Asked, hour: int) -> Asked:
    return asked | {"at": f"2026-11-15T{hour:02}:00:00Z"}


def moment(hour: int) -> str:
    return f"2026-11-15T{hour:02}:00:00Z"


def test_recorded_is_the_latest_moment_so_far_and_so_is_one_left_out() -> None:
    told = times(at(open_table(), 20), at(buy_in(), 18), buy_in(), at(buy_in(), 21), buy_in())
    assert told == [
        (moment(20), moment(20)),
        (moment(18), moment(20)),
        (moment(20), moment(20)),
        (moment(21), moment(21)),
        (moment(21), moment(21)),
    ]


def test_a_file_that_says_nothing_of_time_begins_with_the_year_2000() -> None:
    assert times(open_table()) == [("2000-01-01T00:00:00Z", "2000-01-01T00:00:00Z")]
    early = open_table() | {"at": "1999-12-31T12:00:00Z"}
    assert times(early, buy_in()) == [("1999-12-31T12:00:00Z", "1999-12-31T12:00:00Z")] * 2


def test_any_day_may_be_played_but_in_its_order() -> None:
    far = [open_table() | {"at": "2199-12-31T20:00:00Z"}, open_round(), at(place(1), 20)]
    *events, refused = played(*far)
    assert [event.day for event in events if isinstance(event, Event)] == ["2199-12-31"] * 2
    assert isinstance(refused, Rejection)
    assert refused.rule == ORDER


def test_each_table_has_its_own_order() -> None:
    other = {"table": "PG02"}
    steps = played(
        at(open_table(), 10),
        at(open_round(), 20),
        at(open_table() | other, 11),
        at(open_round() | other, 12),
        at(place(1) | other, 12),
        at(place(1) | {"table": "PG01"}, 19),
    )
    assert [isinstance(step, Rejection) for step in steps] == [False] * 5 + [True]


def test_a_moment_of_no_gaming_day_is_refused_and_moves_no_clock() -> None:
    *_, refused, opened = played(
        at(open_table(), 20), ask("change_dice", at="2200-01-02T00:00:00Z"), open_round()
    )
    assert isinstance(refused, Rejection)
    assert refused.rule == CLOCK
    assert isinstance(opened, Event)
    assert opened.at == moment(20)
