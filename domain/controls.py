"""Controls of the books: what the game's regulation does not say but the accounts need.

A refusal cites one of these where no paragraph of a regulation applies.
"""

from typing import Final

TABLE_OPEN: Final = "control:table-open"
TABLE_CLOSED: Final = "control:table-closed"
ROUND_FINISHED: Final = "control:round-finished"
ROUND_OPEN: Final = "control:round-open"
SLIP_ONCE: Final = "control:slip-once"
SLIP_STEPS: Final = "control:slip-steps"
DROP_ONCE: Final = "control:drop-once"
DROP_AFTER_CLOSE: Final = "control:drop-after-close"
SUBMISSION: Final = "control:submission"
LIMITS: Final = "control:limits"
METER_TERMS: Final = "control:meter-terms"

MEANINGS: Final = {
    TABLE_OPEN: "a table must be open before anything happens on it",
    TABLE_CLOSED: "a table is opened once and closed before it is opened again",
    ROUND_FINISHED: "a round is finished before the next one is opened or the table is closed",
    ROUND_OPEN: "what belongs to a round needs an open round",
    SLIP_ONCE: "a fill or credit slip's number is used once",
    SLIP_STEPS: "a slip is requested, then issued, then received; before that it may be voided",
    DROP_ONCE: "the drop of a session is counted once",
    DROP_AFTER_CLOSE: "the drop box is counted after its table is closed",
    LIMITS: "a wager stands within the limits that the table's submission names",
    METER_TERMS: "every table that names a progressive meter names the same terms",
    SUBMISSION: "a table plays under a regulation and elections that the service carries",
}
