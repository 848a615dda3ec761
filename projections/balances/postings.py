"""What a posting is: why money moved, in the words that an accountant reads."""

from collections.abc import Callable
from typing import Any, Final

from domain.events import Event, Posting
from domain.events import books as of_books
from domain.events import meter as of_meter
from domain.events import round as of_round
from domain.events import table as of_table
from domain.events.corrections import EntryCorrected, RollCorrected

_CORRECTED: Final = {
    "opener": "opener",
    "buy_in": "buy-in",
    "fill": "fill",
    "credit": "credit",
    "marker": "marker payment",
    "closer": "closer",
    "last_closer": "closer that an opener is held against",
    "drop": "counted drop",
}
POSTINGS: Final = {
    "opener": "Chips from the cage into the tray, opener",
    "fill": "Chips from the cage into the tray, fills received",
    "credit": "Chips from the tray to the cage, credits received",
    "closer": "Chips from the tray to the cage, closer",
    "buy_in_cash": "Cash into the drop box, chips to players",
    "buy_in_counter_check": "Counter checks into the drop box, chips to players",
    "buy_in_voucher": "Vouchers into the drop box, chips to players",
    "marker_chips": "Markers paid back in chips, into the tray",
    "marker_cash": "Markers paid back in cash, into the drop box",
    "drop": "Drop counted, from the box to the cage",
    "wagers": "Wagers won and lost",
    "vigorish": "Vigorish taken",
    "vigorish_owed": "Vigorish that was not collected",
    "vigorish_recovered": "Owed vigorish collected",
    "dealer_wagers": "The dealer's wagers against banks",
    "banks": "Players' banks settled",
    "progressive_stakes": "Stakes of progressive wagers",
    "progressive_payouts": "Payouts of progressive wagers",
    "rulings": "Disputes ruled",
    "corrected_roll": "Rolls taken back with what they decided",
    **{f"corrected_{what}": f"Correction of a {words}" for what, words in _CORRECTED.items()},
    **{
        f"late_{what}": f"Adjustment of an audited day, {words}"
        for what, words in _CORRECTED.items()
    },
    "meter_opened": "Progressive meter opened",
    "meter_contributed": "Contributions to the progressive meter",
    "meter_funded": "Progressive meter funded for a payout",
    "meter_paid": "Payouts off the progressive meter",
    "meter_reset": "Progressive meter reset",
}
"""Every reason to post, in the order of a journal, with what stands beside it there."""

BY_TYPE: Final[dict[type[Event], Callable[[Any], str]]] = {
    of_table.TableOpened: lambda _: "opener",
    of_table.TableFilled: lambda _: "fill",
    of_table.TableCredited: lambda _: "credit",
    of_table.TableClosed: lambda _: "closer",
    of_table.ChipsBought: lambda event: f"buy_in_{event.kind}",
    of_table.DropCounted: lambda _: "drop",
    of_books.MarkerPaid: lambda event: f"marker_{event.tender}",
    of_books.VigorishOwed: lambda _: "vigorish_owed",
    of_books.VigorishRecovered: lambda _: "vigorish_recovered",
    of_books.DisputeRuled: lambda _: "rulings",
    of_round.BetsClosed: lambda _: "progressive_stakes",
    of_round.WagerSettled: lambda _: "wagers",
    of_round.VigorishTaken: lambda _: "vigorish",
    of_round.ProgressivePaid: lambda _: "progressive_payouts",
    of_round.DealerWagerSettled: lambda _: "dealer_wagers",
    of_round.BankSettled: lambda _: "banks",
    RollCorrected: lambda _: "corrected_roll",
    EntryCorrected: lambda event: f"{'late' if event.late else 'corrected'}_{event.what}",
    of_meter.MeterOpened: lambda _: "meter_opened",
    of_meter.MeterContributed: lambda _: "meter_contributed",
    of_meter.MeterFunded: lambda _: "meter_funded",
    of_meter.MeterPaid: lambda _: "meter_paid",
    of_meter.MeterReset: lambda _: "meter_reset",
}
"""Why each event that moves money posts."""


def posting_of(event: Posting) -> str:
    """Why the event posts, one of POSTINGS."""
    return BY_TYPE[type(event)](event)
