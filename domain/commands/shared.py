"""The commands that belong to no game: those of any table, and those of the whole property."""

from typing import Final

from domain.commands import books as of_books
from domain.commands import day as of_day
from domain.commands import round as of_round
from domain.commands import seal as of_seal
from domain.commands import table as of_table
from domain.commands.fields import Command

OF_ANY_TABLE: Final[tuple[type[Command], ...]] = (
    of_table.OpenTable,
    of_table.BuyIn,
    of_table.Fill,
    of_table.Credit,
    of_table.ChangeDice,
    of_table.CountTray,
    of_table.CloseTable,
    of_table.CountDrop,
    of_round.OpenRound,
    of_round.PlaceWager,
    of_round.WithdrawWager,
    of_round.NoMoreBets,
    of_round.Roll,
    of_round.NoRoll,
    of_round.VoidRound,
    of_round.ReturnWager,
    of_books.PayMarker,
    of_books.RemoveBox,
    of_books.OweVigorish,
    of_books.RecoverVigorish,
    of_books.CorrectEntry,
    of_books.CorrectWager,
    of_books.CorrectRoll,
    of_books.Complain,
    of_books.HoldDispute,
    of_books.RuleDispute,
    of_books.Acknowledge,
)
OF_PROPERTY: Final[tuple[type[Command], ...]] = (
    of_day.CloseDay,
    of_day.AcknowledgeAlert,
    of_seal.RotateKey,
)
PROPERTY_COMMANDS: Final = (*of_day.DAY_COMMANDS, *of_seal.SEAL_COMMANDS)
"""Those that name no table."""
