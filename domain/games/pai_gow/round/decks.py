"""Two decks in turn beside a card shuffling device (19:47-11.2(b)).

One deck needs no name. Where the two of a table have theirs, each is used for every other round.
"""

from typing import Final

from msgspec.structs import replace

from domain.events.envelope import Stamp
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Decks, PaiGow
from domain.refusals import BooksRefuse
from domain.table.state import is_fully_controlled

_IN_TURN: Final = "19:47-11.2(b)"
_TWO: Final = 2


def check_deck(play: Play, deck: str | None, stamp: Stamp) -> None:
    """Decks that are named alternate; under full controls they are named every time."""
    fully = is_fully_controlled(play.table, stamp)
    if not fully and not play.rules.reading.decks_alternate:
        return
    names, last = play.game.decks.names, play.game.decks.last
    if deck is None:
        if fully and names:
            reason = f"{play.table.name} is dealt from decks in turn, {' and '.join(names)}"
            raise BooksRefuse(_IN_TURN, f"{reason}; tell which one it was as `deck`")
        return
    if deck == last:
        reason = (
            f"the last round at {play.table.name} was dealt from deck {deck} too; of two decks each"
            " is used for every other round (where there is one deck only, leave `deck` out)"
        )
        raise BooksRefuse(_IN_TURN, reason)
    if len(names) == _TWO and deck not in names:
        reason = (
            f"deck {deck} is a third one beside {' and '.join(names)} at {play.table.name};"
            " `change_tiles` tells that other cards came to the table"
        )
        raise BooksRefuse(_IN_TURN, reason)


def used(game: PaiGow) -> Decks:
    """After the round that is being played, which ends here."""
    assert game.round is not None
    deck, names = game.round.deck, game.decks.names
    if deck is None:
        # Nothing was dealt, or nobody said from what: either deck may be next.
        return replace(game.decks, last=None)
    known = names if deck in names else (*names, deck)[-_TWO:]
    return Decks(names=known, last=deck)
