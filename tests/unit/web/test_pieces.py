"""Every piece of every game is drawn and named, and the drawn spots are those of real tiles."""

import re
from collections import Counter
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.tiles.names import TILE_NAMES
from domain.games.pai_gow.tiles.tile_set import KINDS
from domain.games.seam.drawing import RED, WHITE
from services.web.pieces import CHIPS, PIECE_KINDS, TITLES, drawn, sizes, sprite, stack
from services.web.templates import templates_of

_SVG: Final = "{http://www.w3.org/2000/svg}"
_RED_NUMBERS: Final = (1, 4)


def _symbols() -> dict[str, ET.Element]:
    root = ET.fromstring(sprite())
    return {found.attrib["id"]: found for found in root.iter(f"{_SVG}symbol")}


def _spots(kind: str) -> list[tuple[float, float, str]]:
    return [
        (float(spot.attrib["cx"]), float(spot.attrib["cy"]), spot.attrib["fill"])
        for spot in _symbols()[f"tile-{kind}"].iter(f"{_SVG}circle")
    ]


def test_every_kind_has_a_size() -> None:
    told = set(re.findall(r"\.piece-(\w+) ", sizes()))
    assert told == {*PIECE_KINDS, "chip"}
    assert (
        ".piece-tile { height: calc(var(--tall) * 1); width: calc(var(--tall) * 0.4); }" in sizes()
    )


def test_every_piece_is_drawn_once() -> None:
    wanted = {
        *(f"tile-{kind}" for kind in (*KINDS, "back")),
        *(f"card-{card}" for card in (*DECK, "back")),
        *(f"die-{kind}-{n}" for kind in ("western", "asian", "eye") for n in range(1, 7)),
        *(f"chip-{value}" for value in (*CHIPS, "other")),
    }
    assert set(_symbols()) == wanted
    assert sprite().count("<symbol ") == len(wanted)


@pytest.mark.parametrize("kind", KINDS)
def test_a_tile_has_the_spots_of_its_name_above_and_below(kind: str) -> None:
    above, below = map(int, kind.split("-"))
    spots = _spots(kind)
    assert sum(y < 50 for _, y, _ in spots) == above
    assert sum(y > 50 for _, y, _ in spots) == below
    assert len({(x, y) for x, y, _ in spots}) == KINDS[kind].spots


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "6-6"])
def test_ones_and_fours_are_red_and_all_else_is_white(kind: str) -> None:
    above, below = map(int, kind.split("-"))
    for _, y, fill in _spots(kind):
        count = above if y < 50 else below
        assert fill == (RED if count in _RED_NUMBERS else WHITE)


def test_teen_is_half_red_in_each_half() -> None:
    spots = _spots("6-6")
    assert Counter((y < 50, fill) for _, y, fill in spots) == {
        (half, fill): 3 for half in (True, False) for fill in (RED, WHITE)
    }
    assert all((x > 20) == (fill == RED) for x, _, fill in spots)


def test_every_tile_and_card_is_named_in_words() -> None:
    assert (set(TITLES["tile"]), set(TITLES["card"])) == (set(KINDS), set(DECK))
    assert TITLES["tile"]["6-6"] == "6-6, teen (heaven, 天), 12 spots"
    assert TITLES["card"]["TD"] == "ten of diamonds"
    assert TITLES["card"]["JK"] == "joker"
    for kind in ("tile", "card"):
        assert len(set(TITLES[kind].values())) == len(TITLES[kind])


def test_a_kind_decides_which_piece_is_meant() -> None:
    for kind in PIECE_KINDS.values():
        for piece in kind.pieces:
            assert drawn(piece.name, kind.name) == (
                kind.name,
                f"{kind.name}-{piece.name}",
                piece.title,
            )
    assert drawn("6-6") == drawn("6-6", "card") == drawn("6-6", "tile")


def test_the_glossary_calls_tiles_the_same(root: Path) -> None:
    glossary = (root / "docs/glossary.md").read_text(encoding="utf-8")
    for kind, names in TILE_NAMES.items():
        row = next(line for line in glossary.splitlines() if f"`{kind}`" in line)
        assert names.chinese[0][:2] in row, kind


def _rendered(call: str) -> str:
    source = f'{{% import "pieces.html" as pieces %}}{{{{ pieces.{call} }}}}'
    return templates_of("services.web").from_string(source).render().strip()


@pytest.mark.parametrize(
    ("call", "symbol", "title"),
    [
        ('piece("1-1")', "tile-1-1", "1-1, day (earth, 地), 2 spots"),
        ('piece("QS")', "card-QS", "queen of spades"),
        ('piece("JK")', "card-JK", "joker"),
        ('piece("??")', "tile-back", "face down"),
        ('piece("??", "card")', "card-back", "face down"),
        ('piece("??", "stone")', "tile-back", "face down"),
        ('piece("western-5", "die")', "die-western-5", "die showing 5"),
        ('piece("eye-1")', "die-eye-1", "die showing 1"),
        ("chip(2500)", "chip-2500", "chip of $25.00"),
        ("chip(777)", "chip-other", "chip of $7.77"),
    ],
)
def test_a_macro_uses_a_symbol_that_is_there_and_names_it(
    call: str, symbol: str, title: str
) -> None:
    rendered = _rendered(call)
    assert f"<title>{title}</title>" in rendered
    assert re.findall(r'href="/static/pieces\.svg#([^"]+)"', rendered) == [symbol]
    assert symbol in _symbols()


def test_a_piece_nobody_knows_is_written_and_escaped() -> None:
    assert _rendered('piece("??", "die")') == '<span class="piece-unknown">??</span>'
    assert _rendered('piece("<b>9-9")') == '<span class="piece-unknown">&lt;b&gt;9-9</span>'


@pytest.mark.parametrize(
    ("amount", "chips"),
    [
        (0, []),
        (2500, [2500]),
        (12_600, [10_000, 2500, 100]),
        (10, []),
        (900_000_000, [2_500_000] * 8),
    ],
)
def test_an_amount_lies_in_chips_largest_first(amount: int, chips: list[int]) -> None:
    assert stack(amount) == chips


def test_chips_are_decoration_beside_their_amount() -> None:
    rendered = _rendered("chips(12500)")
    assert rendered.count("<use ") == 2
    assert 'aria-hidden="true"' in rendered
    assert "$125.00" in rendered
