"""The tiles or cards to pick from, and where what is picked goes."""

from domain.games.pai_gow.cards import deck
from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.layout.positions import TILE_RING
from domain.games.pai_gow.round.dealing import places_kept, places_told
from domain.games.pai_gow.round.house_way import by_house_way
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.start import start_of
from domain.games.pai_gow.round.state import Round
from domain.games.pai_gow.tiles import tile_set
from domain.games.pai_gow.tiles.dealing import deliver
from domain.games.pai_gow.tiles.delivery import STYLES
from domain.games.pai_gow.tiles.tile_set import FULL_SET
from domain.options import Group, Pieces, Split


def dealt_pieces(play: Play, state: Round) -> Pieces:
    """Stacks of tiles from the dealer's right, or the cards of each place that is dealt to."""
    game = play.rules.game
    each = game.high_size + game.low_size
    if not game.in_stacks:
        hands = tuple(Group(place, each) for place in places_told(state))
        return Pieces(piece=game.piece, whole=DECK, field="hands", groups=hands)
    # Every tile is marked with its place in its stack, and dealt: so it is seen where each goes.
    marked = [[f"{at}/{down}" for down in range(each)] for at in range(1, len(TILE_RING) + 1)]
    start = start_of(state, play.rules)
    dealt = deliver(marked, state.style or STYLES[0], start, places_kept(state))
    goes_to = {mark: place for place, tiles in dealt.items() for mark in tiles}
    stacks = tuple(
        Group(str(at), each, tuple(goes_to[mark] for mark in stack))
        for at, stack in enumerate(marked, 1)
    )
    return Pieces(piece=game.piece, whole=FULL_SET, field="stacks", groups=stacks)


def set_pieces(play: Play) -> Pieces:
    """A hand is named out of the whole set: which pieces it has is not for everybody's eyes."""
    game = play.rules.game
    whole = FULL_SET if game.in_stacks else DECK
    return Pieces(piece=game.piece, whole=whole, high=game.high_size, low=game.low_size)


def house_split(play: Play, pieces: tuple[str, ...]) -> Split | None:
    """By the way that the round being played is set by."""
    game = play.rules.game
    misfit = tile_set.misfit if game.in_stacks else deck.misfit
    whole_hand = len(pieces) == game.high_size + game.low_size
    if play.game.round is None or not whole_hand or misfit(pieces) is not None:
        return None
    setting = by_house_way(play, pieces).settings[0]
    return Split(setting.high, setting.low)
