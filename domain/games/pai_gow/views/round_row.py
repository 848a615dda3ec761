"""The row of a round of pai gow: the bank, the deal, the hands."""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec.structs import replace

from domain.events import round as happened
from domain.events.corrections import RollCorrected
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.messages import events as of_pai_gow
from domain.games.pai_gow.messages.parts import Offer, RetainedWager
from domain.games.pai_gow.wagers.names import DICE_BONUS
from domain.games.seam.round_row import PlacedWager, RoundParts, Told
from domain.parts import Stands, WithParts


class Bank(msgspec.Struct, frozen=True):
    """The player who banks the round."""

    seat: int
    player: str
    chips: int
    co_bank: bool
    dealer_wager: int


class PaiGowRow(msgspec.Struct, WithParts, frozen=True, kw_only=True):
    """What pai gow adds to the row of a round."""

    retained: Annotated[tuple[RetainedWager, ...], Stands("submission_hash")] = ()
    """Wagers of the round before that lay on the table when this one was opened."""
    offered: Annotated[tuple[Offer, ...], Stands("submission_hash")] = ()
    """Whom the bank was offered to, in this order."""
    dealer_keeps: Annotated[bool, Stands("submission_hash")] = False
    """The offer of the bank had come back to the dealer."""
    passed: Annotated[tuple[int, ...], Stands("submission_hash")] = ()
    """Seats that declined the bank."""
    banker: Annotated[Bank | None, Stands("submission_hash")] = None
    cut: Annotated[int | tuple[int, ...] | None, Stands("placed")] = None
    cut_to: Annotated[Literal["left", "right", "both"] | None, Stands("placed")] = None
    """The end that the stacks went to, where it was told."""
    style: Annotated[str | None, Stands("placed")] = None
    reshuffles: Annotated[tuple[str, ...], Stands("placed")] = ()
    """Why the pieces were mixed again before the deal."""
    running: Annotated[int | None, Stands("shaken_by")] = None
    """Which triple in a row the dice were; 0 where they were none."""
    number_announced: Annotated[int | None, Stands("announced")] = None
    start: Annotated[str | None, Stands("announced")] = None
    deck: Annotated[str | None, Stands("announced")] = None
    """Which deck it was dealt from, where decks have names."""
    settings: Annotated[dict[str, Setting], Stands("hands")] = {}
    house: Annotated[str | None, Stands("hands")] = None
    """The position that the seats are compared with, once its hand is set."""
    house_way: Annotated[str | None, Stands("hands")] = None
    """The way it was set by; none where a bank set it freely."""
    exposed: Annotated[tuple[str, ...], Stands("hands")] = ()
    """Positions of which a piece was seen."""
    surrendered: Annotated[tuple[int, ...], Stands("hands")] = ()
    voided: Annotated[tuple[int, ...], Stands("hands")] = ()
    abandoned: Annotated[tuple[int, ...], Stands("hands")] = ()
    triples: Annotated[int | None, Stands("tray_delta")] = None


class Corrected(msgspec.Struct, frozen=True, kw_only=True):
    """What pai gow adds to a correction."""

    bank: Annotated[of_pai_gow.Banked | None, Stands("now")] = None
    """Of a bank: as it was told at first."""


def _opened(row: PaiGowRow, event: happened.RoundOpened) -> PaiGowRow:
    """Dice bonus wagers that were retained lie there from the first."""
    retained: tuple[RetainedWager, ...] = event.retained
    found: dict[str, Any] = {}
    if retained:
        kept = (PlacedWager(one.seat, DICE_BONUS, one.amount, 0, one.player) for one in retained)
        found["placed"] = tuple(kept)
    return replace(
        row,
        retained=retained,
        offered=event.offered,
        dealer_keeps=event.dealer_keeps,
        **found,
    )


def _rolled(row: PaiGowRow, event: happened.DiceRolled) -> PaiGowRow:
    return replace(row, running=event.running)


def _over(row: PaiGowRow, event: happened.RoundClosed | happened.RoundVoided) -> PaiGowRow:
    return replace(row, triples=event.triples)


def _bank_passed(row: PaiGowRow, event: of_pai_gow.BankPassed) -> PaiGowRow:
    return replace(row, passed=(*row.passed, event.seat))


def _bank_accepted(row: PaiGowRow, event: of_pai_gow.BankAccepted) -> PaiGowRow:
    bank = Bank(event.seat, event.player, event.chips, event.co_bank, event.dealer_wager)
    return replace(row, banker=bank)


def _was_cut(row: PaiGowRow, event: of_pai_gow.TilesCut) -> PaiGowRow:
    end = None if event.end is msgspec.UNSET else event.end
    return replace(row, cut=event.stacks, cut_to=end)


def _reshuffled(row: PaiGowRow, event: of_pai_gow.TilesReshuffled) -> PaiGowRow:
    """What was cut before, and how it was to be delivered, is not what is dealt."""
    return replace(row, reshuffles=(*row.reshuffles, event.reason), cut=None, style=None)


def _delivery(row: PaiGowRow, event: of_pai_gow.DeliveryChosen) -> PaiGowRow:
    return replace(row, style=event.style)


def _announced(row: PaiGowRow, event: of_pai_gow.NumberAnnounced) -> PaiGowRow:
    return replace(row, phase="rolled", number_announced=event.number)


def _tiles_dealt(row: PaiGowRow, event: of_pai_gow.TilesDealt) -> PaiGowRow:
    return replace(
        row,
        phase="dealt",
        start=event.start,
        style=event.style,
        deck=None,
        hands=event.hands,
    )


def _cards_dealt(row: PaiGowRow, event: of_pai_gow.CardsDealt) -> PaiGowRow:
    return replace(
        row,
        phase="dealt",
        start=event.start,
        style=None,
        deck=event.deck or None,
        hands=event.hands,
    )


def _hand_set(row: PaiGowRow, event: of_pai_gow.HandSet) -> PaiGowRow:
    return replace(row, settings={**row.settings, str(event.seat): Setting(event.high, event.low)})


def _house_set(row: PaiGowRow, event: of_pai_gow.HouseSet) -> PaiGowRow:
    return replace(
        row,
        phase="house_set",
        settings={**row.settings, event.position: Setting(event.high, event.low)},
        house=event.position,
        house_way=event.way,
    )


def _surrendered(row: PaiGowRow, event: of_pai_gow.HandSurrendered) -> PaiGowRow:
    return replace(row, surrendered=(*row.surrendered, event.seat))


def _exposed(row: PaiGowRow, event: of_pai_gow.TileExposed) -> PaiGowRow:
    return replace(row, exposed=(*row.exposed, event.position))


def _voided(row: PaiGowRow, event: of_pai_gow.HandVoided) -> PaiGowRow:
    return replace(row, voided=(*row.voided, event.seat))


def _abandoned(row: PaiGowRow, event: of_pai_gow.WagerAbandoned) -> PaiGowRow:
    return replace(row, abandoned=(*row.abandoned, event.seat))


def _bank_corrected(row: PaiGowRow, event: of_pai_gow.BankCorrected) -> PaiGowRow:
    """Who really took it follows, with whoever passed it before."""
    order = [one.seat for one in row.offered]
    upto = order.index(event.seat) if event.seat in order else len(order)
    return replace(
        row, banker=None, passed=tuple(seat for seat in row.passed if seat in order[:upto])
    )


def _deal_corrected(row: PaiGowRow, event: of_pai_gow.DealCorrected) -> PaiGowRow:
    return replace(_without_the_deal(row), phase="rolled", counts_from=event.seq)


def _roll_corrected(row: PaiGowRow, event: RollCorrected) -> PaiGowRow:
    """What was dealt by it goes with it."""
    ended = {"triples": None} if event.reopens is True else {}
    return replace(_without_the_deal(row), running=None, **ended)


def _without_the_deal(row: PaiGowRow) -> PaiGowRow:
    return replace(
        row,
        start=None,
        hands={},
        settings={},
        house=None,
        house_way=None,
        exposed=(),
    )


def _bank_told(event: of_pai_gow.BankCorrected) -> Told:
    return {"what": "bank", "corrects": event.corrects, "bank": event.was}


def _deal_told(event: of_pai_gow.DealCorrected) -> Told:
    return {"what": "deal", "corrects": event.corrects}


def _setting_told(event: of_pai_gow.SettingCorrected) -> Told:
    """The right setting follows and takes its place; how it was set is told by the events alone."""
    return {"what": "setting", "corrects": event.corrects, "position": event.position}


ROUND_PARTS: Final = RoundParts(
    changes={
        happened.RoundOpened: _opened,
        happened.DiceRolled: _rolled,
        happened.RoundClosed: _over,
        happened.RoundVoided: _over,
        of_pai_gow.BankPassed: _bank_passed,
        of_pai_gow.BankAccepted: _bank_accepted,
        of_pai_gow.TilesCut: _was_cut,
        of_pai_gow.TilesReshuffled: _reshuffled,
        of_pai_gow.DeliveryChosen: _delivery,
        of_pai_gow.NumberAnnounced: _announced,
        of_pai_gow.TilesDealt: _tiles_dealt,
        of_pai_gow.CardsDealt: _cards_dealt,
        of_pai_gow.HandSet: _hand_set,
        of_pai_gow.HouseSet: _house_set,
        of_pai_gow.HandSurrendered: _surrendered,
        of_pai_gow.TileExposed: _exposed,
        of_pai_gow.HandVoided: _voided,
        of_pai_gow.WagerAbandoned: _abandoned,
        of_pai_gow.BankCorrected: _bank_corrected,
        of_pai_gow.DealCorrected: _deal_corrected,
        RollCorrected: _roll_corrected,
    },
    corrections={
        of_pai_gow.BankCorrected: _bank_told,
        of_pai_gow.DealCorrected: _deal_told,
        of_pai_gow.SettingCorrected: _setting_told,
    },
    fields=PaiGowRow,
    corrected=Corrected,
)
