"""Whatever is played at craps is told, and told again by its own rules is the same."""

from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as some

from services.explain import Narrator
from services.history.other_rules import compare_round
from services.history.side_by_side import compare, play_both
from tests.support.domain.asked import Asked, no_more_bets, open_round
from tests.support.domain.craps import (
    ODDS,
    STAKE,
    bet,
    correct_roll,
    correct_wager,
    open_craps,
    throw,
)
from tests.support.history import file_of, finished_rounds, rounds_of
from tests.support.share import examples
from tests.unit.domain.games.craps.test_any_play import (
    AMOUNTS,
    DICE,
    MOVES,
    OPENER,
    SEATS,
    WAGERS,
    played,
)
from tests.unit.history.test_what_if_craps import craps_rules

WITHOUT: Final = some.sets(some.sampled_from(sorted(ODDS)), max_size=len(ODDS) - 1)

CORRECTED: Final = some.builds(
    lambda seat, wager, to: correct_wager(seat, wager, to_seat=to), SEATS, WAGERS, SEATS
)
BETTING: Final = some.lists(
    some.one_of(some.builds(bet, SEATS, WAGERS, AMOUNTS), MOVES, CORRECTED), max_size=12
)
READ: Final = some.tuples(DICE, some.lists(DICE, max_size=2)).map(
    lambda read: [throw(*read[0]), *(correct_roll(*dice) for dice in read[1])]
)
ROUNDS: Final = some.lists(
    some.tuples(BETTING, some.lists(CORRECTED, max_size=1), READ).map(
        lambda one: [open_round(), *one[0], no_more_bets(), *one[1], *one[2]]
    ),
    max_size=8,
)
"""Wagers, dice, and mistakes in both; what of it is refused is left out."""


@settings(max_examples=examples(100), deadline=None)
@given(ROUNDS)
def test_by_its_own_rules_a_stored_round_is_the_same(asked: list[list[Asked]]) -> None:
    own = craps_rules()
    for before, since in finished_rounds(played(asked)[1]):
        again = compare_round(before, since, own)
        assert (again.changed, again.undecided, again.refused) == (0, 0, ())


@settings(max_examples=examples(100), deadline=None)
@given(ROUNDS)
def test_by_its_own_rules_a_file_is_the_same(asked: list[list[Asked]]) -> None:
    commands = [open_craps(OPENER), *(move for moves in asked for move in moves)]
    both = list(play_both(file_of(*commands), craps_rules()))
    assert [step for one in both for step in one.other] == [
        step for one in both for step in one.own
    ]


@settings(max_examples=examples(100), deadline=None)
@given(ROUNDS, WITHOUT, some.integers(1, 3))
def test_by_any_rules_it_has_an_end(
    asked: list[list[Asked]], without: set[str], seats: int
) -> None:
    """In a file and as it is stored; of what is stored no wager is added, some are left out."""
    others = craps_rules(
        *without, seats=seats, limits={} if "pass" in without else {"pass": [1, STAKE]}
    )
    commands = [open_craps(OPENER), *(move for moves in asked for move in moves)]
    assert compare(play_both(file_of(*commands), others)).undecided == 0
    for before, since in finished_rounds(played(asked)[1]):
        again = compare_round(before, since, others)
        assert again.undecided == 0
        kept = [line for line in again.rounds[0].wagers if line.other is not None]
        assert all(line.own is not None for line in kept)


@settings(max_examples=examples(100), deadline=None)
@given(ROUNDS)
def test_every_event_is_told_and_alone_as_in_its_place(asked: list[list[Asked]]) -> None:
    events = played(asked)[1]
    whole = Narrator()
    told = {event.seq: whole.tell(event) for event in events}
    for sentences in told.values():
        assert sentences
        assert all(
            one.endswith(".") and one[0].isupper() and "None" not in one for one in sentences
        )
    for _, since in rounds_of(events):
        alone = Narrator()
        for event in since:
            if event.OF_ROUND:
                assert alone.tell(event) == told[event.seq]
