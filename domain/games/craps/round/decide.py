"""The game's commands, and what decides each."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from domain.commands import books as asked_of_books
from domain.commands import round as asked_of_round
from domain.commands import table as asked_of_table
from domain.events import Event
from domain.events.envelope import Stamp
from domain.games.craps.messages import commands as asked_of_craps
from domain.games.craps.round import betting, correcting, correcting_wagers, dice, irregularities
from domain.games.craps.round.play import Play

Decision: TypeAlias = Callable[[Play, Any, Stamp], list[Event]]

DECISIONS: Final[dict[type, Decision]] = {
    asked_of_table.ChangeDice: irregularities.change_dice,
    asked_of_round.OpenRound: betting.open_round,
    asked_of_round.PlaceWager: betting.place_wager,
    asked_of_round.WithdrawWager: betting.withdraw_wager,
    asked_of_craps.CallOn: betting.call_on,
    asked_of_round.NoMoreBets: betting.no_more_bets,
    asked_of_round.Roll: dice.roll,
    asked_of_round.NoRoll: dice.no_roll,
    asked_of_round.VoidRound: irregularities.void_round,
    asked_of_round.ReturnWager: irregularities.return_wager,
    asked_of_books.CorrectWager: correcting_wagers.correct_wager,
    asked_of_books.CorrectRoll: correcting.correct_roll,
}
