"""What rounds of pai gow are found by: tiles and cards, three dice, six seats and a bank."""

from typing import Final

from domain.games.pai_gow.layout.positions import SEATS
from domain.games.pai_gow.pieces.holdings import CARD_HOLDINGS, TILE_HOLDINGS, holdings
from domain.games.pai_gow.pieces.phrases import meant_by, unknown
from domain.games.pai_gow.views.round_row import PaiGowRow
from domain.games.seam.search import Line, SearchParts

_TILES, _CARDS = "tiles", "cards"


class TilesAndCards:
    """What hands are made of; words may mean either."""

    notation: Final = ("[1-6]-[1-6]", "(10|[2-9TJQKA])[SHDC]", "JK")
    most: Final = 7
    example: Final = "2-6,2-4,6-6,4-5"
    told: Final = (
        "a tile, card or pair by name, Chinese name, spots or notation: `6-6`,"
        " `teen`, `天`, `12`, `pair of sixes`, `AS`"
    )

    def holdings(self, hand: tuple[str, ...]) -> frozenset[str]:
        return holdings(hand)

    def meant_by(self, words: str) -> tuple[str, ...]:
        return meant_by(words)

    def unknown(self, words: str) -> str:
        return unknown(words)

    def played(self, holding: str) -> str:
        if holding in TILE_HOLDINGS:
            return _TILES
        return _CARDS if holding in CARD_HOLDINGS else ""

    def narrowed(self, meant: tuple[str, ...], played: str) -> tuple[str, ...]:
        left = TILE_HOLDINGS if played == _TILES else CARD_HOLDINGS
        return tuple(one for one in meant if one in left)


def _banked(row: PaiGowRow) -> Line | None:
    """The seat that banked the round."""
    bank = row.banker
    if bank is None:
        return None
    net = 0 if row.bank is None else row.bank.net
    ended = "void" if row.phase == "voided" else _outcome(net)
    return Line(bank.seat, bank.player, "bank", ended, 0, max(net, 0))


def _outcome(net: int) -> str:
    return "win" if net > 0 else "lose" if net < 0 else "push"


SEARCH: Final = SearchParts(
    said="pai gow",
    dice=3,
    dice_example="3-3-3",
    dice_told="three, 3-3-3",
    last_seat=len(SEATS),
    hand_seats=SEATS,
    beside={"bank": _banked},
    pieces=TilesAndCards(),
)
