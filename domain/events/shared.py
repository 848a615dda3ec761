"""The events that belong to no game."""

from typing import Final

from domain.events import books as of_books
from domain.events import corrections as of_corrections
from domain.events import day as of_day
from domain.events import meter as of_meter
from domain.events import round as of_round
from domain.events import seal as of_seal
from domain.events import table as of_table
from domain.events.envelope import Event

OF_ANY_TABLE: Final[tuple[type[Event], ...]] = (
    of_table.TableOpened,
    of_table.ChipsBought,
    of_table.TableFilled,
    of_table.TableCredited,
    of_table.DiceChanged,
    of_table.TrayCounted,
    of_table.TableClosed,
    of_table.DropCounted,
    of_round.RoundOpened,
    of_round.WagerPlaced,
    of_round.WagerWithdrawn,
    of_round.BetsClosed,
    of_round.DiceRolled,
    of_round.NoRollCalled,
    of_round.WagerSettled,
    of_round.VigorishTaken,
    of_round.ProgressivePaid,
    of_round.DealerWagerSettled,
    of_round.BankSettled,
    of_round.WagerReturned,
    of_round.RoundClosed,
    of_round.RoundVoided,
    of_corrections.WagerCorrected,
    of_corrections.RollCorrected,
    of_corrections.EntryCorrected,
    of_books.BoxRemoved,
    of_books.MarkerPaid,
    of_books.VigorishOwed,
    of_books.VigorishRecovered,
    of_books.ExceptionAcknowledged,
    of_books.ComplaintMade,
    of_books.DisputeHeld,
    of_books.DisputeRuled,
)
OF_PROPERTY: Final[tuple[type[Event], ...]] = (
    of_meter.MeterOpened,
    of_meter.MeterContributed,
    of_meter.MeterFunded,
    of_meter.MeterPaid,
    of_meter.MeterReset,
    of_day.DayClosed,
    of_day.AlertRaised,
    of_day.AlertAcknowledged,
    of_seal.SealKeyRotated,
)
"""In streams of their own: meters, gaming days, the seal."""
