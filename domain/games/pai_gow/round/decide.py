"""The game's commands, and what decides each."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from domain.commands import books as asked_of_books
from domain.commands import round as asked_of_round
from domain.commands import table as asked_of_table
from domain.events import Event
from domain.events.envelope import Stamp
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
    asked_of_table.SetOutTiles: equipment.set_out_tiles,
    asked_of_table.ChangeTiles: equipment.change_tiles,
    asked_of_table.ChangeDice: equipment.change_dice,
    asked_of_round.OpenRound: betting.open_round,
    asked_of_round.PlaceWager: betting.place_wager,
    asked_of_round.WithdrawWager: betting.withdraw_wager,
    asked_of_round.Roll: dice.roll,
    asked_of_round.NoRoll: no_roll.no_roll,
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
    asked_of_round.Misdeal: misdeal.misdeal,
    asked_of_round.VoidRound: irregularities.call_off,
    asked_of_round.Reshuffle: irregularities.reshuffle,
    asked_of_round.ReturnWager: carried.return_wager,
    asked_of_round.Abandon: irregularities.abandon,
    asked_of_round.PassBank: banking.pass_bank,
    asked_of_round.AcceptBank: banking.accept_bank,
    asked_of_books.CorrectWager: correcting_wagers.correct_wager,
    asked_of_books.CorrectBank: correcting_bank.correct_bank,
    asked_of_books.CorrectRoll: correcting.correct_roll,
    asked_of_books.CorrectDeal: correcting.correct_deal,
    asked_of_books.CorrectSetting: correcting_settings.correct_setting,
}
METERED: Final[dict[type, MeteredDecision]] = {
    asked_of_round.NoMoreBets: betting.no_more_bets,
    asked_of_round.Settle: settlement.settle,
}
"""Those that may touch a progressive meter too."""
