"""What is drawn of a round after a step: places around the cloth, pieces, chips, dice."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from domain.events import Event
from domain.game_library import LIBRARY
from domain.game_names import wager_named
from domain.games.craps.game import GAME as CRAPS
from domain.games.craps.views.round_row import CrapsRow
from domain.games.pai_gow.account.phrases import style_told
from domain.games.pai_gow.elections.terms import Terms as PaiGowTerms
from domain.games.pai_gow.elections.terms import own_terms
from domain.games.pai_gow.layout.pieces import Pieces
from domain.games.pai_gow.layout.positions import DEAD, DEALER, SEATS
from domain.games.pai_gow.regulations import regulation_for
from domain.money import dollars
from domain.terms import Terms
from domain.unseen import is_unseen
from projections.rounds.row import RoundRow
from services.web.replay.picture import Lying, Picture

PieceKind: TypeAlias = Literal["tile", "card"]
POINTS: Final = (4, 5, 6, 8, 9, 10)
_PHASES: Final = {
    "betting": "wagers are made",
    "no_more_bets": "no more bets",
    "rolled": "the dice are read",
    "dealt": "hands are set",
    "house_set": "the house's hand is set",
    "closed": "closed",
    "voided": "void",
}


class Hand(NamedTuple):
    """Pieces that lie together, and what they are called where they are seen."""

    label: str
    pieces: tuple[str, ...]
    name: str | None


class Chips(NamedTuple):
    """A wager as it lies."""

    wager: str
    amount: int
    coupon: int
    point: int | None
    outcome: str | None
    paid: int
    vigorish: int


class Place(NamedTuple):
    """One position of the layout."""

    position: str
    label: str
    player: str | None
    """Where somebody is known by name."""
    marks: tuple[str, ...]
    hands: tuple[Hand, ...]
    chips: tuple[Chips, ...]
    is_told: bool
    """The step is about this place."""


class Die(NamedTuple):
    face: int
    kind: str


class Layout(NamedTuple):
    """The cloth after a step."""

    game: Literal["pai_gow", "craps"]
    pieces: PieceKind
    phase: str
    seats: tuple[Place, ...]
    dealer: Place | None
    dead: Place | None
    dice: tuple[Die, ...]
    notes: tuple[str, ...]
    """What the cloth shows beside the pieces."""
    point: int | None = None
    come_out: bool = False


def layout_of(picture: Picture, terms: Terms, event: Event | None = None) -> Layout:
    """`event`: what has just happened; the place that it is about stands out."""
    told = None if event is None else _told_of(event)
    if LIBRARY.by_regulation[picture.row.regulation] is CRAPS:
        return _craps(picture, told)
    return _pai_gow(picture, own_terms(terms), told)


def _pai_gow(picture: Picture, terms: PaiGowTerms, told: str | None) -> Layout:
    row, with_eye = picture.row, terms.dragons_eye is not None
    pieces = regulation_for(row.regulation, terms.wheel).game
    lying = picture.wagers()
    seats = tuple(
        Place(
            position=str(seat),
            label=f"Seat {seat}",
            player=_player(row, lying, seat),
            marks=tuple(_marks(row, str(seat), with_eye)),
            hands=_hands(row, str(seat), pieces),
            chips=tuple(_chips(one) for one in lying if one.spot.seat == seat),
            is_told=str(seat) == told,
        )
        for seat in SEATS
    )
    dealer = Place(
        position=DEALER,
        label="Dealer",
        player=None,
        marks=tuple(_marks(row, DEALER, False)),
        hands=_hands(row, DEALER, pieces),
        chips=_dealers_chips(row),
        is_told=told == DEALER,
    )
    unplayed = row.hands.get(DEAD)
    hand = () if unplayed is None else (Hand("", unplayed, None),)
    dead = Place(DEAD, "Dead hand", None, (), hand, (), is_told=told == DEAD)
    return Layout(
        game="pai_gow",
        pieces="card" if pieces.piece == "card" else "tile",
        phase=_PHASES.get(row.phase, row.phase),
        seats=seats,
        dealer=dealer,
        dead=dead if DEAD in pieces.ring else None,
        dice=_dice(row, with_eye=with_eye),
        notes=tuple(_notes(row)),
    )


def _craps(picture: Picture, told: str | None) -> Layout:
    row, lying = picture.row, picture.wagers()
    seats = tuple(
        Place(
            position=str(seat),
            label=f"Place {seat}",
            player=_player(row, lying, seat),
            marks=("shooter",) if row.shaker == seat else (),
            hands=(),
            chips=tuple(_chips(one) for one in lying if one.spot.seat == seat),
            is_told=str(seat) == told,
        )
        for seat in sorted({one.spot.seat for one in lying})
    )
    assert isinstance(row.craps, CrapsRow)
    opened, ended = row.craps.opened, row.craps.ended
    return Layout(
        game="craps",
        pieces="tile",
        phase=_PHASES.get(row.phase, row.phase),
        seats=seats,
        dealer=None,
        dead=None,
        dice=tuple(Die(face, "western") for face in row.dice or ()),
        notes=tuple(_notes(row)),
        point=opened.point if ended is None else ended.point,
        come_out=opened.come_out if ended is None else ended.point is None,
    )


def _told_of(event: Event) -> str | None:
    """The position that the event names."""
    for field in ("seat", "position", "shaker"):
        found = getattr(event, field, None)
        if isinstance(found, int | str):
            return str(found)
    return None


def _player(row: RoundRow, lying: list[Lying], seat: int) -> str | None:
    """Nobody where only the seat is known."""
    named = [one.player for one in lying if one.spot.seat == seat]
    if row.banker is not None and row.banker.seat == seat:
        named.append(row.banker.player)
    return next((player for player in named if player != f"seat-{seat}"), None)


def _marks(row: RoundRow, position: str, with_eye: bool) -> Iterator[str]:
    bank = row.banker
    if bank is not None and str(bank.seat) == position:
        yield "co-bank" if bank.co_bank else "bank"
    elif row.house == position:
        yield "house"
    if row.start == position:
        yield "first stack"
    if str(row.shaker) == position:
        yield "shaker"
    if with_eye and row.dice and str(row.dice[0]) == position:
        yield "dragon's eye"
    if position in row.exposed:
        yield "exposed"
    for word, seats in (
        ("surrendered", row.surrendered),
        ("hand void", row.voided),
        ("left", row.abandoned),
    ):
        if position in map(str, seats):
            yield word


def _hands(row: RoundRow, position: str, pieces: Pieces) -> tuple[Hand, ...]:
    """As they were set, or as they were dealt."""
    setting = row.settings.get(position)
    if setting is not None:
        return (_named("High", setting.high, pieces), _named("Low", setting.low, pieces))
    dealt = row.hands.get(position)
    return () if dealt is None else (Hand("", dealt, None),)


def _named(label: str, hand: tuple[str, ...], pieces: Pieces) -> Hand:
    return Hand(label, hand, None if is_unseen(hand) else pieces.name(hand))


def _chips(one: Lying) -> Chips:
    ended = one.ended
    return Chips(
        wager=wager_named(one.spot.wager),
        amount=one.amount,
        coupon=one.coupon,
        point=one.spot.point,
        outcome=None if ended is None else ended.outcome,
        paid=0 if ended is None else ended.paid,
        vigorish=0 if ended is None else ended.vigorish,
    )


def _dealers_chips(row: RoundRow) -> tuple[Chips, ...]:
    """What the dealer wagers against a bank."""
    if row.banker is None or not row.banker.dealer_wager:
        return ()
    ended = row.dealer_wager
    outcome = None if ended is None else ended.outcome
    return (Chips("against the bank", row.banker.dealer_wager, 0, None, outcome, 0, 0),)


def _dice(row: RoundRow, *, with_eye: bool) -> tuple[Die, ...]:
    faces = row.dice or ()
    return tuple(
        Die(face, "eye" if with_eye and not at else "asian") for at, face in enumerate(faces)
    )


def _notes(row: RoundRow) -> Iterator[str]:
    if row.dice:
        yield f"{sum(row.dice)} in all"
    if row.number_announced is not None:
        yield f"the generator shows {row.number_announced}"
    if row.style is not None:
        yield style_told(row.style)
    if (bank := row.banker) is not None:
        yield f"the {'co-bank' if bank.co_bank else 'bank'} shows {dollars(bank.chips)}"
    if row.bank is not None:
        yield f"for the bank {dollars(row.bank.net)}"
    if row.triples:
        yield f"triples running: {row.triples}"
