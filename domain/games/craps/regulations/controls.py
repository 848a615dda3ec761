"""Controls of craps alone: what its texts do not say but the accounts need."""

from typing import Final

ROLLED_ON: Final = "control:rolled-on"
WHOLE_CENTS: Final = "control:whole-cents"
WAGER_COUNT: Final = "control:wager-count"

MEANINGS: Final = {
    ROLLED_ON: "once dice were thrown on a wager it is not withdrawn, and one on a line or on a"
    " come point is not raised",
    WHOLE_CENTS: "a wager is of an amount that its odds pay in whole cents",
    WAGER_COUNT: "a table holds 200 wagers at most, by names that one event has room for",
}
