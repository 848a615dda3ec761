"""Other rules are rules of the game: who signs and who may do what stays as it was told."""

import json
from typing import Any, Final

from domain.commands.submission import Submission
from domain.events import Event
from domain.events.round import RoundClosed, RoundOpened
from domain.hosting import Table, evolve
from services.history.comparison import compare
from services.history.other_rules import OtherRules
from services.history.side_by_side import play_both
from services.history.stored_round import settle_again
from services.offline.play import Rejection, play_lines
from tests.support.domain.asked import (
    Asked,
    open_round,
    open_table,
    place,
)
from tests.support.domain.at_the_dice import played_out, to_the_dice

DEE: Final = {"id": "dee", "role": "dealer"}
SIGNED: Final = [DEE, {"id": "flo", "role": "floorperson"}]
ROUND: Final = (*to_the_dice(place(1)), *played_out(1))
BASIC: Final[list[Asked]] = [open_table(), *ROUND]
FULL: Final[list[Asked]] = [
    {**one, "actor": DEE} for one in ({**open_table(controls="full"), "signatures": SIGNED}, *ROUND)
]


def lines(commands: list[Asked]) -> list[bytes]:
    return [json.dumps(one).encode() for one in commands]


def rules(**elected: Any) -> OtherRules:
    return OtherRules(Submission.model_validate({"regulation": "nj-pai-gow", **elected}))


def test_a_file_is_not_asked_for_signatures_that_it_did_not_need() -> None:
    compared = compare(play_both(lines(BASIC), rules(controls="full", vigorish="cent")))
    assert not compared.refused
    assert len(compared.rounds) == 1


def test_a_file_under_full_controls_stays_under_them() -> None:
    nobody = {name: value for name, value in open_round().items() if name != "actor"}
    compared = compare(play_both(lines([*FULL, nobody]), rules(vigorish="cent")))
    assert [one.rule for one in compared.refused] == ["control:duties"]
    assert len(compared.rounds) == 1


def test_a_stored_round_under_full_controls_is_settled_again_by_nobody_in_particular() -> None:
    table = before = Table(name="PG01")
    since: list[Event] = []
    for step in play_lines(lines(FULL)):
        assert not isinstance(step, Rejection), step
        if isinstance(step, RoundOpened):
            before, since = table, []
        since.append(step)
        table = evolve(table, step)
    assert isinstance(since[-1], RoundClosed)
    again = settle_again(before, since, rules(controls="full"))
    assert not again.refused
    assert (again.changed, again.undecided) == (0, 0)
