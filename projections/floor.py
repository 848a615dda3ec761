"""The floor: one row a table, as the pit sees it now."""

from collections.abc import Callable
from typing import Any, ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace

from domain.events import Event, Posting
from domain.events import round as of_round
from domain.events import table as of_table
from domain.positions import DEALER, SEATS
from domain.regulations import regulation_for
from domain.table.lawful import Moment, next_commands
from domain.terms import DICE_BONUS, MAIN, PROGRESSIVE, Terms, terms_of
from projections.projection import Projection, Row


class Retained(msgspec.Struct, frozen=True):
    """A dice bonus wager that stays on the table."""

    seat: int
    amount: int


class Triples(msgspec.Struct, frozen=True):
    """The running triples of a table, and the wagers that stay down on them."""

    count: int = 0
    shaker: int | Literal["dealer"] = "dealer"
    """Whose roll the next one is."""
    retained: tuple[Retained, ...] = ()


class Spot(msgspec.Struct, frozen=True):
    """A wager that is not decided."""

    seat: int
    wager: str
    player: str
    stake: int
    """Chips and coupon, in cents."""


class TableRow(Row, frozen=True, kw_only=True):
    """What the API shows of a table; cents everywhere."""

    table: str
    session: int = 0
    regulation: str = ""
    phase: str = "closed"
    round: str | None = None
    opener: int | None = None
    tray_expected: int = 0
    drop_estimated: int = 0
    win: int = 0
    vigorish: int = 0
    rounds: int = 0
    banked: int = 0
    """Of these the rounds that a player banked."""
    triples: Triples = Triples()
    terms: Terms = Terms()
    seats: tuple[int, ...] = ()
    """Betting areas with an undecided wager, or the bank."""
    wagers: tuple[Spot, ...] = ()
    """Undecided wagers of the round."""
    offered: tuple[of_round.Offer, ...] = ()
    """Whom the bank is offered to, in order, without those who passed."""
    bank: int | None = None
    """The seat that banks the round."""
    co_bank: bool = False
    """The casino carries half of that bank."""
    dealer_keeps: bool = False
    """The offer of the bank has come back to the dealer, who keeps the round."""
    dealer_wager: int = 0
    """What the dealer wagers against the bank."""
    was_cut: bool = False
    house_dealt: bool = False
    """There is a hand to compare the seats with."""
    dealer_set: bool = False
    button: int | None = None
    """The seat with the dragon's eye button."""
    to_set: tuple[int, ...] = ()
    """Seats whose hand is still to be set."""
    exposed: tuple[int, ...] = ()
    uncounted: tuple[int, ...] = ()
    """Closed sessions whose drop is not counted yet."""
    at: str = ""
    next: tuple[str, ...] = ()


def _opened(row: TableRow, event: of_table.TableOpened) -> TableRow:
    assert event.session is not None
    return TableRow(
        key=row.key,
        table=row.table,
        session=event.session,
        regulation=event.regulation,
        phase="open",
        opener=event.opener,
        terms=terms_of(event.submission),
        uncounted=row.uncounted,
    )


def _closed(row: TableRow, _: of_table.TableClosed) -> TableRow:
    return replace(row, phase="closed", uncounted=(*row.uncounted, row.session))


def _drop_counted(row: TableRow, event: of_table.DropCounted) -> TableRow:
    return replace(row, uncounted=_less(row.uncounted, event.session))


def _bought(row: TableRow, event: of_table.ChipsBought) -> TableRow:
    return replace(row, drop_estimated=row.drop_estimated + event.amount)


def _counted(row: TableRow, event: of_table.TrayCounted) -> TableRow:
    return replace(row, tray_expected=event.counted) if event.roll else row


def _round_opened(row: TableRow, event: of_round.RoundOpened) -> TableRow:
    retained = tuple(Spot(one.seat, DICE_BONUS, one.player, one.amount) for one in event.retained)
    fresh = _between_rounds(row)
    return replace(
        fresh,
        phase="betting",
        round=event.round,
        wagers=retained,
        offered=event.offered,
        dealer_keeps=event.dealer_keeps,
    )


def _between_rounds(row: TableRow) -> TableRow:
    return replace(
        row,
        phase="open",
        round=None,
        wagers=(),
        offered=(),
        bank=None,
        co_bank=False,
        dealer_keeps=False,
        dealer_wager=0,
        was_cut=False,
        house_dealt=False,
        dealer_set=False,
        to_set=(),
        exposed=(),
    )


def _bank_passed(row: TableRow, event: of_round.BankPassed) -> TableRow:
    return replace(row, offered=tuple(one for one in row.offered if one.seat != event.seat))


def _bank_accepted(row: TableRow, event: of_round.BankAccepted) -> TableRow:
    return replace(
        row,
        offered=(),
        bank=event.seat,
        co_bank=event.co_bank,
        dealer_wager=event.dealer_wager,
    )


def _placed(row: TableRow, event: of_round.WagerPlaced) -> TableRow:
    lay = [one for one in row.wagers if (one.seat, one.wager) == (event.seat, event.wager)]
    stake = event.amount + event.coupon + sum(one.stake for one in lay)
    spot = Spot(event.seat, event.wager, event.player, stake)
    return replace(row, wagers=(*(one for one in row.wagers if one not in lay), spot))


def _withdrawn(row: TableRow, event: of_round.WagerWithdrawn) -> TableRow:
    return _decided(row, event.seat, event.wager)


def _decided(row: TableRow, seat: int, wager: str) -> TableRow:
    """The spot is empty; of a dice bonus wager nothing is retained."""
    left = tuple(one for one in row.wagers if (one.seat, one.wager) != (seat, wager))
    row = replace(row, wagers=left)
    if wager != DICE_BONUS:
        return row
    retained = tuple(one for one in row.triples.retained if one.seat != seat)
    return replace(row, triples=replace(row.triples, retained=retained))


def _was_cut(row: TableRow, _: of_round.TilesCut) -> TableRow:
    return replace(row, was_cut=True)


def _bets_closed(row: TableRow, event: of_round.BetsClosed) -> TableRow:
    """Who was offered the bank and said nothing has passed."""
    return replace(_won(row, event), phase="no_more_bets", offered=())


def _rolled(row: TableRow, event: of_round.DiceRolled) -> TableRow:
    button = event.dice[0] if row.terms.dragons_eye else None
    triples = replace(row.triples, count=event.triples)
    return replace(row, phase="rolled", triples=triples, button=button)


def _announced(row: TableRow, _: of_round.NumberAnnounced) -> TableRow:
    return replace(row, phase="rolled")


def _dealt(row: TableRow, event: of_round.TilesDealt | of_round.CardsDealt) -> TableRow:
    seats = tuple(sorted(one.seat for one in row.wagers if one.wager == MAIN))
    house = DEALER if row.bank is None else str(row.bank)
    return replace(row, phase="dealt", to_set=seats, house_dealt=house in event.hands)


def _exposed(row: TableRow, event: of_round.TileExposed) -> TableRow:
    if not event.position.isdigit():
        return row
    return replace(row, exposed=(*row.exposed, int(event.position)))


def _played_on(row: TableRow, event: of_round.HandPlayedOn) -> TableRow:
    return replace(row, exposed=_less(row.exposed, event.seat))


def _hand_done(
    row: TableRow, event: of_round.HandSet | of_round.HandVoided | of_round.WagerAbandoned
) -> TableRow:
    if event.seat == "dealer":
        return replace(row, dealer_set=True)
    exposed = _less(row.exposed, event.seat)
    return replace(row, to_set=_less(row.to_set, event.seat), exposed=exposed)


def _house_set(row: TableRow, _: of_round.HouseSet) -> TableRow:
    return replace(row, phase="house_set")


def _settled(row: TableRow, event: of_round.WagerSettled) -> TableRow:
    row = _decided(_won(row, event), event.seat, event.wager)
    if event.outcome != "retained":
        return row
    stays = Retained(event.seat, event.amount)
    retained = tuple(sorted((*row.triples.retained, stays), key=lambda one: one.seat))
    return replace(row, triples=replace(row.triples, retained=retained))


def _progressive_paid(row: TableRow, event: of_round.ProgressivePaid) -> TableRow:
    return _decided(_won(row, event), event.seat, PROGRESSIVE)


def _dealer_settled(row: TableRow, event: of_round.DealerWagerSettled) -> TableRow:
    return replace(_won(row, event), dealer_wager=0)


def _won(row: TableRow, event: Posting) -> TableRow:
    """The table's win, and the vigorish in it."""
    return replace(
        row,
        win=row.win + event.entries.get("tray", 0),
        vigorish=row.vigorish - event.entries.get("vigorish", 0),
    )


def _round_over(row: TableRow, event: of_round.RoundClosed | of_round.RoundVoided) -> TableRow:
    banked = row.banked + (event.bank is not None)
    return replace(_between_rounds(row), rounds=row.rounds + 1, banked=banked)


def _less(seats: tuple[int, ...], seat: object) -> tuple[int, ...]:
    return tuple(one for one in seats if one != seat)


_CHANGES: Final[dict[type[Event], Callable[[TableRow, Any], TableRow]]] = {
    of_table.TableOpened: _opened,
    of_table.TableClosed: _closed,
    of_table.DropCounted: _drop_counted,
    of_table.ChipsBought: _bought,
    of_table.TrayCounted: _counted,
    of_round.RoundOpened: _round_opened,
    of_round.BankPassed: _bank_passed,
    of_round.BankAccepted: _bank_accepted,
    of_round.WagerPlaced: _placed,
    of_round.WagerWithdrawn: _withdrawn,
    of_round.BetsClosed: _bets_closed,
    of_round.TilesCut: _was_cut,
    of_round.DiceRolled: _rolled,
    of_round.NumberAnnounced: _announced,
    of_round.TilesDealt: _dealt,
    of_round.CardsDealt: _dealt,
    of_round.TileExposed: _exposed,
    of_round.HandPlayedOn: _played_on,
    of_round.HandSet: _hand_done,
    of_round.HandVoided: _hand_done,
    of_round.WagerAbandoned: _hand_done,
    of_round.HouseSet: _house_set,
    of_round.WagerSettled: _settled,
    of_round.ProgressivePaid: _progressive_paid,
    of_round.VigorishTaken: _won,
    of_round.DealerWagerSettled: _dealer_settled,
    of_round.BankSettled: _won,
    of_round.RoundClosed: _round_over,
    of_round.RoundVoided: _round_over,
}


def _first_offer(row: TableRow) -> of_round.Offer | None:
    """To whom the bank is offered now; a seat that somebody else has taken is passed over."""
    taken = {one.seat: one.player for one in row.wagers}
    open_to = (one for one in row.offered if taken.get(one.seat, one.player) == one.player)
    return next(open_to, None)


def _free_to_bank(row: TableRow) -> bool:
    """The player it is offered to has no wager on the hands, and none on another area."""
    offer = _first_offer(row)
    return offer is not None and not any(
        one.player == offer.player and (one.wager == MAIN or one.seat != offer.seat)
        for one in row.wagers
    )


def _may_be_set(row: TableRow) -> bool:
    """Some hand may be set now: of a player's two hands the larger wager's comes first."""
    unset = [one for one in row.wagers if one.wager == MAIN and one.seat in row.to_set]
    first: dict[str, int] = {}
    for one in sorted(unset, key=lambda one: (-one.stake, one.seat)):
        first.setdefault(one.player, one.seat)
    return bool(set(first.values()) - set(row.exposed))


def _moment(row: TableRow) -> Moment:
    rules = regulation_for(row.regulation) if row.regulation else None
    in_stacks = rules is not None and rules.game.in_stacks
    return Moment(
        wagers=bool(row.wagers),
        playing=any(one.wager == MAIN for one in row.wagers),
        offered=_first_offer(row) is not None,
        may_accept=_free_to_bank(row),
        banked=row.bank is not None,
        may_cut=in_stacks and row.bank is not None and not row.was_cut,
        may_choose=in_stacks and (row.bank is not None or row.terms.dealer_delivery),
        dealer_plays=row.dealer_wager > 0,
        dealer_to_set=row.dealer_wager > 0 and not row.dealer_set,
        generator=row.terms.generator,
        abandons=rules is not None and rules.abandons,
        to_set=_may_be_set(row),
        all_set=not row.to_set,
        house_dealt=row.house_dealt,
        exposed=bool(row.exposed),
        covered=in_stacks or len(_in_play(row)) < len(SEATS),
        uncounted=bool(row.uncounted),
    )


def _in_play(row: TableRow) -> tuple[int, ...]:
    seats = {one.seat for one in row.wagers}
    return tuple(sorted(seats if row.bank is None else seats | {row.bank}))


def _shaker(row: TableRow) -> int | Literal["dealer"]:
    """The bank; else the button's seat with a dice bonus wager down; else the dealer."""
    if row.bank is not None:
        return row.bank
    stays = {one.seat for one in row.triples.retained}
    placed = {one.seat for one in row.wagers if one.wager == DICE_BONUS}
    return row.button if row.button is not None and row.button in stays | placed else "dealer"


class Floor(Projection[TableRow]):
    """One row a table."""

    name: ClassVar[str] = "floor"
    version: ClassVar[int] = 2
    row = TableRow

    def place(self, event: Event) -> str | None:
        return event.table if event.STREAM == "table" else None

    def first(self, place: str, event: Event) -> TableRow:
        return TableRow(key=event.key, table=place)

    def fold(self, row: TableRow, event: Event) -> TableRow:
        change = _CHANGES.get(type(event))
        if change is not None:
            row = change(row, event)
        tray = row.tray_expected
        if isinstance(event, Posting):
            tray += event.entries.get("tray", 0)
        return replace(
            row,
            seq=event.seq,
            day=event.day,
            at=event.at,
            tray_expected=tray,
            seats=_in_play(row),
            triples=replace(row.triples, shaker=_shaker(row)),
            next=next_commands(row.phase, _moment(row)),
        )
