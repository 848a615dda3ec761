"""A setting that was corrected shows tiles too: masked while the round is played."""

from typing import Final

from tests.support.domain import asked
from tests.support.domain.books_asked import correct_setting
from tests.support.http.playing import DEALER, MASKED, WINS, Pit, Table, Told, one

FLOOR: Final = {"id": "f1", "role": "floorperson"}
HIGH, LOW = (part.split() for part in WINS.split("/"))
OTHER: Final = ([HIGH[0], LOW[0]], [HIGH[1], LOW[1]])


def taken_back(events: list[Told]) -> list[str]:
    event = one(events, "SettingCorrected")
    return [*event["was_high"], *event["was_low"]]


def corrected(table: Table) -> list[Told]:
    """The hand of seat 1, taken up when the house was open and set otherwise."""
    return table.do_as_one(
        *asked.up_to_the_house(DEALER, {1: WINS}), correct_setting(1, *OTHER, actor=FLOOR)
    )


def test_it_is_seen_after_the_round_and_not_before(pit: Pit, table: Table) -> None:
    head = pit.head()
    made = corrected(table)
    assert taken_back(made) == MASKED
    assert taken_back(pit.events_since(head)) == MASKED
    table.do_as_one(asked.settle())
    assert taken_back(pit.events_since(head)) == [*HIGH, *LOW]


def test_what_was_surrendered_stays_unseen(pit: Pit, table: Table) -> None:
    head = pit.head()
    corrected(table)
    table.do_as_one(asked.surrender(1), asked.settle())
    assert taken_back(pit.events_since(head)) == MASKED


def test_the_rounds_own_row_shows_no_tile_of_it(pit: Pit, table: Table) -> None:
    made = corrected(table)
    shown = pit.read(f"/v1/rounds/{made[0]['round']}")
    assert shown["corrections"][0]["what"] == "setting"
    assert not any(tile in str(shown) for tile in {*HIGH, *LOW})
