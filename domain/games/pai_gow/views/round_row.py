"""The row of a round of pai gow: the bank, the deal, the hands."""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.events import round as happened
from domain.events.corrections import RollCorrected
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.messages import events as of_pai_gow
from domain.games.pai_gow.wagers.names import DICE_BONUS
from domain.games.seam.round_row import PlacedWager, RoundParts, Told


class Bank(msgspec.Struct, frozen=True):
    """The player who banks the round."""

    seat: int
    player: str
    chips: int
    co_bank: bool
    dealer_wager: int


class _Row(msgspec.Struct, frozen=True):
    """What of a round's row is read here; the row has more."""

    offered: tuple[happened.Offer, ...]
    passed: tuple[int, ...]
    reshuffles: tuple[str, ...]
    settings: Mapping[str, Setting]
    exposed: tuple[str, ...]
    surrendered: tuple[int, ...]
    voided: tuple[int, ...]
    abandoned: tuple[int, ...]


def _opened(row: _Row, event: happened.RoundOpened) -> _Row:
    """Dice bonus wagers that were retained lie there from the first."""
    if not event.retained:
        return row
    kept = (PlacedWager(one.seat, DICE_BONUS, one.amount, 0, one.player) for one in event.retained)
    return replace(row, placed=tuple(kept))


def _bank_passed(row: _Row, event: of_pai_gow.BankPassed) -> _Row:
    return replace(row, passed=(*row.passed, event.seat))


def _bank_accepted(row: _Row, event: of_pai_gow.BankAccepted) -> _Row:
    bank = Bank(event.seat, event.player, event.chips, event.co_bank, event.dealer_wager)
    return replace(row, banker=bank)


def _was_cut(row: _Row, event: of_pai_gow.TilesCut) -> _Row:
    end = None if event.end is msgspec.UNSET else event.end
    return replace(row, cut=event.stacks, cut_to=end)


def _reshuffled(row: _Row, event: of_pai_gow.TilesReshuffled) -> _Row:
    """What was cut before, and how it was to be delivered, is not what is dealt."""
    return replace(row, reshuffles=(*row.reshuffles, event.reason), cut=None, style=None)


def _delivery(row: _Row, event: of_pai_gow.DeliveryChosen) -> _Row:
    return replace(row, style=event.style)


def _announced(row: _Row, event: of_pai_gow.NumberAnnounced) -> _Row:
    return replace(row, phase="rolled", number_announced=event.number)


def _tiles_dealt(row: _Row, event: of_pai_gow.TilesDealt) -> _Row:
    return replace(
        row,
        phase="dealt",
        start=event.start,
        style=event.style,
        deck=None,
        hands=event.hands,
    )


def _cards_dealt(row: _Row, event: of_pai_gow.CardsDealt) -> _Row:
    return replace(
        row,
        phase="dealt",
        start=event.start,
        style=None,
        deck=event.deck or None,
        hands=event.hands,
    )


def _hand_set(row: _Row, event: of_pai_gow.HandSet) -> _Row:
    return replace(row, settings={**row.settings, str(event.seat): Setting(event.high, event.low)})


def _house_set(row: _Row, event: of_pai_gow.HouseSet) -> _Row:
    return replace(
        row,
        phase="house_set",
        settings={**row.settings, event.position: Setting(event.high, event.low)},
        house=event.position,
        house_way=event.way,
    )


def _surrendered(row: _Row, event: of_pai_gow.HandSurrendered) -> _Row:
    return replace(row, surrendered=(*row.surrendered, event.seat))


def _exposed(row: _Row, event: of_pai_gow.TileExposed) -> _Row:
    return replace(row, exposed=(*row.exposed, event.position))


def _voided(row: _Row, event: of_pai_gow.HandVoided) -> _Row:
    return replace(row, voided=(*row.voided, event.seat))


def _abandoned(row: _Row, event: of_pai_gow.WagerAbandoned) -> _Row:
    return replace(row, abandoned=(*row.abandoned, event.seat))


def _bank_corrected(row: _Row, event: of_pai_gow.BankCorrected) -> _Row:
    """Who really took it follows, with whoever passed it before."""
    order = [one.seat for one in row.offered]
    upto = order.index(event.seat) if event.seat in order else len(order)
    return replace(
        row, banker=None, passed=tuple(seat for seat in row.passed if seat in order[:upto])
    )


def _deal_corrected(row: _Row, event: of_pai_gow.DealCorrected) -> _Row:
    return replace(_without_the_deal(row), phase="rolled", counts_from=event.seq)


def _roll_corrected(row: _Row, event: RollCorrected) -> _Row:
    """What was dealt by it goes with it."""
    del event
    return _without_the_deal(row)


def _without_the_deal(row: _Row) -> _Row:
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
    types={"setting": Setting, "bank": Bank, "banked": of_pai_gow.Banked},
)
