"""What New Jersey's pai gow poker says, topic by topic, each with its paragraph.

Where it says what the game with tiles says, it says it in the same words.
"""

from typing import Final

from domain.games.pai_gow.cards.progressive import LEAST_METER_CENTS, LEAST_RATE_BP
from domain.games.pai_gow.sheets.tile_facts import JERSEY, MARYLAND, TILE_SHEET
from domain.games.seam.sheet import Fact
from domain.money import dollars


def _as_tiles(topic: str, rule: str, of: str = JERSEY) -> Fact:
    """The words of the game with tiles, by the paragraph of the game with cards."""
    (told,) = [facts[of].told for facts in TILE_SHEET if facts[of].topic == topic]
    return Fact(topic, told, rule)


_DOLLAR, _FIVE = (f"{rate // 100} percent" for rate in LEAST_RATE_BP.values())

CARD_SHEET: Final = (
    Fact(
        "cards",
        "one deck of 52 with one joker; beside a shuffling machine a second deck, turn about",
        "19:47-11.2(a), (b)",
    ),
    _as_tiles("dice", "19:47-11.4"),
    _as_tiles("number generator", "19:47-11.4", MARYLAND),
    _as_tiles("what is wagered", "19:47-11.7"),
    _as_tiles("two areas", "19:47-11.12"),
    _as_tiles("a wager left behind", "19:47-11.7"),
    Fact(
        "starting position",
        "counted counterclockwise, the dealer as one; a bank counts itself as one",
        "19:47-11.8C, 11.10",
    ),
    Fact(
        "ranking",
        "five aces, royal flush, straight flush, four of a kind, full house, flush, straight, three"
        " of a kind, two pairs, pair; then card by card",
        "19:47-11.3(b), (e)",
    ),
    Fact(
        "joker",
        "an ace, or any card that completes a straight, flush, straight flush or royal flush",
        "19:47-11.3(a), (c)",
    ),
    Fact(
        "ace to five",
        "the second highest straight and the highest straight flush below the royal; where elected"
        " the lowest of each",
        "19:47-11.3(b), (d)",
    ),
    _as_tiles("copies", "19:47-11.1, 11.9"),
    Fact("setting", "five high and two low; the five do not rank below the two", "19:47-11.1"),
    Fact(
        "house way",
        "as filed: any lawful setting, or `basic`, which parts a full house or two pairs and"
        " otherwise keeps the best the seven cards form",
        "19:47-11.9",
    ),
    _as_tiles("exceptions to the house way", "19:47-11.9"),
    Fact("a house hand set wrong", "is set again as filed; play goes on", "19:47-11.11"),
    _as_tiles("surrender", "19:47-11.9"),
    _as_tiles("vigorish", "19:47-11.9"),
    _as_tiles("bank", "19:47-11.10"),
    _as_tiles("the bank's rotation", "19:47-11.10"),
    _as_tiles("the dealer against a bank", "19:47-11.10"),
    _as_tiles("a bank's hand", "19:47-11.9"),
    _as_tiles("co-bank", "19:47-11.10"),
    Fact(
        "an exposed card",
        "of a player: that player may void the hand; of the house or an empty place: all hands are"
        " void",
        "19:47-11.11",
    ),
    Fact(
        "optional wagers",
        "the progressive payout wager, and the dragon's eye",
        "19:47-11.14(a), 13:69F-11.7(f)",
    ),
    Fact(
        "progressive stake",
        '$1.00 or $5.00 as elected, beside a wager on the hands; to the tray at "no more bets"',
        "19:47-11.14(a), (b)",
    ),
    Fact(
        "lock-out",
        'at "no more bets" as many lit acceptors as progressive wagers',
        "19:47-11.14(b)",
    ),
    Fact(
        "progressive payout",
        "the row that pays most on the cards dealt, whatever became of the other wager; a"
        " percentage of the meter as it stands when it is paid",
        "19:47-11.14(c), (d), (g)",
    ),
    Fact(
        "rate of progression",
        f"at least {_DOLLAR} of a $1.00 stake and {_FIVE} of a $5.00 stake",
        "19:47-11.14(e)",
    ),
    Fact(
        "off the meter",
        "percentages, straight flushes, and payouts from $50.00 ($1.00 stake) or $250.00 ($5.00"
        " stake), each validated by a supervisor, who is not the dealer",
        "19:47-11.14(e), (c)3",
    ),
    Fact(
        "initial and reset amount",
        f"at least {dollars(LEAST_METER_CENTS)} each",
        "19:47-11.14(f)",
    ),
)
