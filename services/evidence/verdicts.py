"""How a check of evidence ends: each way has its exit code, and words that say what was found."""

from typing import ClassVar, Final

GOOD: Final = 0


class BadEvidence(Exception):
    """Why evidence is refused."""

    CODE: ClassVar[int] = 1


class Changed(BadEvidence):
    """Something is not as it was sealed, or does not follow from what was."""


class Unreadable(BadEvidence):
    """It cannot be read, or not all of it, or what is needed beside it cannot be had."""

    CODE = 2


class OtherKey(BadEvidence):
    """Somebody else signed it, or nobody."""

    CODE = 3


class OtherHouse(BadEvidence):
    """It is of another log than the key's."""

    CODE = 4


class Contradiction(BadEvidence):
    """Two histories were signed, and both cannot be."""

    CODE = 5


class OtherRules(BadEvidence):
    """All of it is as it was sealed, and this build's rules are not those of the round."""

    CODE = 7
