"""`make edges`: tiles counted and cards dealt again, beside the figures that are kept."""

import sys
from collections.abc import Iterator

from domain.game_library import LIBRARY
from domain.games.pai_gow.odds.on_hands import CARDS, DEALS, SEED, TILES
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.tiles.game import TilesGame
from services.tools.house_way.cards import places_of, simulate
from services.tools.house_way.tiles import count_ends


def _found() -> Iterator[tuple[str, object, object]]:
    for name, kept in TILES.items():
        rules = LIBRARY.in_force(name)
        assert isinstance(rules, Regulation)
        assert isinstance(rules.game, TilesGame)
        yield name, count_ends(rules.game), kept
    yield "ace to five second", simulate(places_of("second"), DEALS, SEED), CARDS["second"]
    yield "ace to five lowest", simulate(places_of("lowest"), DEALS, SEED), CARDS["lowest"]


def main() -> int:
    """0 where every figure is as kept, else 1; some ten minutes."""
    same = True
    for name, found, kept in _found():
        same &= found == kept
        print(name, found, "as kept" if found == kept else f"DIFFERS from {kept}", flush=True)  # noqa: T201
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
