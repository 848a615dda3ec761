"""Controls of the books: what the game's regulation does not say but the accounts need.

A refusal cites one of these where no paragraph of a regulation applies.
"""

from typing import Final, Literal, TypeAlias

Controls: TypeAlias = Literal["basic", "full"]
"""Under full ones signatures, roles and distinct people are demanded."""

TABLE_OPEN: Final = "control:table-open"
TABLE_CLOSED: Final = "control:table-closed"
ROUND_FINISHED: Final = "control:round-finished"
ROUND_OPEN: Final = "control:round-open"
SLIP_ONCE: Final = "control:slip-once"
SLIP_STEPS: Final = "control:slip-steps"
DROP_ONCE: Final = "control:drop-once"
DROP_AFTER_CLOSE: Final = "control:drop-after-close"
BOX_REMOVED: Final = "control:box-removed"
SIGNATURES: Final = "control:signatures"
DUTIES: Final = "control:duties"
DUTIES_APART: Final = "control:duties-apart"
PROOF: Final = "control:proof"
VIGORISH_OWED: Final = "control:vigorish-owed"
MARKER_ONCE: Final = "control:marker-once"
CORRECTION: Final = "control:correction"
DISPUTE: Final = "control:dispute"
EXCEPTION: Final = "control:exception"
DAY_ORDER: Final = "control:day-order"
DAY_OPEN_TABLE: Final = "control:day-open-table"
DAY_UNCOUNTED: Final = "control:day-uncounted"
DAY_OPEN_EXCEPTION: Final = "control:day-open-exception"
ALERT: Final = "control:alert"
LIMITS: Final = "control:limits"
VOID_ROUND: Final = "control:void-round"
CARRIED: Final = "control:carried"
METER_TERMS: Final = "control:meter-terms"
CLOCK: Final = "control:clock"
DAY_BEGUN: Final = "control:day-begun"
ORDER: Final = "control:order"
BEFORE_OPENING: Final = "control:before-opening"
LATE_CASH: Final = "control:late-cash"
EVENT_SIZE: Final = "control:event-size"
FIGURE_SIZE: Final = "control:figure-size"
SEAL_KEY: Final = "control:seal-key"
HANDS_IN_PLAY: Final = "control:hands-in-play"

MEANINGS: Final = {
    TABLE_OPEN: "a table must be open before anything happens on it",
    TABLE_CLOSED: "a table is opened once and closed before it is opened again",
    ROUND_FINISHED: "a round is finished before the next one is opened or the table is closed",
    ROUND_OPEN: "what belongs to a round needs an open round",
    SLIP_ONCE: "a fill or credit slip's number is used once",
    SLIP_STEPS: "a slip is requested, then issued, then received; before that it may be voided",
    DROP_ONCE: "a drop box is counted once",
    DROP_AFTER_CLOSE: "the drop is counted after the table is closed or its box is taken off",
    LIMITS: "a wager stands within the limits that the table's submission names",
    VOID_ROUND: "a round is called off by a supervisor, with a reason",
    CARRIED: "a wager that is carried from round to round is given back between two of them, and"
    " no table closes over one",
    METER_TERMS: "every table that names a progressive meter names the same terms",
    BOX_REMOVED: "a drop box is counted once it has left the table, and leaves it once",
    SIGNATURES: "under full controls a dealer and a floorperson sign every count of the tray, and"
    " for every set of tiles that comes or goes",
    DUTIES: "under full controls everything is done by somebody whose role it is",
    DUTIES_APART: "nobody issues and receives one slip, counts a drop they carried, stands by"
    " as supervisor to themselves or as a dealer, or acknowledges their own exception",
    PROOF: "where people sign in, each who signs, carries or supervises under full controls proves"
    " it for the very command, once and in time; a proof that proves nothing is refused",
    VIGORISH_OWED: "vigorish is collected as a win is paid (19:47-10.7(k), 11.9; MD 8.K); that a"
    " player owes it departs from that and is on record: of what the last round took, with a"
    " reason, and recovered of what is owed",
    MARKER_ONCE: "a marker is paid back once",
    CORRECTION: 'a correction names something that happened and can still be put right; after "no'
    ' more bets" a supervisor stands by who is not the sender, and it is an exception',
    DISPUTE: "a dispute is a complaint about a finished round by who played in it, taken up, and"
    " decided once",
    EXCEPTION: "an exception that is acknowledged is open: a count that differs, a correction after"
    ' "no more bets", cash told late, a tray below zero',
    DAY_ORDER: "a day is closed after it was played: provisional, then counted, then audited",
    DAY_OPEN_TABLE: "a day is closed when no table has a period, a round or a slip of it open",
    DAY_UNCOUNTED: "a day is counted when every drop box of it is",
    DAY_OPEN_EXCEPTION: "a day is audited when every exception, complaint and alert is answered",
    ALERT: "an alert that is acknowledged was raised, and is open",
    CLOCK: "a moment is in a gaming day that there is, and not ahead of the desk's clock by more"
    " than the tolerance",
    DAY_BEGUN: "nothing is told into a gaming day that has not begun by the desk's clock",
    ORDER: "an action of a round is not before the table's last one",
    BEFORE_OPENING: "nothing happens at a table before its session was opened, except what concerns"
    " an earlier session",
    LATE_CASH: "under full controls, cash of an earlier gaming day needs a reason and a supervisor"
    " other than the actor, is an exception, and also counts on the day it was recorded",
    EVENT_SIZE: "no event exceeds 65,535 bytes",
    FIGURE_SIZE: "no figure exceeds 9,007,199,254,740,991, up to which every reader of JSON is"
    " exact",
    SEAL_KEY: "the key that seals the log gives way to another one only while it is in force, and"
    " no key comes back",
    HANDS_IN_PLAY: "what is told of a hand in play fits it; where it does not, only those who see"
    " the hand, its dealer and the table's device are told why",
}
