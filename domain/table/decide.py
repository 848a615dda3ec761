"""One command to the events it makes: the whole of the rules behind one function."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from domain.commands import Command
from domain.commands import books as asked_of_books
from domain.commands import round as asked_of_round
from domain.commands import table as asked_of_table
from domain.duties import check_duties
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.meter import MeterEvent
from domain.events.size import check_size
from domain.meter.evolve import evolve_meter
from domain.meter.state import Meter
from domain.proofs import refuse_wrong_proofs
from domain.round import (
    banking,
    betting,
    correcting,
    correcting_wagers,
    dealing,
    dice,
    hands,
    irregularities,
    settlement,
)
from domain.table import accounts, disputes, drop, exceptions, markers, opening, vigorish
from domain.table import correcting as correcting_entries
from domain.table.evolve import evolve
from domain.table.order import after_the_last, check_order
from domain.table.state import Table

Decision: TypeAlias = Callable[[Table, Any, Stamp], list[Event]]
MeteredDecision: TypeAlias = Callable[[Table, Meter | None, Any, Stamp], list[Event]]

DECISIONS: Final[dict[type, Decision]] = {
    asked_of_table.CountTray: opening.count_tray,
    asked_of_table.CloseTable: opening.close_table,
    asked_of_table.CountDrop: drop.count_drop,
    asked_of_table.BuyIn: accounts.buy_in,
    asked_of_table.Fill: accounts.fill,
    asked_of_table.Credit: accounts.credit,
    asked_of_table.SetOutTiles: accounts.set_out_tiles,
    asked_of_table.ChangeTiles: accounts.change_tiles,
    asked_of_table.ChangeDice: accounts.change_dice,
    asked_of_books.PayMarker: markers.pay_marker,
    asked_of_books.RemoveBox: drop.remove_box,
    asked_of_books.OweVigorish: vigorish.owe_vigorish,
    asked_of_books.RecoverVigorish: vigorish.recover_vigorish,
    asked_of_books.CorrectEntry: correcting_entries.correct_entry,
    asked_of_books.Acknowledge: exceptions.acknowledge,
    asked_of_round.OpenRound: betting.open_round,
    asked_of_round.PlaceWager: betting.place_wager,
    asked_of_round.WithdrawWager: betting.withdraw_wager,
    asked_of_round.Roll: dice.roll,
    asked_of_round.NoRoll: dice.no_roll,
    asked_of_round.AnnounceNumber: dice.announce_number,
    asked_of_round.Cut: dealing.cut,
    asked_of_round.ChooseDelivery: dealing.choose_delivery,
    asked_of_round.Deal: dealing.deal,
    asked_of_round.SetHand: hands.set_hand,
    asked_of_round.SetHouse: hands.set_house,
    asked_of_round.Surrender: hands.surrender,
    asked_of_round.Expose: irregularities.expose,
    asked_of_round.VoidHand: irregularities.void_hand,
    asked_of_round.PlayOn: irregularities.play_on,
    asked_of_round.Misdeal: irregularities.misdeal,
    asked_of_round.Abandon: irregularities.abandon,
    asked_of_round.PassBank: banking.pass_bank,
    asked_of_round.AcceptBank: banking.accept_bank,
    asked_of_books.CorrectWager: correcting_wagers.correct_wager,
    asked_of_books.CorrectRoll: correcting.correct_roll,
    asked_of_books.CorrectDeal: correcting.correct_deal,
    asked_of_books.Complain: disputes.complain,
    asked_of_books.HoldDispute: disputes.hold_dispute,
    asked_of_books.RuleDispute: disputes.rule_dispute,
}

METERED: Final[dict[type, MeteredDecision]] = {
    asked_of_table.OpenTable: opening.open_table,
    asked_of_round.NoMoreBets: betting.no_more_bets,
    asked_of_round.Settle: settlement.settle,
}
"""Those that may touch a progressive meter too."""


class Decided(NamedTuple):
    """What came of a command: the table and its meter after it, and the events."""

    table: Table
    events: list[Event]
    meter: Meter | None = None


def meter_of(table: Table, command: Command) -> str | None:
    """The meter that deciding the command needs, if any."""
    if isinstance(command, asked_of_table.OpenTable):
        named = command.submission.progressive
        return None if named is None else named.meter
    terms = table.terms.progressive
    return terms.meter if terms is not None and type(command) in METERED else None


def decide(table: Table, command: Command, stamp: Stamp, meter: Meter | None = None) -> Decided:
    """The events the command makes, in their places in their streams, and what stands after them.

    Raises Refused, with the paragraph, and leaves everything as it was.
    """
    refuse_wrong_proofs(stamp)
    check_duties(table, command, stamp)
    stamp = after_the_last(table, command, stamp)
    kind = type(command)
    if kind in METERED:
        facts = METERED[kind](table, meter, command, stamp)
    else:
        facts = DECISIONS[kind](table, command, stamp)
    check_order(table, facts, stamp)
    events: list[Event] = []
    for fact in facts:
        if fact.STREAM == "meter":
            assert meter is not None
            event = _placed(fact, table, stamp, meter.key, meter.seq + 1)
            assert isinstance(event, MeterEvent)
            meter = evolve_meter(meter, event)
        else:
            event = _placed(fact, table, stamp, table.name, table.seq + 1)
            table = evolve(table, event)
        check_size(event)
        events.append(event)
    return Decided(table, events, meter)


def _placed(fact: Event, table: Table, stamp: Stamp, key: str, seq: int) -> Event:
    """The fact with its envelope: stream, place, times, who asked."""
    in_round = fact.OF_ROUND or fact.STREAM == "meter"
    return replace(
        fact,
        key=key,
        seq=seq,
        table=table.name,
        session=fact.session or table.session,
        round=fact.round or (table.round.id if in_round and table.round else None),
        **stamp.envelope(),
    )
