"""A round of pai gow as it lies: hands around the dealer, the bank, the dice, the dead hand."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Protocol

from domain.games.pai_gow.account.phrases import style_told
from domain.games.pai_gow.elections.terms import own_terms
from domain.games.pai_gow.layout.pieces import Pieces
from domain.games.pai_gow.layout.positions import DEAD, DEALER, SEATS
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.regulations import regulation_for
from domain.games.seam.drawing import DieLook, dice
from domain.games.seam.layout import Cloth, Hand, Lying, Place, Shown, ShownDie
from domain.money import dollars
from domain.shared_terms import TableTerms
from domain.unseen import is_unseen

_WHITE: Final = DieLook("asian", "#fbf7ec", "#8b919b", "#14171b", "#d1201f", has_large_one=True)
_EYE: Final = DieLook("eye", "#0d6b4f", "#053527", "#ffe9ae", "#ffe9ae", has_large_one=True)
DICE: Final = dice(_WHITE, _EYE)
"""White ones with a red one and four, and the dragon's eye die, which has a colour of its own."""


class _Row(Protocol):
    """What of a round's row is read here."""

    regulation: str
    dice: tuple[int, ...] | None
    shaker: int | str | None
    style: str | None
    number_announced: int | None
    start: str | None
    house: str | None
    exposed: tuple[str, ...]
    surrendered: tuple[int, ...]
    voided: tuple[int, ...]
    abandoned: tuple[int, ...]
    triples: int | None
    hands: Mapping[str, tuple[str, ...]]
    settings: Mapping[str, Setting]
    banker: Any
    bank: Any
    dealer_wager: Any


def dice_of(terms: TableTerms) -> tuple[ShownDie, ...]:
    """The first counts as the dragon's eye where that is elected."""
    eye = own_terms(terms).dragons_eye is not None
    first = ShownDie("Dragon's eye die", _EYE.name) if eye else ShownDie("Die 1", _WHITE.name)
    return (first, *(ShownDie(f"Die {number}", _WHITE.name) for number in (2, 3)))


def cloth(shown: Shown) -> Cloth:
    row: _Row = shown.row
    terms = own_terms(shown.terms)
    pieces = regulation_for(row.regulation, terms.wheel).game
    with_eye = terms.dragons_eye is not None
    unplayed = row.hands.get(DEAD)
    hand = () if unplayed is None else (Hand("", unplayed),)
    dead = Place(DEAD, "Dead hand", hands=hand, is_told=shown.told == DEAD)
    return Cloth(
        seats=tuple(_seat(shown, seat, pieces, with_eye=with_eye) for seat in SEATS),
        house=Place(
            position=DEALER,
            label="Dealer",
            marks=tuple(_marks(row, DEALER, with_eye=False)),
            hands=_hands(row, DEALER, pieces),
            chips=_dealers_chips(row),
            is_told=shown.told == DEALER,
        ),
        aside=dead if DEAD in pieces.ring and hand else None,
        dice=shown.dice,
        notes=tuple(_notes(row)),
        pieces=pieces.piece,
        is_arc=True,
        is_fanned=not pieces.in_stacks,
    )


def _seat(shown: Shown, seat: int, pieces: Pieces, *, with_eye: bool) -> Place:
    row: _Row = shown.row
    banker = row.banker
    banks = () if banker is None or banker.seat != seat else (banker.player,)
    return Place(
        position=str(seat),
        label=f"Seat {seat}",
        player=shown.player(seat, *banks),
        marks=tuple(_marks(row, str(seat), with_eye=with_eye)),
        hands=_hands(row, str(seat), pieces),
        chips=shown.at(seat),
        is_told=str(seat) == shown.told,
    )


def _marks(row: _Row, position: str, *, with_eye: bool) -> Iterator[str]:
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


def _hands(row: _Row, position: str, pieces: Pieces) -> tuple[Hand, ...]:
    """As they were set, or as they were dealt."""
    setting = row.settings.get(position)
    if setting is not None:
        return (_named("High", setting.high, pieces), _named("Low", setting.low, pieces))
    dealt = row.hands.get(position)
    return () if dealt is None else (Hand("", dealt),)


def _named(label: str, hand: tuple[str, ...], pieces: Pieces) -> Hand:
    return Hand(label, hand, None if is_unseen(hand) else pieces.name(hand))


def _dealers_chips(row: _Row) -> tuple[Lying, ...]:
    """What the dealer wagers against a bank."""
    if row.banker is None or not row.banker.dealer_wager:
        return ()
    ended = row.dealer_wager
    outcome = None if ended is None else ended.outcome
    amount = row.banker.dealer_wager
    return (Lying(0, "against the bank", None, DEALER, amount, outcome=outcome),)


def _notes(row: _Row) -> Iterator[str]:
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
