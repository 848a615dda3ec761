"""How pai gow is drawn: tiles or cards, three dice, six seats on an arc, and its commands."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from domain.games.pai_gow.drawing.cards import CARDS
from domain.games.pai_gow.drawing.cloth import DICE, cloth, dice_of
from domain.games.pai_gow.drawing.tiles import TILES
from domain.games.pai_gow.messages.events import DealCorrected
from domain.games.pai_gow.regulations import regulation_for
from domain.games.pai_gow.sheets.glossary import pairs, tiles
from domain.games.pai_gow.tiles.names import SUPREME_CHINESE, TILE_NAMES
from domain.games.pai_gow.tiles.tile_set import KINDS
from domain.games.seam.layout import (
    SHARED_PHASES,
    Action,
    Column,
    Equipment,
    Glossary,
    Layout,
    Mark,
    Phase,
    PieceSearch,
)

_COMMANDS: Final[Mapping[str, Action]] = {
    "accept_bank": Action("Accept bank", "b"),
    "pass_bank": Action("Pass bank", "p"),
    "cut": Action("Cut", "u"),
    "choose_delivery": Action("Delivery", "y", is_choice=True),
    "announce_number": Action("Generator's number", "g"),
    "deal": Action("Deal", "d"),
    "set_hand": Action("Set hands", "s"),
    "set_house": Action("Set house", "h"),
    "surrender": Action("Surrender", "e"),
    "misdeal": Action("Misdeal", group="irregular", is_grave=True),
    "reshuffle": Action("Reshuffle", group="irregular"),
    "expose": Action("Expose", group="irregular", is_grave=True),
    "void_hand": Action("Void hand", group="irregular"),
    "play_on": Action("Play on", group="irregular"),
    "abandon": Action("Abandon", group="irregular", is_grave=True),
    "set_out_tiles": Action("Set out tiles", group="table"),
    "change_tiles": Action("Change tiles", group="table"),
}


def _equipment(regulation: str) -> tuple[Equipment, ...]:
    in_stacks = regulation_for(regulation).game.in_stacks
    word, lie = (
        ("tiles", "tiles lie face up in pairs") if in_stacks else ("cards", "cards lie face up")
    )
    return (
        Equipment("set_out_tiles", f"Set out the {word}", f"The {lie}"),
        Equipment(
            "change_tiles",
            f"Change the {word}",
            "A fresh set is at the table",
            reason="Why the old set goes",
            is_signed=True,
        ),
        Equipment("change_dice", "Change the dice", "Fresh dice are at the table"),
    )


def _standing(view: Any) -> Iterator[tuple[str, object]]:
    if view.triples.count:
        yield "Triples running", view.triples.count


@cache
def _glossary() -> tuple[Glossary, ...]:
    of_tiles = (
        *(Column("Tile", "piece"), Column("Rank"), Column("Written", "name")),
        *(Column("The pit\N{RIGHT SINGLE QUOTATION MARK}s word"), Column("English")),
        *(Column("Chinese", "chinese"), Column("Spots", "count"), Column("In the set", "count")),
    )
    return (
        Glossary(
            "tiles",
            "Tiles, by rank",
            of_tiles,
            [
                (
                    f"tile-{one.piece}",
                    (
                        *(one.piece, one.tile.rank, one.piece, one.names.pit),
                        ", ".join(one.names.english),
                        "\N{FULLWIDTH COMMA}".join(one.names.chinese),
                        *(one.tile.spots, one.tile.copies),
                    ),
                )
                for one in tiles()
            ],
        ),
        Glossary(
            "pairs",
            "Pairs, wongs and gongs, the highest first",
            (Column("Place"), Column("Name", "name"), Column("Made of", "ways")),
            [("", (one.place, one.name, one.ways)) for one in pairs()],
        ),
    )


def _remembered() -> Iterator[tuple[str, str]]:
    """By name, as they are remembered."""
    for kind, names in TILE_NAMES.items():
        spots = KINDS[kind].spots
        said = f"{names.english[0]}, {names.chinese[0]}, {spots} spots"
        yield names.pit, said
        if KINDS[kind].copies > 1:
            yield f"pair of {names.pit}", f"two of {said}"
    yield "gee joon", f"the supreme pair, {SUPREME_CHINESE}"
    yield "joker", "of cards"
    yield "pair of aces", "of cards"


LAYOUT: Final = Layout(
    kinds=(TILES, CARDS, DICE),
    phases={
        **SHARED_PHASES,
        "no_more_bets": SHARED_PHASES["no_more_bets"]._replace(primary=("roll", "announce_number")),
        "rolled": SHARED_PHASES["rolled"]._replace(primary=("deal",)),
        "dealt": Phase("Dealt", "hands are set", ("set_hand", "set_house"), "blue"),
        "house_set": Phase(
            "House hand is set", "the house's hand is set", ("set_hand", "set_house"), "ivory"
        ),
    },
    commands=_COMMANDS,
    values={"uncovered": "Bank lifted the lid"},
    lists_wagers=False,
    running="Triples",
    is_counted=True,
    marks=(
        Mark("setting", "hand to be set"),
        Mark("exposed", "tile exposed"),
        Mark("bank", "bank"),
        Mark("co-bank", "co-bank"),
        Mark("offered", "bank offered"),
    ),
    dice=dice_of,
    equipment=_equipment,
    standing=_standing,
    cloth=cloth,
    undoes_all=(DealCorrected,),
    names_hands=frozenset({"set_hand", "set_house", "deal", "correct_deal", "correct_setting"}),
    glossary=_glossary,
    search=PieceSearch(
        "Tiles or cards in the hand",
        "pair of sixes, teen, 天, AS",
        tuple(dict(_remembered()).items()),
    ),
)
