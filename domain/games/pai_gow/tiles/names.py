"""What each tile is called: by the pit, in English, in Chinese. One list for whoever names one."""

from typing import Final, NamedTuple

from domain.games.pai_gow.tiles.tile_set import KINDS


class TileNames(NamedTuple):
    """Of one kind of tile, the usual name first in each language."""

    pit: str
    """As hands are told."""
    english: tuple[str, ...]
    chinese: tuple[str, ...]

    @property
    def every(self) -> tuple[str, ...]:
        return (self.pit, *self.english, *self.chinese)


_ENGLISH: Final = {
    "6-6": ("heaven", "sky"),
    "1-1": ("earth",),
    "4-4": ("man", "human"),
    "1-3": ("goose", "harmony"),
    "5-5": ("plum flower", "plum"),
    "3-3": ("long three", "long"),
    "2-2": ("bench", "board"),
    "5-6": ("hatchet", "axe", "tiger head"),
    "4-6": ("partition", "screen", "red head ten"),
    "1-6": ("long-leg seven", "high-leg seven"),
    "1-5": ("big-head six", "red-head six"),
    "3-6": ("mixed nine",),
    "4-5": ("mixed nine",),
    "2-6": ("mixed eight",),
    "3-5": ("mixed eight",),
    "2-5": ("mixed seven",),
    "3-4": ("mixed seven",),
    "2-4": ("supreme six",),
    "1-4": ("mixed five",),
    "2-3": ("mixed five",),
    "1-2": ("supreme three",),
}
_CHINESE: Final = {
    "6-6": ("天", "天牌"),
    "1-1": ("地", "地牌"),
    "4-4": ("人", "人牌"),
    "1-3": ("鵝", "鹅", "鵝牌", "鹅牌", "和", "和牌"),
    "5-5": ("梅", "梅花", "梅牌"),
    "3-3": ("長三", "长三", "長", "长"),
    "2-2": ("板凳", "板", "櫈"),
    "5-6": ("斧頭", "斧头", "虎頭", "虎头"),
    "4-6": ("屏風", "屏风", "紅頭十", "红头十"),
    "1-6": ("高腳七", "高脚七"),
    "1-5": ("零霖六", "銅錘六", "铜锤六"),
    "3-6": ("雜九", "杂九"),
    "4-5": ("雜九", "杂九"),
    "2-6": ("雜八", "杂八"),
    "3-5": ("雜八", "杂八"),
    "2-5": ("雜七", "杂七"),
    "3-4": ("雜七", "杂七"),
    "2-4": ("至尊六", "二四"),
    "1-4": ("雜五", "杂五"),
    "2-3": ("雜五", "杂五"),
    "1-2": ("至尊三", "丁三"),
}

TILE_NAMES: Final = {
    kind: TileNames(tile.name, _ENGLISH[kind], _CHINESE[kind]) for kind, tile in KINDS.items()
}
SUPREME_ENGLISH: Final = "supreme"
SUPREME_CHINESE: Final = "至尊"
SUPREME_NAMES: Final = (
    *("gee joon", SUPREME_ENGLISH, "supreme pair"),
    *(SUPREME_CHINESE, "至尊寶", "至尊宝"),
)
"""Of the two gee joon tiles together."""
