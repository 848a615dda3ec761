"""Tiles: their names, their hashes, and trees read out of them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.transparency.hashing import HASH_BYTES, check_consistency, check_inclusion, leaf_hash
from services.transparency.tiles import (
    WIDTH,
    BadBundle,
    BadPath,
    Edge,
    Tile,
    Tree,
    edge_tiles,
    pack_entries,
    read_level,
    read_path,
    tile_width,
    unpack_entries,
    write_path,
)
from tests.support.share import examples
from tests.unit.transparency.test_hashing import numbered, tree_hash


class Kept:
    """Tiles as they were when a tree had a certain size."""

    def __init__(self) -> None:
        self.tiles: dict[tuple[int, int], bytes] = {}

    def read(self, tile: Tile) -> bytes:
        return self.tiles[tile.level, tile.index][: tile.width * HASH_BYTES]


@pytest.mark.parametrize(
    ("index", "width", "path"),
    [
        (0, WIDTH, "000"),
        (1234067, WIDTH, "x001/x234/067"),
        (273, 112, "273.p/112"),
        (1000, 1, "x001/000.p/1"),
    ],
)
def test_paths_are_those_of_the_specification(index: int, width: int, path: str) -> None:
    assert write_path(index, width) == path
    assert read_path(path) == (index, width)


@pytest.mark.parametrize(
    "path",
    [
        "", "0", "0000", "x000/001", "x001", "001/002", "000.p/0", "000.p/256", "000.p/01", "000.p/",
        "000.p/999", "-01", "\u0661\u0662\u0663", "000/", "x" * 4000, "x001/" * 9 + "000", "000.p/1.p/1",
    ],
)  # fmt: skip
def test_no_other_path_is_taken(path: str) -> None:
    with pytest.raises(BadPath):
        read_path(path)


@pytest.mark.parametrize("level", ["64", "00", "-1", "", "entries", "1 "])
def test_a_level_is_from_0_to_63(level: str) -> None:
    with pytest.raises(BadPath):
        read_level(level)


def test_the_tiles_of_seventy_thousand_entries() -> None:
    """The specification's own example."""
    assert list(edge_tiles(70_000)) == [Tile(0, 273, 112), Tile(1, 1, 17), Tile(2, 0, 1)]
    assert list(edge_tiles(256)) == [Tile(1, 0, 1)]
    assert tile_width(0, 272, 70_000) == WIDTH
    assert tile_width(0, 274, 70_000) == 0


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.integers(1, 700), min_size=1, max_size=4), st.data())
def test_a_tree_grown_in_steps_is_the_tree(steps: list[int], data: st.DataObject) -> None:
    kept, edge = Kept(), Edge()
    entries = numbered(sum(steps))
    for step in steps:
        start = edge.size
        edge = Edge(start, kept.read)  # as after a restart
        kept.tiles |= edge.append(map(leaf_hash, entries[start : start + step]))
        assert edge.root() == tree_hash(entries[: edge.size])
    size = data.draw(st.integers(1, len(entries)))
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size))
    tree = Tree(size, kept.read)
    root = tree_hash(entries[:size])
    assert tree.root() == root
    check_inclusion(leaf_hash(entries[index]), index, size, root, tree.inclusion(index))
    check_consistency(old, tree_hash(entries[:old]), size, root, tree.consistency(old))


def test_a_tree_of_three_levels() -> None:
    kept, edge = Kept(), Edge()
    entries = numbered(66_000)
    kept.tiles |= edge.append(map(leaf_hash, entries))
    assert {level for level, _ in kept.tiles} == {0, 1, 2}
    assert edge.root() == tree_hash(entries)
    assert Tree(65_537, kept.read).root() == tree_hash(entries[:65_537])


@given(st.lists(st.binary(max_size=300), max_size=20))
def test_entries_come_out_of_a_bundle_as_they_went_in(entries: list[bytes]) -> None:
    assert unpack_entries(pack_entries(entries)) == entries


@pytest.mark.parametrize("bundle", [b"\x00", b"\x00\x05four", b"\x00\x01a\x00"])
def test_a_bundle_that_was_cut_is_refused(bundle: bytes) -> None:
    with pytest.raises(BadBundle):
        unpack_entries(bundle)
