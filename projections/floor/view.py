"""A table as the pit sees it now: what the API and the pages show of its row."""

from typing import Literal

import msgspec

from domain.events.round import Offer
from domain.round.state import Round, Wager
from domain.table.lawful import next_commands
from domain.table.state import Table
from domain.terms import DICE_BONUS, Terms
from projections.floor import TableRow


class Retained(msgspec.Struct, frozen=True):
    """A dice bonus wager that stays on the table."""

    seat: int
    amount: int


class Triples(msgspec.Struct, frozen=True):
    """The running triples of a table, and the wagers that stay down on them."""

    count: int
    shaker: int | Literal["dealer"]
    """Whose roll the next one is."""
    retained: tuple[Retained, ...]


class Spot(msgspec.Struct, frozen=True):
    """A wager that is not decided."""

    seat: int
    wager: str
    player: str
    stake: int
    """Chips and coupon, in cents."""


class PendingSlip(msgspec.Struct, frozen=True):
    """A fill or credit that is under way."""

    slip: str
    kind: str
    step: str
    amount: int


class UncountedBox(msgspec.Struct, frozen=True):
    """A drop box off the table, and what should be in it."""

    box: int
    session: int
    period: int
    estimated: int
    carrier: str | None


class OpenException(msgspec.Struct, frozen=True):
    """A difference that nobody has answered for, by the `seq` that `acknowledge` names."""

    exception: int
    kind: str
    amount: int
    day: str


class OpenComplaint(msgspec.Struct, frozen=True):
    """A disputed round that is not decided, by the `seq` that its commands name."""

    complaint: int
    round: str
    seat: int
    player: str
    held: bool


class OwedVigorish(msgspec.Struct, frozen=True):
    """Vigorish still to be had, by the `seq` that `recover_vigorish` names."""

    owed: int
    seat: int
    player: str
    left: int


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """What is shown of a table; cents everywhere, figures of the running period."""

    table: str
    session: int
    period: int
    regulation: str
    phase: str
    round: str | None
    day: str
    opener: int | None
    tray_expected: int
    drop_estimated: int
    win: int
    vigorish: int
    rounds: int
    banked: int
    """Of these the rounds that a player banked."""
    triples: Triples
    terms: Terms
    seats: tuple[int, ...]
    """Betting areas with an undecided wager, or the bank."""
    wagers: tuple[Spot, ...]
    """Undecided wagers of the round."""
    offered: tuple[Offer, ...]
    """Whom the bank is offered to, in order, without those who passed."""
    bank: int | None
    """The seat that banks the round."""
    co_bank: bool
    """The casino carries half of that bank."""
    dealer_keeps: bool
    """The offer of the bank has come back to the dealer, who keeps the round."""
    dealer_wager: int
    """What the dealer wagers against the bank."""
    button: int | None
    """The seat with the dragon's eye button."""
    to_set: tuple[int, ...]
    """Seats whose hand is still to be set."""
    exposed: tuple[int, ...]
    slips: tuple[PendingSlip, ...]
    boxes: tuple[UncountedBox, ...]
    owed: tuple[OwedVigorish, ...]
    complaints: tuple[OpenComplaint, ...]
    exceptions: tuple[OpenException, ...]
    at: str
    seq: int
    next: tuple[str, ...]


def table_view(row: TableRow) -> TableView:
    """Everything here follows from the row; no hand of a round that is played is shown."""
    table, state = row.state, row.state.round
    bank = None if state is None else state.bank
    books = table.books
    return TableView(
        table=table.name,
        session=table.session,
        period=books.period,
        regulation=table.regulation,
        phase=_phase(table),
        round=None if state is None else state.id,
        day=row.day,
        opener=row.opener,
        tray_expected=table.tray,
        drop_estimated=row.drop,
        win=row.win,
        vigorish=row.vigorish,
        rounds=row.rounds,
        banked=row.banked,
        triples=_triples(table),
        terms=table.terms,
        seats=_in_play(state),
        wagers=() if state is None else tuple(map(_spot, state.wagers)),
        offered=_offered(state),
        bank=None if bank is None else bank.seat,
        co_bank=bank is not None and bank.co_bank,
        dealer_keeps=state is not None and state.dealer_keeps,
        dealer_wager=bank.dealer_wager if bank and state and state.dealer_plays else 0,
        button=table.streak.button,
        to_set=state.unset() if state is not None and state.hands else (),
        exposed=() if state is None else state.exposed,
        slips=tuple(
            PendingSlip(number, slip.kind, slip.step, slip.amount)
            for number, slip in table.slips.items()
        ),
        boxes=tuple(
            UncountedBox(one.number, one.session, one.period, one.drop, one.carrier)
            for one in books.boxes
        ),
        owed=tuple(OwedVigorish(seq, o.seat, o.player, o.left) for seq, o in books.owed.items()),
        complaints=tuple(
            OpenComplaint(seq, one.round, one.seat, one.player, one.held)
            for seq, one in books.complaints.items()
        ),
        exceptions=tuple(
            OpenException(seq, one.kind, one.amount, one.day)
            for seq, one in books.exceptions.items()
        ),
        at=row.at,
        seq=row.seq,
        next=next_commands(table),
    )


def _phase(table: Table) -> str:
    if not table.is_open:
        return "closed"
    return "open" if table.round is None else table.round.phase


def _spot(wager: Wager) -> Spot:
    return Spot(wager.seat, wager.wager, wager.player, wager.amount + wager.coupon)


def _in_play(state: Round | None) -> tuple[int, ...]:
    if state is None:
        return ()
    seats = {one.seat for one in state.wagers}
    return tuple(sorted(seats if state.bank is None else seats | {state.bank.seat}))


def _offered(state: Round | None) -> tuple[Offer, ...]:
    """Until somebody has the bank or bets are closed: who said nothing then has passed."""
    if state is None or state.bank is not None or state.phase != "betting":
        return ()
    return tuple(one for one in state.offered if one.seat not in state.passed)


def _triples(table: Table) -> Triples:
    streak = table.streak
    stays = tuple(Retained(one.seat, one.amount) for one in streak.retained)
    return Triples(streak.count, _shaker(table), stays)


def _shaker(table: Table) -> int | Literal["dealer"]:
    """The bank; else the button's seat with a dice bonus wager down; else the dealer."""
    state, button = table.round, table.streak.button
    if state is not None and state.bank is not None:
        return state.bank.seat
    lying = table.streak.retained if state is None else state.wagers
    down = {one.seat for one in lying if one.wager == DICE_BONUS}
    return button if button is not None and button in down else "dealer"
