"""Other rules are rules of the game: who signs and who may do what stays as it was told."""

from typing import Final

from tests.support.domain.asked import (
    Asked,
    open_round,
    open_table,
    place,
)
from tests.support.domain.at_the_dice import played_out, to_the_dice
from tests.support.history import in_a_file, rules, stored

DEE: Final = {"id": "dee", "role": "dealer"}
SIGNED: Final = [DEE, {"id": "flo", "role": "floorperson"}]
ROUND: Final = (*to_the_dice(place(1)), *played_out(1))
BASIC: Final[list[Asked]] = [open_table(), *ROUND]
FULL: Final[list[Asked]] = [
    {**one, "actor": DEE} for one in ({**open_table(controls="full"), "signatures": SIGNED}, *ROUND)
]


def test_a_file_is_not_asked_for_signatures_that_it_did_not_need() -> None:
    compared = in_a_file(rules(controls="full", vigorish="cent"), *BASIC)
    assert not compared.refused
    assert len(compared.rounds) == 1


def test_a_file_under_full_controls_stays_under_them() -> None:
    nobody = {name: value for name, value in open_round().items() if name != "actor"}
    compared = in_a_file(rules(vigorish="cent"), *FULL, nobody)
    assert [one.rule for one in compared.refused] == ["control:duties"]
    assert len(compared.rounds) == 1


def test_a_stored_round_under_full_controls_is_settled_again_by_nobody_in_particular() -> None:
    again = stored(rules(controls="full"), *FULL)
    assert not again.refused
    assert (again.changed, again.undecided) == (0, 0)
