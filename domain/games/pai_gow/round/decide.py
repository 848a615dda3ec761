"""The game's commands, and what decides each."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from domain.commands import books as asked_of_books
from domain.commands import round as asked_of_round
from domain.commands import table as asked_of_table
from domain.events import Event
from domain.events.envelope import Stamp
from domain.games.pai_gow.messages import commands as asked_of_pai_gow
from domain.games.pai_gow.round import (
    banking,
    betting,
    carried,
    correcting,
    correcting_bank,
    correcting_settings,
    correcting_wagers,
    dealing,
    dice,
    equipment,
    hands,
    irregularities,
    misdeal,
    no_roll,
    settlement,
)
from domain.games.pai_gow.round.play import Play
from domain.meter.state import Meter

Decision: TypeAlias = Callable[[Play, Any, Stamp], list[Event]]
MeteredDecision: TypeAlias = Callable[[Play, Meter | None, Any, Stamp], list[Event]]

DECISIONS: Final[dict[type, Decision]] = {
    asked_of_pai_gow.SetOutTiles: equipment.set_out_tiles,
    asked_of_pai_gow.ChangeTiles: equipment.change_tiles,
    asked_of_table.ChangeDice: equipment.change_dice,
    asked_of_round.OpenRound: betting.open_round,
    asked_of_round.PlaceWager: betting.place_wager,
    asked_of_round.WithdrawWager: betting.withdraw_wager,
    asked_of_round.Roll: dice.roll,
    asked_of_round.NoRoll: no_roll.no_roll,
    asked_of_pai_gow.AnnounceNumber: dice.announce_number,
    asked_of_pai_gow.Cut: dealing.cut,
    asked_of_pai_gow.ChooseDelivery: dealing.choose_delivery,
    asked_of_pai_gow.Deal: dealing.deal,
    asked_of_pai_gow.SetHand: hands.set_hand,
    asked_of_pai_gow.SetHouse: hands.set_house,
    asked_of_pai_gow.Surrender: hands.surrender,
    asked_of_pai_gow.Expose: irregularities.expose,
    asked_of_pai_gow.VoidHand: irregularities.void_hand,
    asked_of_pai_gow.PlayOn: irregularities.play_on,
    asked_of_pai_gow.Misdeal: misdeal.misdeal,
    asked_of_round.VoidRound: irregularities.call_off,
    asked_of_pai_gow.Reshuffle: irregularities.reshuffle,
    asked_of_round.ReturnWager: carried.return_wager,
    asked_of_pai_gow.Abandon: irregularities.abandon,
    asked_of_pai_gow.PassBank: banking.pass_bank,
    asked_of_pai_gow.AcceptBank: banking.accept_bank,
    asked_of_books.CorrectWager: correcting_wagers.correct_wager,
    asked_of_pai_gow.CorrectBank: correcting_bank.correct_bank,
    asked_of_books.CorrectRoll: correcting.correct_roll,
    asked_of_pai_gow.CorrectDeal: correcting.correct_deal,
    asked_of_pai_gow.CorrectSetting: correcting_settings.correct_setting,
}
METERED: Final[dict[type, MeteredDecision]] = {
    asked_of_round.NoMoreBets: betting.no_more_bets,
    asked_of_pai_gow.Settle: settlement.settle,
}
"""Those that may touch a progressive meter too."""
