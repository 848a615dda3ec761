"""Every wager of craps, in the order they are listed, and settled at a seat."""

from typing import Final, TypeAlias

from domain.games.craps.wagers.deciding import (
    POINTS,
    Decides,
    Verdict,
    hard_four,
    placed_to_lose,
    placed_to_win,
    right_way,
    wrong_way,
)
from domain.games.craps.wagers.record import CrapsWager, Made
from domain.wagers.catalogue import Catalogue

CrapsCatalogue: TypeAlias = Catalogue[CrapsWager]

NAME: Final = "nj-craps"
PERMITTED: Final = "19:47-1.2(a)"
INACTIVE: Final = "19:47-1.2(a)5"
"""It speaks of all place bets, those to lose among them."""

_ITEMS: Final[dict[Decides, dict[Verdict, str]]] = {
    right_way: {"win": "i", "lose": "ii"},
    wrong_way: {"win": "i", "lose": "ii", "void": "iii"},
}


def _wager(  # noqa: PLR0913  a record is as much as this
    name: str,
    label: str,
    paragraph: int,
    decides: Decides,
    made: Made = "any_time",
    *,
    place_bet: bool = False,
) -> CrapsWager:
    rule = f"{PERMITTED}{paragraph}"
    return CrapsWager(
        name=name,
        label=label,
        decided_by="dice",
        permitted={NAME: rule},
        paid_by={NAME: rule},
        coupon=False,
        carried=True,
        made=made,
        decides=decides,
        moves=made != "any_time",
        points=POINTS if made == "after_come_out" else (),
        items=_ITEMS.get(decides, {}),
        place_bet=place_bet,
    )


CATALOGUE: Final[CrapsCatalogue] = Catalogue(
    (
        _wager("pass", "Pass", 1, right_way, "before_come_out"),
        _wager("dont_pass", "Don't pass", 2, wrong_way, "before_come_out"),
        _wager("come", "Come", 3, right_way, "after_come_out"),
        _wager("dont_come", "Don't come", 4, wrong_way, "after_come_out"),
        *(
            _wager(f"place_{n}", f"Place {n} to win", 5, placed_to_win(n), place_bet=True)
            for n in POINTS
        ),
        *(
            _wager(f"place_lose_{n}", f"Place {n} to lose", 6, placed_to_lose(n), place_bet=True)
            for n in POINTS
        ),
        _wager("hard_4", "Four the hardway", 7, hard_four),
    )
)
