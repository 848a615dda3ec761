"""`make edges`: the figures kept are of all pairs, and what is dealt agrees with them."""

from random import Random

import pytest

from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.cards.house_way import basic
from domain.games.pai_gow.cards.ranking import rank
from domain.games.pai_gow.odds.on_hands import CARDS, TILES, hands_edge
from domain.games.pai_gow.tiles.game import TilesGame
from domain.games.pai_gow.tiles.house_way import basic as basic_of_tiles
from domain.games.pai_gow.tiles.tile_set import FULL_SET
from domain.wagers.elected import Elected, elected_by
from services.tools.pai_gow.edges import Key, key_of, number_of, simulate
from services.tools.pai_gow.hands import Group
from tests.support.share import examples

_SEED = 1053


def test_tiles_are_counted_over_every_pair_of_hands() -> None:
    for ends in TILES.values():
        assert ends.all == 35_960 * 20_475


@pytest.mark.parametrize(("regulation", "zero_ties"), [("nj-pai-gow", False), ("md-pai-gow", True)])
def test_tiles_dealt_by_chance_end_as_they_are_counted(regulation: str, zero_ties: bool) -> None:
    luck, game = Random(_SEED), TilesGame(zero_ties_to_house=zero_ties)
    many, ends = examples(30_000), [0, 0, 0]
    for _ in range(many):
        dealt = luck.sample(FULL_SET, 8)
        house, seat = (basic_of_tiles(tuple(hand))[0] for hand in (dealt[:4], dealt[4:]))
        high = game.higher(seat.high, house.high)
        low = game.higher(seat.low, house.low) and not game.low_cannot_win(seat.low)
        ends[high + low] += 1
    kept = TILES[regulation]
    for found, counted in zip(ends, kept, strict=True):
        assert found / many == pytest.approx(counted / kept.all, abs=0.012)


def test_without_vigorish_a_triple_makes_up_for_it() -> None:
    with_it = hands_edge("nj-pai-gow", Elected())
    without = hands_edge("nj-pai-gow", elected_by({"dragons_eye": {"vigorish_method": 2}}))
    assert with_it is not None
    assert without is not None
    assert float(with_it.edge) == pytest.approx(0.0267303, abs=1e-6)
    ends = TILES["nj-pai-gow"]
    plain = (ends.lost - ends.won) / ends.all
    assert float(without.edge) == pytest.approx(1 / 36 + 35 / 36 * plain)
    assert hands_edge("nj-craps", Elected()) is None


def test_a_hand_of_numbers_has_the_group_of_its_cards() -> None:
    assert key_of([number_of(card) for card in ("AS", "KS", "QS", "JS", "JK", "2H", "3D")]) == (
        (9, 10, 11, 12),
        (0, 1),
        True,
    )
    assert key_of([number_of(card) for card in DECK[:7]])[2] is False


def test_cards_dealt_anew_lie_within_their_error() -> None:
    """Hands are set by the rules' own house way as they come: no table of groups is needed."""

    class Places(dict[Key, tuple[tuple[object, ...], tuple[object, ...]]]):
        def __missing__(self, key: Key) -> tuple[tuple[object, ...], tuple[object, ...]]:
            ranks = "23456789TJQKA"
            long, rest, joker = key
            group = Group(
                tuple(ranks[one] for one in long), tuple(ranks[one] for one in rest), joker
            )
            setting = basic(group.sample, "second")[0]
            self[key] = rank(setting.high, "second"), rank(setting.low, "second")
            return self[key]

    found = simulate(Places(), 400, _SEED)  # type: ignore[arg-type]
    kept = CARDS["second"]
    assert found.ends.all == 400 * 42

    def share(sample: object) -> float:
        ends = sample.ends  # type: ignore[attr-defined]
        return float((ends.lost - 0.95 * ends.won) / ends.all)

    assert abs(share(found) - share(kept)) < 4 * found.error
    assert kept.error < found.error
