"""Other rules in place of a table's own.

What happened on the layout is as it was told. What the other rules refuse has no effect there, and
never half of one; what is theirs to say, and not the teller's, they say themselves (`again`).

Who signs and who may do what is no part of the game: a table keeps the controls it was told under.
"""

from msgspec.structs import replace

from domain.commands import Command
from domain.commands.submission import Submission
from domain.commands.table import OpenTable
from domain.events import Event
from domain.events.envelope import Stamp
from domain.games.library import LIBRARY
from domain.games.seam.regulation import Regulation
from domain.hosting import Table
from domain.refusals import (
    BooksRefuse,
    NotOffered,
    NotThisPlayer,
    UnlawfulSetting,
    WrongMoment,
)
from domain.terms import terms_of
from services.history.games import again_of
from services.offline.play import Rulebook


class OtherRules:
    """A submission to play by; refused where its regulation does not permit it."""

    def __init__(self, submission: Submission) -> None:
        self.regulation: Regulation = LIBRARY.in_force(submission.regulation)
        self.again = again_of(submission.regulation)
        self.regulation.check(submission)
        self.submission = self.regulation.elected(submission)
        self.terms = terms_of(self.submission.recorded())
        self._rulebook = Rulebook()

    def begin(self, standing: int | None = None) -> None:
        """A play begins: nothing of an earlier one is on any meter but what stood on it before."""
        self._rulebook = Rulebook(standing)

    def instead_of_own(self, table: Table) -> Table:
        """The table as it stands, under these rules from here on."""
        return replace(
            self.again.taken_over(table, self.submission),
            regulation=self.regulation.ref,
            submission_hash=self.submission.content_hash(),
            # A stored round's commands are told again by nobody in particular.
            terms=replace(self.terms, controls="basic"),
        )

    def decide(self, table: Table, command: Command, stamp: Stamp) -> tuple[Table, list[Event]]:
        """As the rules decide, with what is theirs to say said by them."""
        events: list[Event] = []
        for untold in self.again.told_before(table, command):
            table, made = self._rulebook.decide(table, untold, stamp)
            events += made
        try:
            table, made = self.decide_as_told(table, command, stamp)
        except (NotOffered, NotThisPlayer, UnlawfulSetting, WrongMoment, BooksRefuse):
            shorter = self.again.left_to_the_rules(command)
            if shorter is None:
                raise
            table, made = self._rulebook.decide(table, shorter, stamp)
        return table, [*events, *made]

    def decide_as_told(
        self, table: Table, command: Command, stamp: Stamp
    ) -> tuple[Table, list[Event]]:
        """The command to the letter, but for the rules that the table is opened under."""
        if isinstance(command, OpenTable):
            told_under = {"controls": command.submission.controls}
            submission = self.submission.model_copy(update=told_under)
            command = command.model_copy(update={"submission": submission})
        return self._rulebook.decide(table, command, stamp)
