"""What may come next while a player banks: no wager that the bank's chips leave no room for."""

from typing import Any, Final

from domain.hosting import Table, next_commands
from tests.support.domain.asked import (
    Asked,
    deal,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    set_hand,
    set_house,
    settle,
)
from tests.support.domain.at_the_dice import accept_bank
from tests.support.domain.given import given, then_refused, when

PLAYED: Final = (
    *(open_round(), place(1), place(2), no_more_bets(), roll()),
    *(deal("1-3 1-5 5-6 4-6"), set_hand(1), set_hand(2), set_house(), settle()),
)


def banked(*bets: Asked, chips: int, **elected: Any) -> Table:
    return given(
        open_table(banking=True, **elected), *PLAYED, open_round(), accept_bank(1, chips), *bets
    )


def test_with_its_chips_spoken_for_nothing_more_is_placed() -> None:
    full = banked(place(2, 3000), chips=3000)
    assert "place_wager" not in next_commands(full)
    then_refused(full, place(3, 1), rule="19:47-10.8(d)2")


def test_what_is_left_goes_on_a_wager_that_stands_or_is_as_much_as_the_least() -> None:
    limits = {"pai_gow": [500, 5000]}
    assert "place_wager" in next_commands(banked(place(2, 3000), chips=3001, limits=limits))
    assert "place_wager" in next_commands(banked(chips=500, limits=limits))
    assert "place_wager" not in next_commands(banked(chips=499, limits=limits))


def test_what_the_tray_pays_needs_no_cover() -> None:
    beside = banked(place(2, 3000), chips=3000, triples_bonus=True)
    assert "place_wager" in next_commands(beside)
    assert when(beside, place(2, 100) | {"wager": "any_triple"}).events
    alone = {"vigorish_method": 1, "standalone": True}
    assert "place_wager" in next_commands(banked(chips=0, dragons_eye=alone))
    assert "place_wager" not in next_commands(banked(chips=0, triples_bonus=True))
