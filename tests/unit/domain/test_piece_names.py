"""What people call a piece, and what is understood by it."""

import pytest

from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.cards.names import CARD_NAMES
from domain.games.pai_gow.pieces.holdings import CARD_HOLDINGS, TILE_HOLDINGS, holdings
from domain.games.pai_gow.pieces.phrases import known_phrases
from domain.games.pai_gow.tiles.names import TILE_NAMES
from domain.games.pai_gow.tiles.tile_set import KINDS
from domain.pieces import UnknownPiece, meant_by


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("pair of sixes", {"6-6", "pair of chong", "pair of look", "pair of sixes"}),
        ("a pair of teens", {"pair of teen"}),
        ("pair of 6-6", {"pair of teen"}),
        ("Heaven pair", {"pair of teen"}),
        ("一對天", {"pair of teen"}),
        ("天", {"6-6"}),
        ("DAY", {"1-1"}),
        ("12", {"6-6"}),
        ("6-6", {"6-6"}),
        ("3 - 1", {"1-3"}),
        ("double six", {"6-6"}),
        ("two benches", {"pair of bon"}),
        ("long-leg seven", {"1-6"}),
        ("mixed nines", {"mixed nines"}),
        ("mixed nine", {"3-6", "4-5"}),
        ("gee joon", {"gee joon"}),
        ("至尊", {"gee joon"}),
        ("gee joon three", {"1-2"}),
        ("teen wong", {"teen wong"}),
        ("wong", {"teen wong", "day wong"}),
        ("pair of nines", {"mixed nines", "pair of nines"}),
        ("AS", {"AS"}),
        ("10♠", {"TS"}),
        ("ace of spades", {"AS"}),
        ("joker", {"JK"}),
        ("queens", {"QS", "QH", "QD", "QC"}),
        ("three of clubs", {"3C"}),
        ("three sixes", {"three sixes"}),
        ("4 aces", {"four aces"}),
        ("6", {"3-3", "1-5", "2-4", "6S", "6H", "6D", "6C"}),
    ],
)
def test_words_are_understood(words: str, meant: set[str]) -> None:
    assert set(meant_by(words)) == meant


@pytest.mark.parametrize("kind", KINDS)
def test_a_tile_is_found_by_each_of_its_names(kind: str) -> None:
    for name in (kind, *TILE_NAMES[kind].every):
        assert kind in meant_by(name), name


@pytest.mark.parametrize("card", DECK)
def test_a_card_is_found_by_both_of_its_names(card: str) -> None:
    assert meant_by(card) == meant_by(CARD_NAMES[card]) == (card,)


def test_every_name_to_choose_from_is_understood() -> None:
    for name in known_phrases():
        assert meant_by(name), name


@pytest.mark.parametrize("words", ["", "  ", "7-7", "tile", "pair of", "x" * 1000, "0", "13", "AX"])
def test_what_is_no_piece_is_told(words: str) -> None:
    with pytest.raises(UnknownPiece):
        meant_by(words)


def test_the_nearest_names_are_told() -> None:
    with pytest.raises(UnknownPiece, match="; perhaps 'pair of sixes'"):
        meant_by("pear of sixes")


def test_what_four_tiles_hold() -> None:
    held = holdings(("6-6", "4-5", "6-6", "3-6"))
    assert held == {"6-6", "4-5", "3-6", "pair of teen", "mixed nines", "teen wong"}
    assert held <= TILE_HOLDINGS


def test_what_seven_cards_hold() -> None:
    cards = ("AS", "JK", "6H", "6D", "6S", "2C", "3C")
    held = holdings(cards)
    assert held == {*cards, "pair of aces", "pair of sixes", "three sixes"}
    assert held <= CARD_HOLDINGS


def test_each_name_means_tiles_or_cards() -> None:
    held = {one for name in known_phrases() for one in meant_by(name)}
    assert held <= TILE_HOLDINGS | CARD_HOLDINGS
    assert TILE_HOLDINGS.isdisjoint(CARD_HOLDINGS)


def test_a_masked_hand_holds_nothing_to_look_for() -> None:
    assert holdings(("??",) * 4).isdisjoint({*TILE_HOLDINGS, *DECK})
