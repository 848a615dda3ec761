"""What New Jersey's craps says, topic by topic, each with its paragraph.

Of 19:47-1.3 to 1.11 only the headings are known: what is said of them here is how this service
keeps them, and no more is claimed.
"""

from typing import Final

from domain.games.seam.sheet import Fact

_HEADING: Final = "known by its heading only"

CRAPS_SHEET: Final = (
    Fact("dice", "two, thrown by a player", "19:47-1.7, 1.8"),
    Fact(
        "come out roll",
        "the first roll of a table, and the first after pass and don't pass were decided",
        "19:47-1.1",
    ),
    Fact(
        "the point",
        "a 4, 5, 6, 8, 9 or 10 on the come out roll; it falls when it or a 7 is thrown",
        "19:47-1.1",
    ),
    Fact(
        "come point",
        "the same on the first roll of a come or don't come wager, for that wager alone",
        "19:47-1.1",
    ),
    Fact(
        "pass",
        "before a come out roll; wins on 7 and 11, loses on 2, 3 and 12; a point wins before a 7",
        "19:47-1.2(a)1",
    ),
    Fact(
        "don't pass",
        "before a come out roll; wins on 2 and 3, loses on 7 and 11, is void on 12; a 7 wins before"
        " the point",
        "19:47-1.2(a)2",
    ),
    Fact("come", "as pass, while a point stands, from its own first roll", "19:47-1.2(a)3"),
    Fact(
        "don't come",
        "as don't pass, while a point stands, from its own first roll",
        "19:47-1.2(a)4",
    ),
    Fact("place to win", "the number before a 7; at any time", "19:47-1.2(a)5"),
    Fact("place to lose", "a 7 before the number; at any time", "19:47-1.2(a)6"),
    Fact(
        "place bets on a come out roll",
        "inactive, unless the player calls one on for that roll",
        "19:47-1.2(a)5",
    ),
    Fact(
        "four the hardway",
        "wins on two twos; the text does not say when it loses: on any other 4 and on any 7",
        "19:47-1.2(a)7",
    ),
    Fact(
        "odds",
        f"none in the text, which is {_HEADING}: each submission names its own, and a wager"
        " without odds is not offered",
        "19:47-1.4",
    ),
    Fact("vigorish", "none is taken", "19:47-1.5"),
    Fact(
        "making and removing wagers",
        f"{_HEADING}: a wager is withdrawn before its first roll only",
        "19:47-1.3",
    ),
    Fact(
        "a roll that does not count",
        f"{_HEADING}: wagers and calls stand, the dice are thrown again",
        "19:47-1.9",
    ),
    Fact(
        "what the roll leaves undecided",
        "stays on the layout for the next roll",
        "19:47-1.2(a), 1.10",
    ),
    Fact("the shooter", f"{_HEADING}: told for the record", "19:47-1.11"),
    Fact(
        "not offered",
        "taking and laying odds, buy and lay bets, other hardways: their text is not given",
        "19:47-1.5, 1.6",
    ),
)
