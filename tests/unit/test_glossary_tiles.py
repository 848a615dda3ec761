"""The glossary calls tiles what the search and the drawings call them."""

import re
from pathlib import Path

from domain.games.pai_gow.tiles.names import SUPREME_NAMES, TILE_NAMES
from domain.games.pai_gow.tiles.tile_set import KINDS

ROW = re.compile(r"\| ((?:`\d-\d`(?:, )?)+) \| [^|]* \| [^|]* \| ([^|]*) \| ([^|;]*)")


def test_every_tile_has_its_names(root: Path) -> None:
    told = (root / "docs/glossary.md").read_text()
    rows = ROW.findall(told)
    kinds = [kind for tiles, _, _ in rows for kind in re.findall(r"\d-\d", tiles)]
    assert sorted(kinds) == sorted(KINDS)
    for tiles, name, others in rows:
        for kind in re.findall(r"\d-\d", tiles):
            known = {*TILE_NAMES[kind].every, *SUPREME_NAMES}
            assert {name.strip(), *map(str.strip, others.split(","))} <= known, kind
