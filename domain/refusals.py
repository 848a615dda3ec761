"""Why a command is not accepted: every refusal names the paragraph or control it would break."""


class Refused(Exception):
    """A lawful-looking command that the rules do not allow now; nothing has changed."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} [{rule}]")
        self.rule = rule
        self.reason = reason


class WrongMoment(Refused):
    """The command belongs to another phase of the table or the round."""


class BeyondLimit(Refused):
    """The wager would stand below the minimum or above the maximum of the table."""


class NotOffered(Refused):
    """The regulation, or the licensee's submission, does not offer this."""


class NoSuchWager(Refused):
    """No wager stands where the command points."""


class NotThisPlayer(Refused):
    """The betting area or the hand belongs to somebody else."""


class UnlawfulSetting(Refused):
    """The hand may not be set like this."""


class Expired(Refused):
    """What is played with has been on the table longer than the rules allow."""


class BooksRefuse(Refused):
    """A control of the table's accounts would be broken."""


class BankNotCovered(Refused):
    """The bank's chips do not cover the wagers against it."""
