"""A "no roll" as it is recorded, in any game."""

from msgspec import UNSET

from domain.commands.round import NoRoll
from domain.events.round import NoRollCalled
from domain.wording import NO_ROLL


def no_roll_called(rule: str, command: NoRoll, *, tells_cause: bool = True) -> NoRollCalled:
    """In the words that were told; else in those for its cause."""
    words = command.reason or NO_ROLL[command.cause or ""]
    cause = command.cause if tells_cause and command.cause else UNSET
    return NoRollCalled(rule=rule, reason=words, cause=cause)
