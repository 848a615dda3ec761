"""Pai gow for the simulator; a round that somebody else began, ended by what is lawful now."""

from collections.abc import Callable, Iterator
from typing import Final

from domain.games.pai_gow.bots.dealing import HIGHEST_NUMBER, seven_each, shaken, stacks_of
from domain.games.pai_gow.bots.rounds import PaiGowPlay
from domain.games.pai_gow.bots.setups import SETUPS
from domain.games.pai_gow.layout.positions import DEALER
from domain.games.pai_gow.regulations import regulation_for
from domain.games.pai_gow.views.in_play import Shown
from domain.games.pai_gow.wagers.names import DICE_BONUS, PROGRESSIVE
from domain.games.seam.bots import Bots, Fields, Move, SeenTable


def finishing(seen: SeenTable) -> Iterator[Move]:
    """What a dealer would do next, the first choice first; every hand is set the house way."""
    for command, fields_of in _IN_TURN.items():
        if command in seen.next:
            for fields in fields_of(seen):
                yield command, fields


def giving_back(seen: SeenTable, reason: str) -> Iterator[Move]:
    """What lies on the layout between two rounds."""
    for kept in _shown(seen).triples.retained:
        named = {"seat": kept.seat, "wager": DICE_BONUS}
        supervisor = seen.supervisor("return_wager")
        yield "return_wager", {**named, "reason": reason, "supervisor": supervisor}


def _shown(seen: SeenTable) -> Shown:
    shown = seen.in_play.own
    assert isinstance(shown, Shown)
    return shown


def _settled(seen: SeenTable) -> Iterator[Fields]:
    yield {"supervisor": seen.supervisor("settle")}


def _exposed(seen: SeenTable) -> Iterator[Fields]:
    yield from ({"seat": seat} for seat in _shown(seen).exposed)


def _as_it_is(_: SeenTable) -> Iterator[Fields]:
    yield {}


def _hands(seen: SeenTable) -> Iterator[Fields]:
    """One at a time; of two of one player the rules take the larger wager's first."""
    yield from ({"seat": seat} for seat in _shown(seen).to_set)
    yield {"seat": DEALER}


def _dealt(seen: SeenTable) -> Iterator[Fields]:
    """After a wrong total with a start, right or not: either brings the round to its end."""
    for pieces in _pieces(seen):
        yield pieces
        yield {**pieces, "start": DEALER}


def _pieces(seen: SeenTable) -> Iterator[Fields]:
    rules, playing = regulation_for(seen.regulation), seen.in_play
    if rules.game.in_stacks:
        yield {"stacks": stacks_of(seen.luck)}
        return
    seat = _shown(seen).bank
    bank = () if seat is None else (seat,)
    with_cards = {
        one.seat for one in playing.wagers if rules.catalogue[one.wager].decided_by != "dice"
    }
    for seats in ({*playing.seats}, {*with_cards, *bank}):
        yield {"hands": seven_each(seats, seen.luck)}


def _number(seen: SeenTable) -> Iterator[Fields]:
    yield {"number": seen.luck.randint(1, HIGHEST_NUMBER)}


def _dice(seen: SeenTable) -> Iterator[Fields]:
    yield {"dice": shaken(seen.luck)}


def _no_more_bets(seen: SeenTable) -> Iterator[Fields]:
    """Under full controls the lit acceptors are held against the wagers."""
    lit = [one.seat for one in seen.in_play.wagers if one.wager == PROGRESSIVE]
    yield {"lights": lit} if lit and seen.full_controls else {}


_IN_TURN: Final[dict[str, Callable[[SeenTable], Iterator[Fields]]]] = {
    "settle": _settled,
    "play_on": _exposed,
    "set_house": _as_it_is,
    "set_hand": _hands,
    "deal": _dealt,
    "announce_number": _number,
    "roll": _dice,
    "no_more_bets": _no_more_bets,
}

BOTS: Final = Bots(
    letters="PG",
    one_in=1,
    setups=SETUPS,
    play=PaiGowPlay,
    pace={
        "pass_bank": (1, 3),
        "accept_bank": (4, 9),
        "cut": (3, 6),
        "choose_delivery": (2, 4),
        "announce_number": (3, 6),
        "deal": (12, 18),
        "expose": (1, 3),
        "play_on": (4, 9),
        "void_hand": (4, 9),
        "misdeal": (5, 20),
        "reshuffle": (30, 60),
        "set_hand": (2, 6),
        "set_house": (4, 8),
        "surrender": (2, 5),
        "abandon": (10, 30),
        "settle": (10, 16),
        "set_out_tiles": (20, 60),
        "change_tiles": (60, 120),
        "correct_deal": (10, 30),
        "correct_setting": (5, 15),
        "correct_bank": (5, 15),
    },
    told_by=dict.fromkeys(
        (
            *("misdeal", "abandon", "reshuffle", "change_tiles"),
            *("correct_deal", "correct_setting", "correct_bank"),
        ),
        "floorperson",
    ),
    finishing=finishing,
    giving_back=giving_back,
)
